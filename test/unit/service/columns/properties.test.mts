import { cellFromProperty } from '../../../../service/columns/properties';

it('a number of a property is a text in its cell where text files of n8n would cut it', () => {
	expect(cellFromProperty(1234567.89)).toBe(1234567.89);
	expect(cellFromProperty(12345678.91)).toBe('12345678.91');
});

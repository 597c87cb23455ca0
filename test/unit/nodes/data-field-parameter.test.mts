import { dataFieldMeant } from '../../../nodes/shared/data-field-parameter';
import { rowColumnsOf } from '../../../service/columns';

const code = (letter: string) => `dfld_${letter.repeat(25)}`;
const columns = rowColumnsOf([
	{
		type: 'room',
		data: [
			{ key: code('t'), name: ' Tenant ', value: 'Acme' },
			{ key: code('a'), name: 'Area', value: '1' },
			{ key: code('b'), name: 'Area', value: '2' },
			{ key: code('u'), name: 'USE', value: '' },
			{ key: code('v'), name: 'use', value: '' },
			{ key: code('y'), name: 'type', value: '' },
			{ key: code('y'), name: 'type', value: 'again' },
		],
	},
]);

test.each([
	['Tenant', 't'],
	[' tenant\n', 't'],
	[code('t'), 't'],
	[code('T'), 't'],
	['Area', 'a'],
	[`Area (${code('b')})`, 'b'],
	[`Tenant (${code('t')})`, 't'],
	[`Area (${code('a')})`, 'a'],
	[` another name (${code('T')}) `, 't'],
	['USE', 'u'],
	['use', 'v'],
	['type', 'y'],
	['TYPE', 'y'],
])('%j is the data field %s', (text, letter) => {
	expect(dataFieldMeant(text, columns)).toMatchObject({ key: code(letter) });
});

test.each([
	['Tenat', /^The plan has no data field "Tenat": did you mean Tenant\?/],
	['Colour', /^The plan has no data field "Colour"\. Known are Tenant, Area/],
	[code('q'), /^The plan has no data field "dfld_q+"[.:]/],
	['area', /^"area" is the name of several data fields of the plan: Area \(dfld_a+\), Area \(dfld_b+\)$/],
	['Use', /^"Use" is the name of several data fields/],
])('%j is told in words', (text, words) => {
	expect(dataFieldMeant(text, columns)).toMatch(words);
});

test.each(['area', 'Use'])('the names that the message for %j lists mean one data field each', (text) => {
	const [, names] = String(dataFieldMeant(text, columns)).split(/of the plan: /);
	const meant = names.split(', ').map((name) => dataFieldMeant(name, columns));
	expect(meant).toEqual([{ key: expect.any(String) }, { key: expect.any(String) }].map(expect.objectContaining));
	expect(new Set(meant).size).toBe(2);
});

test('a plan without data fields says so', () => {
	expect(dataFieldMeant('Tenant', rowColumnsOf([{ type: 'room' }]))).toBe(
		'The plan has no data field "Tenant", and no other',
	);
});

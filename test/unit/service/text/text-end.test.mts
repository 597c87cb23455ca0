import { withoutTrailing } from '../../../../service/text';

it.each([
	['a/b//', '/', 'a/b'],
	['/a', '/', '/a'],
	['a/b', '/', 'a/b'],
	['///', '/', ''],
	['', '/', ''],
	['Wait.. .', '.', 'Wait.. '],
])('%j without %j at its end is %j', (text, sign, rest) => {
	expect(withoutTrailing(text, sign)).toBe(rest);
});

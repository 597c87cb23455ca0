import fc from 'fast-check';
import { withExactNumbers } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';

test.each([
	['9007199254740993', '"9007199254740993"'],
	['-12345678901234567890.5', '"-12345678901234567890.5"'],
	['[1.2345678901234567891,1e999]', '["1.2345678901234567891","1e999"]'],
	['{"9007199254740993":"9007199254740993"}', '{"9007199254740993":"9007199254740993"}'],
	['"\\"9007199254740993"', '"\\"9007199254740993"'],
	['[9007199254740992,0.30000000000000004,1.0000000000000000,10000000000000000000000]', undefined],
	['[1e21,1.5E-300,-0.0,123456789012345678e-20]', '[1e21,1.5E-300,-0.0,"123456789012345678e-20"]'],
])('of %s each number that would be rounded is a text', (json, expected) => {
	expect(withExactNumbers(json)).toBe(expected ?? json);
});

test('JSON that JavaScript has written stays as it is', () => {
	fc.assert(
		fc.property(anyJson, fc.double({ noNaN: true, noDefaultInfinity: true }), (value, number) => {
			const json = JSON.stringify([value, number, '1234567890123456789']);
			expect(withExactNumbers(json)).toBe(json);
		}),
		{ numRuns: 1000 },
	);
});

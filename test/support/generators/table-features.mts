import fc from 'fast-check';
import type { Feature } from '../../../service/plan';
import { dataKey } from './features.mts';
import { throughJson } from './json.mts';
import { anyText } from './text.mts';

const keys = fc.sample(dataKey, { numRuns: 5, seed: 1 });

/**
 * Two fields share a name, one differs from them in case only, one is named as a member, and one is hard to write down.
 */
const names = ['Tenant', 'Tenant', 'tenant', 'type', 'Area, "m²"\n(net)'];

/** What n8n's reader of XLSX files changes in a text, whoever wrote it. JSON text has it escaped. */
const MISREAD = /\r\n|&#?\w+;|_x[\da-fA-F]{4}_|[\ufffe\uffff]/;

/** What a spreadsheet might take for something else. */
const hardText = fc.oneof(
	fc.constantFrom('', '007', '12', '1e5', 'TRUE', 'null', '{"a":1}', '"', '=1+1', '2026-01-02', ' ', 'a,b;c\td'),
	anyText,
);
const text = hardText.filter((one) => !MISREAD.test(one));
const textInJson = fc.oneof(hardText, fc.constantFrom('&amp;', '_x0041_', '\r\n', '\uffff'));

const number = fc.oneof(
	fc.integer(),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom(0.1, 1e21, 123456789.123456),
);

const feature = fc.record(
	{
		type: fc.constantFrom('zone', 'room', 'leaderLineIcon', 'kiosk'),
		data: fc
			.tuple(text, text, text, text, text)
			.map((values) => values.map((value, index) => ({ key: keys[index], name: names[index], value }))),
		geometry: fc.record({
			type: fc.constant('Polygon'),
			coordinates: fc.array(fc.array(fc.tuple(number, number), { maxLength: 6 }), { maxLength: 2 }),
		}),
		position: fc.record({ x: number, y: number }),
		icons: fc.array(fc.record({ iconType: textInJson }), { maxLength: 2 }),
		label: text,
		size: fc.oneof(number, fc.constant(null)),
		isOpen: fc.boolean(),
		mixed: fc.oneof(
			text.filter((one) => one !== ''),
			number,
			fc.boolean(),
			fc.array(fc.integer(), { maxLength: 2 }),
		),
		properties: fc.dictionary(fc.constantFrom('a', 'b.c', 'd e'), fc.oneof(textInJson, number), { maxKeys: 3 }),
	},
	{ requiredKeys: ['type', 'data'] },
);

/** Features of one plan that are hard to put into a table: every kind of member and value. */
export function tableFeatures(count: number): fc.Arbitrary<Feature[]> {
	return fc
		.array(feature, { minLength: count, maxLength: count, size: 'max' })
		.map((features) => features.map((one, index) => throughJson({ id: `feat_${index}`, ...one }) as Feature));
}

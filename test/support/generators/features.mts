import fc from 'fast-check';
import type { Feature } from '../../../service/plan';
import { anyJson, throughJson } from './json.mts';
import { anyName, anyText } from './text.mts';

export const dataKey = fc
	.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), { minLength: 25, maxLength: 25 })
	.map((characters) => `dfld_${characters.join('')}`);

/** Values that a table or JavaScript might take for something else. */
export const dataValue = fc.oneof(fc.constantFrom('007', '0', '', 'null', 'true', ' '), anyText, fc.constant(null));

/** An entry of `data` with any name, a key that no property has, a value that may be absent, and members of its own. */
export const dataEntry = fc
	.tuple(
		fc.record(
			{
				key: fc.oneof(
					dataKey,
					anyName.map((name) => `dfld_${name}`),
					fc.constant('dfld_same'),
				),
				name: fc.oneof(anyName, fc.constantFrom('Tenant', 'Tenant (dfld_same)', '')),
				value: dataValue,
			},
			{ requiredKeys: ['key', 'name'] },
		),
		fc.option(fc.record({ unit: anyJson, type: fc.constant('text') }), { freq: 4 }),
	)
	.map(([entry, members]) => ({ ...members, ...entry }));

/** A feature with data, as the service might send it: any kind, any further members. */
export const featureWithData: fc.Arbitrary<Feature> = fc
	.tuple(
		fc.dictionary(anyName, anyJson, { maxKeys: 3 }),
		fc.constantFrom('zone', 'room'),
		fc.uniqueArray(dataEntry, { maxLength: 6, selector: ({ key }) => key }),
	)
	.map(([members, type, data]) => parsed({ ...members, type, data }));

/** Few different members and values, so that features often equal or contain one another. */
export const collidingFeature: fc.Arbitrary<Feature> = fc
	.record(
		{
			type: fc.constantFrom('zone', 'zone', 'room', 7),
			position: fc.constantFrom(null, { x: 1 }, { x: 2 }),
			label: fc.constantFrom('A', { text: 'A', size: [1] }, { size: [1], text: 'A' }),
			photos: fc.constantFrom([], [{ imageUrl: 'https://one' }]),
			constructor: fc.constant(null),
			data: fc.uniqueArray(
				fc.record(
					{
						key: fc.constantFrom('k1', 'k2'),
						name: fc.constant('Tenant'),
						value: fc.constantFrom('x', 'y', '', null),
					},
					{ requiredKeys: ['key'] },
				),
				{ maxLength: 2, selector: ({ key }) => key },
			),
		},
		{ requiredKeys: [] },
	)
	.map(parsed);

function parsed(value: unknown): Feature {
	return throughJson(value) as Feature;
}

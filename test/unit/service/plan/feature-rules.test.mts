import fc from 'fast-check';
import { featureProblems, featureSchema, zoneSchema } from '../../../../service/plan';
import { collidingFeature, dataKey, featureWithData } from '../../../support/generators/features.mts';
import { anyJson } from '../../../support/generators/json.mts';

const any = <T,>(...values: T[]) => fc.oneof(fc.constantFrom(...values), anyJson);
const entry = fc.record(
	{ key: fc.oneof(dataKey, any('dfld_')), name: any('Tenant', ''), value: any('x', '', null) },
	{ requiredKeys: [] },
);

/** Features that keep most rules and break some. */
const almostValid = fc.record(
	{
		type: any('zone', 'zone', 'room', ''),
		zoneType: any('common', 'private', 'public', null),
		position: any({ x: 1 }, null),
		geometry: any({ type: 'Polygon' }, null),
		icons: any([{ iconType: 'a' }], [], null, ['a']),
		data: fc.oneof(
			fc.array(fc.oneof({ weight: 4, arbitrary: entry }, { weight: 1, arbitrary: anyJson }), { maxLength: 3 }),
			anyJson,
		),
	},
	{ requiredKeys: [] },
);

describe('the rules of features', () => {
	it('are those of the schemas, whichever way they are checked', () => {
		fc.assert(
			fc.property(fc.oneof(almostValid, featureWithData, collidingFeature, anyJson), (feature) => {
				const schema = Object(feature).type === 'zone' ? zoneSchema : featureSchema;
				expect(featureProblems(feature).length === 0).toBe(schema.safeParse(feature).success);
			}),
			{ numRuns: 3000 },
		);
	});
});

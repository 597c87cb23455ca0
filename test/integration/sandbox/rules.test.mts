import fc from 'fast-check';
import { rulesBrokenBy } from '../../../tools/sandbox/push-rules.mts';
import { featureProblems } from '../../../service/plan';
import { dataKey, featureWithData } from '../../support/generators/features.mts';
import { anyJson } from '../../support/generators/json.mts';

const oneOf = (...values: unknown[]) => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, anyJson);
const entry = fc.record(
	{ key: fc.oneof(dataKey, oneOf('dfld_')), name: oneOf('Tenant', ''), value: oneOf('x', '', null) },
	{ requiredKeys: [] },
);

/** Features that keep most rules of sections 2.3 and 2.4, and break some. */
const almostRight = fc.record(
	{
		type: oneOf('zone', 'room', 'jetty', ''),
		zoneType: oneOf('common', 'tenanted', 'public', null),
		position: oneOf({ x: 1 }, null),
		geometry: oneOf({ type: 'Polygon' }, null),
		icons: oneOf([{ iconType: 'a' }], [], null, ['a'], [null]),
		data: fc.oneof(fc.array(fc.oneof({ weight: 4, arbitrary: entry }, anyJson), { maxLength: 3 }), anyJson),
	},
	{ requiredKeys: [] },
);

const paths = (broken: Array<{ path: string }>) => broken.map(({ path }) => path).sort();

/**
 * That a key is given once is a rule of Push, so that a feature can be recognised on the plan, and none of the
 * specification.
 */
function hasKeyTwice(feature: unknown): boolean {
	const { data } = Object(feature) as { data?: unknown };
	const keys = (Array.isArray(data) ? data : [])
		.map((one: unknown) => (Object(one) as { key?: unknown }).key)
		.filter((key) => typeof key === 'string');
	return new Set(keys).size < keys.length;
}

/**
 * Section 2.3 shows no structure of positions and geometry. The nodes let lists of points and well-known text pass,
 * because some services write them; the sandbox takes objects alone.
 */
function hasPlaceOfAnotherKind(feature: unknown): boolean {
	const { geometry, position } = Object(feature) as { geometry?: unknown; position?: unknown };
	return [geometry, position].some((place) => Array.isArray(place) || typeof place === 'string');
}

/** Push rejects what nobody could have meant, too: kinds that no plan knows, and outlines that enclose nothing. */
const isOfSpecification = ({ rule }: { rule: string }) => rule !== 'knownKind' && rule !== 'outline';

describe('the rules of pushed features, written once for the nodes and once for the sandbox', () => {
	test('the two say the same of any feature: what is broken, and where', () => {
		fc.assert(
			fc.property(fc.oneof(almostRight, featureWithData, anyJson), (feature) => {
				fc.pre(!hasKeyTwice(feature) && !hasPlaceOfAnotherKind(feature));
				expect(paths(rulesBrokenBy(feature))).toEqual(paths(featureProblems(feature).filter(isOfSpecification)));
			}),
			{ numRuns: 3000 },
		);
	});
});

import fc from 'fast-check';
import { CHECKS_VARIABLE } from '../../../tools/sandbox/description/traffic-check.mts';
import { departureFrom } from '../../../tools/sandbox/description/validity.mts';
import { rulesBrokenBy } from '../../../tools/sandbox/push-rules.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import description from '../../../tools/openapi/openapi.json';
import { dataKey, featureWithData } from '../../support/generators/features.mts';
import { anyJson } from '../../support/generators/json.mts';
import { sandboxSession } from './session.mts';
import type { SandboxSession } from './session.mts';

describe('the description of the service and the sandbox', () => {
	let session: SandboxSession;

	// What departs here on purpose is not counted for the suite.
	const file = process.env[CHECKS_VARIABLE];
	beforeAll(() => void delete process.env[CHECKS_VARIABLE]);
	afterAll(() => {
		if (file !== undefined) process.env[CHECKS_VARIABLE] = file;
	});

	beforeEach(async () => {
		session = await sandboxSession();
	});

	test('the sandbox serves the description at /openapi.json', async () => {
		expect((await session.open('/openapi.json')).data).toEqual(description);
		await session.sandbox.close();
	});

	test('a response that departs from it fails at the end, and says where', async () => {
		const plan = session.sandbox.addPlan();
		session.sandbox.setFeatures(plan, [{ type: 'zone', zoneType: 'elsewhere' }]);
		await session.get(`/Plans/${plan}/Features`);

		await expect(session.sandbox.close()).rejects.toThrow(
			/Plans\/.+\/Features: the response: .*zoneType must be equal to one of/,
		);
	});

	test('a request that departs from it fails at the end where the sandbox takes it', async () => {
		await session.get(`/Floors/${demo.floorCode}?lifetime=5`);

		await expect(session.sandbox.close()).rejects.toThrow('the query parameter "lifetime" is not described');
	});

	test('a request that departs from it and is rejected is as it should be', async () => {
		expect((await session.push(demo.planCode, { features: [{ type: 7 }] })).status).toBe(400);
		expect((await session.get(`/Floors/${demo.floorCode}?expiry=soon`)).status).toBe(400);
		expect((await session.get('/Nowhere')).status).toBe(404);

		await session.sandbox.close();
	});

	test('a response that a test has put in the place of the sandbox’s is not judged', async () => {
		session.sandbox.intercept({ route: 'lookup', reply: { status: 207, body: '<p>' } });
		await session.get(`/Floors/${demo.floorCode}`);

		await session.sandbox.close();
	});

	test('a feature may be pushed by the description when it may be by the table of rules', async () => {
		await session.sandbox.close();
		const often = (...values: unknown[]) => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, anyJson);
		const entry = fc.record({
			key: fc.oneof(dataKey, often('dfld_')),
			name: often('Use', ''),
			value: often('x', null),
		});
		const feature = fc.record({
			type: often('zone', 'room'),
			zoneType: often('common'),
			data: fc.array(fc.oneof(entry, anyJson)),
		});
		const members = fc.dictionary(
			fc.constantFrom('type', 'zoneType', 'position', 'geometry', 'icons', 'data'),
			often(null, {}, [{}]),
		);
		fc.assert(
			fc.property(fc.oneof(feature, members, featureWithData, anyJson), (pushed) => {
				const departure = departureFrom({ $ref: '#/components/schemas/PushedFeature' }, pushed);
				expect(departure === undefined).toBe(rulesBrokenBy(pushed).length === 0);
			}),
			{ numRuns: 2000 },
		);
	});
});

import { demo } from '../../../sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, lookup } from '../../support/engine/steps.mts';

const service = useService();

test.each([
	[{}, false],
	[{ viewerTokensForAgent: true }, true],
])('as a tool with the options %j a lookup gives viewer tokens: %j', async (options, gives) => {
	const step = lookup({ options, code: demo.floorCode });
	const { success } = await runNode({ ...step, node: 'hierarchyLookupTool', items: [{}], credential: service.credential() });

	expect(success[0].json).toMatchObject({ code: demo.floorCode, planCode: demo.planCode });
	expect('viewerTokens' in success[0].json).toBe(gives);
});

test.each([
	[{}, false],
	[{ photoAddressesForAgent: true }, true],
])('as a tool with the options %j Get gives addresses of photos: %j', async (options, gives) => {
	const [planCode] = service.plans(1, [zone('a', { photos: [{ imageUrl: '/photos/secret.png' }] })]);
	const { success } = await runNode({ ...getMany(options), node: 'getFeaturesTool', items: [{ planCode }], credential: service.credential() });

	expect(JSON.stringify(success[0].json).includes('secret.png')).toBe(gives);
});

test('as a tool Get says in its one item why there is nothing', async () => {
	const [planCode] = service.plans(1, []);
	const { success } = await runNode({ ...getMany(), node: 'getFeaturesTool', items: [{ planCode }], credential: service.credential() });

	expect(success.map(({ json }) => json)).toEqual([{ planCode, hint: 'The plan has no features' }]);
});

import { Workflow } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { PushFeatures } from '../../../nodes/PushFeatures/PushFeatures.node.ts';
import { zone, zones } from '../../support/engine/features.mts';
import { nodeTypes } from '../../support/engine/node-types.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { byColumns, push } from '../../support/engine/steps.mts';

const AGAIN = /^Each run adds these features again/;
const FOR_EACH = /^No expression makes these features depend on the item/;

const service = useService();
withShortestWaits();

/** What the panel says, judged by n8n's expressions as its editor does. */
function shown(parameters: INodeParameters, items = 1): string[] {
	const node = {
		id: 'push',
		name: 'Push',
		type: 'pushFeatures',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters,
	};
	const workflow = new Workflow({ id: 'workflow', nodes: [node], connections: {}, active: false, nodeTypes });
	const input = Array.from({ length: items }, (_, index) => ({ json: { index }, pairedItem: index }));
	return (new PushFeatures().description.hints ?? [])
		.filter(
			({ displayCondition = '=true' }) =>
				workflow.expression.getParameterValue(displayCondition, null, 0, 0, 'Push', input, 'manual', {}) === true,
		)
		.map(({ message }) => message);
}

test('Push Anyway says that each run adds the features again', () => {
	expect(shown({})).toEqual([]);
	expect(shown({ operation: 'push', options: { existing: 'push' } })).toEqual([expect.stringMatching(AGAIN)]);
	expect(shown({ options: { existing: 'skip' } })).toEqual([]);
	expect(shown({ operation: 'check' })).toEqual([]);
	expect(shown({ operation: 'compare' })).toEqual([]);
});

test('typed features and several items: they are pushed once for each', () => {
	const json = { source: 'json', featureJson: '{ "type": "leaderLineIcon", "note": "a=b" }' };

	expect(shown(json, 2)).toEqual([expect.stringMatching(FOR_EACH)]);
	expect(shown(json)).toEqual([]);
	expect(shown({ ...json, featureJson: '={{ $json.feature }}' }, 2)).toEqual([]);
	expect(shown({ ...json, operation: 'check' }, 2)).toEqual([]);
	expect(shown({ source: 'item' }, 2)).toEqual([]);
});

/** What the run of a push says beside its items. */
async function told(
	planCodes: string[],
	options: INodeParameters = {},
	parameters: INodeParameters = {},
): Promise<string[]> {
	const items =
		parameters.source === 'item'
			? planCodes.flatMap((planCode) => zones(3).map((one) => ({ planCode, ...one })))
			: planCodes.map((planCode) => ({ planCode, features: zones(3) }));
	const { hints } = await runNode({
		...push(options, parameters),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});
	expect(hints.map(({ location }) => location)).toEqual(hints.map(() => 'outputPane'));
	return hints.map(({ message }) => message);
}

test('no hint speaks of a push that got its response, nor of one whose outcome stayed unknown', async () => {
	const [good, unknown] = service.plans(2);
	service.sandbox.intercept({ route: 'push', planCode: unknown, when: 'after', reply: 'reset' });

	expect(await told([good, unknown])).toEqual([]);
});

test('features that were skipped and differ are counted', async () => {
	const [planCode] = service.plans(1, [zone('zone 0', { data: [], geometry: null })]);

	expect(await told([planCode], { existing: 'skip' }, byColumns('name (property)'))).toEqual([
		"Features that were skipped and differ from the plan, which can't be changed: 1. The operation Compare " +
			'Features says in what.',
	]);
});

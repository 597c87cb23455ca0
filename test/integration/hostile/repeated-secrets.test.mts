import type { IDataObject } from 'n8n-workflow';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import type { NodeRun } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, compare, getMany, push } from '../../support/engine/steps.mts';
import { watch } from '../trigger/watch.mts';

const service = useService();

/** A secret of the sandbox's credential, which a service repeats where names and codes of its data stand. */
const secret = () => service.sandbox.credential.apiSecret;
const REDACTED = '[redacted]';

function expectHidden(outcome: unknown): void {
	const text = JSON.stringify(outcome);
	for (let at = 0; at + 8 <= secret().length; at++) expect(text).not.toContain(secret().slice(at, at + 8));
	expect(text).toContain(REDACTED);
}

async function run(step: Omit<NodeRun, 'items' | 'credential'>, item: IDataObject = {}) {
	const { success, failed, error, hints } = await runNode({ ...step, items: [item], credential: service.credential() });
	return { items: [...success, ...failed].map(({ json }) => json), error, hints };
}

/** A plan whose features have the secret as a kind, and as the name of a data field. */
function planOfSecrets(): string {
	const data = [{ key: dataKey('s'), name: secret(), value: 'x' }];
	return service.plans(1, [zone('a', { data, type: secret() })])[0];
}

/** The hint names the kinds that the plan has. */
const filtered = { filters: { types: ['meadow'] } };

test.each(['getFeatures', 'getFeaturesTool'] as const)(
	'why no feature passes is told without it by %s',
	async (node) => {
		expectHidden(await run({ ...getMany({}, filtered), node }, { planCode: planOfSecrets() }));
	},
);

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'the names that a plan knows are told without it by Push (%s)',
	async (onError) => {
		const item = { type: 'zone', planCode: planOfSecrets(), Tenat: 'x' };

		expectHidden(await run({ ...push({}, { source: 'item' }), onError }, item));
	},
);

test('the names that a plan knows are reported without it by Compare', async () => {
	const item = { type: 'zone', planCode: planOfSecrets(), Tenat: 'x' };
	const options = { results: ['unclear'] };

	expectHidden(await run(compare(options, { source: 'item' }), item));
});

test('the names that a plan knows are reported without it by Check', async () => {
	const item = { type: 'zone', planCode: planOfSecrets(), Tenat: 'x' };

	expectHidden(await run({ ...check(), parameters: { ...check().parameters, source: 'item' } }, item));
});

test('the trigger tells what a plan has without it, in the log and in errors', async () => {
	const trigger = watch(service, [planOfSecrets()], {
		...filtered,
		identifyBy: 'dataField',
		dataFieldKey: dataKey('o'),
	});

	await trigger.activate();
	const sample = await trigger.fetchTestEvent().catch((error: unknown) => error);

	expectHidden(trigger.log);
	expectHidden([sample, Object(sample).message, Object(sample).description]);
});

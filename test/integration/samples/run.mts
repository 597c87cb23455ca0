import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import { runChain } from '../../support/engine/outcome.mts';
import { StoredCredential } from '../../support/engine/stored-credential.mts';
import { ActiveTrigger } from '../trigger/active-trigger.mts';
import { list } from './forms.mts';
import type { Chain, Sample, Watch } from './sample.mts';
import { samples } from './samples.mts';
import { steady } from '../../../tools/scripts/docs/steady.mts';

/** Runs a sample against a sandbox of its own; gives what the pages show of it, the same each time. */
export async function runSample(name: string): Promise<string> {
	if (!Object.hasOwn(samples, name)) throw new Error(`There is no sample ${name} in test/integration/samples.`);
	const sample = samples[name];
	const sandbox = await startSandbox();
	try {
		return await written(sample, sandbox);
	} finally {
		await sandbox.close();
	}
}

async function written({ before, run, shorten = [], form = list }: Sample, sandbox: Sandbox): Promise<string> {
	before?.(sandbox);
	const credential = new StoredCredential({ ...sandbox.credential, accessToken: '' });
	const items = 'trigger' in run ? await watched(run, credential, sandbox) : await given(run, credential);
	const shown = steady(items, sandbox.baseUrl).map((item) => shorten.reduce((shorter, next) => next(shorter), item));
	return await form(shown);
}

/** @throws Error when the last node gave nothing */
async function given({ output = 'success', ...chain }: Chain, credential: StoredCredential): Promise<IDataObject[]> {
	const outcome = await runChain({ ...chain, credential });
	const items = outcome[output].map(({ json }) => json);
	if (items.length === 0) throw new Error(`No item came out: ${outcome.error?.message ?? 'the node gave none'}`);
	return items;
}

async function watched(
	{ trigger, change }: Watch,
	credential: StoredCredential,
	sandbox: Sandbox,
): Promise<IDataObject[]> {
	const active = new ActiveTrigger(credential, trigger);
	await active.activate();
	change(sandbox);
	return (await active.poll()) ?? [];
}

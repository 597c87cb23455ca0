import type { INodeParameters } from 'n8n-workflow';
import { openPage } from '../integration/reads/open-list.mts';
import type { StoredCredential } from '../support/engine/stored-credential.mts';
import { Reported, Wrong } from './reported.mts';

/** Opens a pick list in which something has to be. @throws Reported in the words of the list */
export async function picks(
	credential: StoredCredential,
	node: string,
	list: string,
	parameters: INodeParameters,
	wanted: string,
): Promise<void> {
	await reportedIfThrown(async () => {
		const { results } = await openPage({ node, list }, credential, parameters);
		if (results.some(({ value }) => value === wanted)) return;
		const notes = results.filter(({ value }) => value === '').map(({ name }) => name);
		if (results.length > notes.length) throw new Wrong(`the list offers ${JSON.stringify(results)}`);
		if (notes.length === 0) throw new Wrong('the list is empty without a word');
		throw new Reported(notes.join(' '));
	});
}

/** What the work throws, as a person reads it. */
export async function reportedIfThrown(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (error instanceof Wrong || error instanceof Reported) throw error;
		const { message, description } = error as { message: string; description?: string };
		throw new Reported(`${message} ${description ?? ''}`);
	}
}

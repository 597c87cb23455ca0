import type { IDataObject } from 'n8n-workflow';
import { start, stepName } from '../support/engine/execution.mts';
import type { Step } from '../support/engine/execution.mts';
import type { StoredCredential } from '../support/engine/stored-credential.mts';
import { Reported } from './reported.mts';

/** What a chain of nodes gives. */
export interface Given {
	items: IDataObject[];
	/** What n8n shows beside them. */
	hints: string;
}

/** Runs nodes one after the other. @throws Reported in the words of the node that fails */
export async function runSteps(credential: StoredCredential, item: IDataObject, steps: Step[]): Promise<Given> {
	const { data } = await start({ items: [item], credential, steps }).done;
	const { error, runData } = data.resultData;
	if (error !== undefined) throw new Reported(`${error.message} ${error.description ?? ''}`);
	const [last] = runData[stepName(steps.length - 1)] ?? [];
	const items = (last?.data?.main[0] ?? []).map(({ json }) => json);
	return { items, hints: (last?.hints ?? []).map(({ message }) => message).join(' ') };
}

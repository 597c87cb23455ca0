import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { LEVELS, PATH_SEPARATOR } from '../../../service/api';
import type { Resource } from '../../../service/api';
import { listClients, listPlans, listResources } from '../plan-source';
import { listSearchResult } from './list-results';
import type { ListEntry } from './list-results';

/**
 * The list of the parameter `planCode`: every plan of the credential's partner, such as
 * `Harbour Park › Harbour House › Level 3`, behind the client where there are several.
 */
export async function searchPlans(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'plans', typed, async (source) => {
		const { found, withoutPlan, notes } = await listPlans(source);
		const plans = found.map(({ planCode, path }) => ({ path, value: planCode }));
		// Without a value, so that it can't be picked.
		const entries = entriesByPath([...plans, ...withoutPlan.map((path) => ({ path, value: '' }))]);
		const named = entries.map((one) => (one.value === '' ? { ...one, name: `${one.name} (${NO_PLAN})` } : one));
		return { found: named, notes };
	});
}

const NO_PLAN = 'no plan, or none for this API Key';

/** The list of the parameter `code`: every resource of the chosen kind, named in the same way. */
export async function searchResources(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	const kind = (this.getCurrentNodeParameter('lookupResource') ?? this.getCurrentNodeParameter('resource')) as Resource;
	return await listSearchResult(this, LEVELS[kind].plural, typed, async (source) => {
		if (kind === 'client') {
			const { found, notes } = await listClients(source);
			return { found: found.map(({ code, name }) => ({ name, value: code })), notes };
		}
		const { found, notes } = await listResources(source, kind);
		const ofKind = found.map(({ resource }) => resource).filter(({ resource }) => resource === kind);
		return { found: entriesByPath(ofKind.map(({ code, path }) => ({ path, value: code }))), notes };
	});
}

function entriesByPath(all: Array<{ path: readonly string[]; value: string }>): ListEntry[] {
	const hasClients = new Set(all.map(({ path }) => path[0])).size > 1;
	return all.map(({ path, value }) => ({ name: path.slice(hasClients ? 0 : 1).join(PATH_SEPARATOR), value }));
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { LEVELS, PATH_SEPARATOR, levelsAbove, nestedIn } from '../../../service/api';
import type { Resource } from '../../../service/api';
import { InvalidInputError } from '../item-failure';
import { abovePickerName } from '../resource-parameters';
import { listClients, listPlans, notNestedNotes, readClient } from '../plan-source';
import type { PlanSource } from '../plan-source';
import { listSearchResult, panelText } from './list-results';
import type { ListResult } from './list-results';

/**
 * The list of the parameter `planCode`: every plan of the credential's partner, such as
 * `Harbour Park › Harbour House › Level 3`, behind the client where there are several.
 */
export async function searchPlans(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'plans', typed, async (source) => {
		const { found, notes } = await listPlans(source);
		const hasClients = new Set(found.map(({ path }) => path[0])).size > 1;
		const nameOf = (path: readonly string[]) => path.slice(hasClients ? 0 : 1).join(PATH_SEPARATOR);
		return { found: found.map(({ planCode, path }) => ({ name: nameOf(path), value: planCode })), notes };
	});
}

/** The list of the parameter `code`: resources of the chosen kind below the chosen parents. */
export async function searchResources(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	const kind = this.getCurrentNodeParameter('lookupResource') ?? this.getCurrentNodeParameter('resource');
	return await search(this, String(kind) as Resource, typed);
}

/** The lists of the levels above it. */
export const [searchClients, searchCampuses, searchBuildings] = (['client', 'campus', 'building'] as const).map(
	(level) =>
		async function (this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
			return await search(this, level, typed);
		},
);

async function search(
	context: ILoadOptionsFunctions,
	resource: Resource,
	typed?: string,
): Promise<INodeListSearchResult> {
	return await listSearchResult(context, LEVELS[resource].plural, typed, async (source) => {
		if (resource !== 'client') return await listBelow(context, source, resource);
		const { found, notes } = await listClients(source);
		return { found: found.map(({ code, name }) => ({ name, value: code })), notes };
	});
}

/** Client lookups nest everything below; the chosen parents decide what is listed. */
async function listBelow(context: ILoadOptionsFunctions, source: PlanSource, resource: Resource): Promise<ListResult> {
	const pickedCode = (level: Resource) => panelText(context, abovePickerName(level));
	const client = pickedCode('client');
	if (client === '')
		throw new InvalidInputError('No client is chosen yet', 'Choose a client first, or switch to By Code.');
	const { partnerCode } = source;
	const all = nestedIn('client', await readClient(source, { code: client, partnerCode }));
	// The nearest parent that is chosen narrows the list, unless it was chosen below another client.
	const parent = levelsAbove(resource)
		.map(pickedCode)
		.findLast((code) => all.some((one) => one.resource.code === code));
	const found = all.flatMap(({ resource: one, between }) => {
		const at = between.findLastIndex(({ code }) => code === parent);
		if (one.resource !== resource || (parent !== undefined && at < 0)) return [];
		// Behind the names of the parents that were not chosen, such as `Harbour House › Level 3`.
		return [{ name: [...between.slice(at + 1), one].map(({ name }) => name).join(PATH_SEPARATOR), value: one.code }];
	});
	const above = all.filter((one) => levelsAbove(resource).includes(one.resource.resource));
	return { found, notes: notNestedNotes(above) };
}

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { InvalidInputError } from '../item-error';
import { LEVELS, PATH_SEPARATOR, levelsAbove, nestedIn } from '../../../service/answer';
import type { Descendant, Nested, Resource } from '../../../service/answer';
import { asLocated } from '../locator';
import { abovePickerName } from '../resource-parameters';
import { askClient, listClients, notNestedNotes } from '../plan-source';
import { filterFound, offer } from './offered-list';
import type { Listed, ListSource } from './offered-list';

/** The list of the parameter `code`: resources of the chosen kind below the chosen parents. */
export async function searchResources(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	const kind = this.getCurrentNodeParameter('lookupResource') ?? this.getCurrentNodeParameter('resource');
	return await search(this, String(kind) as Resource, typed);
}

export async function searchClients(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await search(this, 'client', typed);
}

export async function searchCampuses(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await search(this, 'campus', typed);
}

export async function searchBuildings(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await search(this, 'building', typed);
}

async function search(
	context: ILoadOptionsFunctions,
	resource: Resource,
	typed?: string,
): Promise<INodeListSearchResult> {
	return await offer(context, LEVELS[resource].plural, typed, async (source) => {
		const { found, notes } = await (resource === 'client' ? clientsIn(source) : listBelow(context, source, resource));
		return { found: filterFound(found, typed), notes };
	});
}

async function clientsIn(source: ListSource): Promise<Listed> {
	const { found, notes } = await listClients(source);
	return { found: found.map(({ code, name }) => ({ name, value: code })), notes };
}

/** Client lookups nest everything below; the chosen parents decide what is listed. */
async function listBelow(context: ILoadOptionsFunctions, source: ListSource, resource: Resource): Promise<Listed> {
	const client = pickedCode(context, 'client');
	if (client === '')
		throw new InvalidInputError('No client is chosen yet', 'Choose a client first, or switch to By Code.');
	const { partnerCode } = source;
	const all = nestedIn('client', await askClient(source, { code: client, partnerCode }));
	// The nearest parent that is chosen narrows the list, unless it was chosen below another client.
	const parents = levelsAbove(resource).map((level) =>
		all.find((one) => isResource(one.resource, level, pickedCode(context, level))),
	);
	const parent = parents.findLast((one) => one !== undefined)?.resource;
	const found = all
		.filter((one) => one.resource.resource === resource && (parent === undefined || one.between.includes(parent)))
		.map((one) => ({ name: nameBelow(one, parent), value: one.resource.code }));
	const above = all.filter((one) => levelsAbove(resource).includes(one.resource.resource));
	return { found, notes: notNestedNotes(above) };
}

function isResource(one: Descendant, level: Resource, code: string): boolean {
	return one.resource === level && one.code === code;
}

/** Its name behind the names of the parents that were not chosen, such as `Harbour House › Level 3`. */
function nameBelow({ resource, between }: Nested, parent: Descendant | undefined): string {
	const from = parent === undefined ? 0 : between.indexOf(parent) + 1;
	return [...between.slice(from), resource].map(({ name }) => name).join(PATH_SEPARATOR);
}

/** The code of the parent that the panel holds; empty where it holds none, or where an expression gives it. */
function pickedCode(context: ILoadOptionsFunctions, level: Resource): string {
	const { value } = asLocated(context.getCurrentNodeParameter(abovePickerName(level)));
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}

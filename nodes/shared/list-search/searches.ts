import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { LEVELS, PATH_SEPARATOR, levelsAbove, nestedIn } from '../../../service/api';
import type { Descendant, Nested, Resource } from '../../../service/api';
import { InvalidInputError } from '../item-error';
import { asLocated } from '../structured-parameters';
import { abovePickerName } from '../resource-parameters';
import { readClient, gather, listClients, notNestedNotes, nodesIn, plansAt } from '../plan-source';
import type { ListedClient, PlanSource } from '../plan-source';
import { ENTRIES_OF_A_PAGE, byName, filterFound, offer } from './offered-list';
import type { Found, Listed } from './offered-list';

/** How many clients are looked up at once. */
const CLIENTS_AT_ONCE = 8;

/**
 * The list of the parameter `planCode`: every plan of the credential's partner, such as
 * `Harbour Park › Harbour House › Level 3`, behind the client where there are several. Client lookups nest them
 * (observed beside the specification).
 * @param token where the last page ended: the first client of its group, and the plans of the group that were given
 */
export async function searchPlans(
	this: ILoadOptionsFunctions,
	typed?: string,
	token = '0:0',
): Promise<INodeListSearchResult> {
	return await offer(this, 'plans', typed, async (source) => {
		const clients = await listClients(source);
		const sorted = namedApart(clients.found).sort(byName);
		const isFirst = token === '0:0';
		const found: Found[] = [];
		const notes = isFirst ? [...clients.notes] : [];
		let [first, input] = token.split(':').map(Number);
		for (; first < sorted.length; first += CLIENTS_AT_ONCE, input = 0) {
			const group = sorted.slice(first, first + CLIENTS_AT_ONCE);
			const nodes = await gather(group, 'clients', async (client) => await nodesIn(source, client));
			const listed = await plansAt(source, nodes.found);
			const entries = listed.found.map(({ planCode, path }) => ({
				name: path.slice(sorted.length > 1 ? 0 : 1).join(PATH_SEPARATOR),
				value: planCode,
			}));
			const plans = filterFound(entries, typed).slice(input);
			const room = ENTRIES_OF_A_PAGE - found.length - notes.length;
			const isLastGroup = first + CLIENTS_AT_ONCE >= sorted.length;
			if (input === 0) notes.push(...nodes.notes, ...listed.notes);
			found.push(...plans.slice(0, room));
			const more = Math.max(0, plans.length - room);
			if (more === 0 && (found.length + notes.length < ENTRIES_OF_A_PAGE || isLastGroup)) continue;
			const next = more > 0 ? `${first}:${input + room}` : `${first + CLIENTS_AT_ONCE}:0`;
			const count = isFirst ? `${isLastGroup ? '' : 'More than '}${found.length + more}` : undefined;
			return { found, notes, next: { token: next, count } };
		}
		return { found, notes };
	});
}

/** Clients of one name show their codes. */
function namedApart(clients: readonly ListedClient[]): ListedClient[] {
	const named = filterFound(clients.map(({ code, name }) => ({ name, value: code })));
	const names = new Map(named.map(({ name, value }) => [value, name]));
	return clients.map((client) => ({ ...client, name: names.get(client.code) ?? client.name }));
}

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

async function clientsIn(source: PlanSource): Promise<Listed> {
	const { found, notes } = await listClients(source);
	return { found: found.map(({ code, name }) => ({ name, value: code })), notes };
}

/** Client lookups nest everything below; the chosen parents decide what is listed. */
async function listBelow(context: ILoadOptionsFunctions, source: PlanSource, resource: Resource): Promise<Listed> {
	const client = pickedCode(context, 'client');
	if (client === '')
		throw new InvalidInputError('No client is chosen yet', 'Choose a client first, or switch to By Code.');
	const { partnerCode } = source;
	const all = nestedIn('client', await readClient(source, { code: client, partnerCode }));
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

import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { LEVELS, PATH_SEPARATOR, levelsAbove, nestedIn } from '../../../service/api';
import type { Resource } from '../../../service/api';
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
 * @param token the first client of the page, which ends with the group of clients that fills it
 */
export async function searchPlans(
	this: ILoadOptionsFunctions,
	typed?: string,
	token = '0',
): Promise<INodeListSearchResult> {
	return await offer(this, 'plans', typed, async (source) => {
		const clients = await listClients(source);
		const sorted = namedApart(clients.found).sort(byName);
		const isFurther = token !== '0';
		const notes = isFurther ? [] : [...clients.notes];
		const found: Found[] = [];
		let next = Number(token);
		while (next < sorted.length && found.length < ENTRIES_OF_A_PAGE) {
			const group = sorted.slice(next, next + CLIENTS_AT_ONCE);
			const nodes = await gather(group, 'clients', async (client) => await nodesIn(source, client));
			const listed = await plansAt(source, nodes.found);
			const entries = listed.found.map(({ planCode, path }) => ({
				name: path.slice(sorted.length > 1 ? 0 : 1).join(PATH_SEPARATOR),
				value: planCode,
			}));
			notes.push(...nodes.notes, ...listed.notes);
			found.push(...filterFound(entries, typed));
			next += CLIENTS_AT_ONCE;
		}
		return { found, notes, isFurther, next: next < sorted.length ? String(next) : undefined };
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
	const parent = levelsAbove(resource)
		.map((level) => pickedCode(context, level))
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

/** The code of the parent that the panel holds; empty where it holds none, or where an expression gives it. */
function pickedCode(context: ILoadOptionsFunctions, level: Resource): string {
	const { value } = asLocated(context.getCurrentNodeParameter(abovePickerName(level)));
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}

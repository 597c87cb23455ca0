import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { PATH_SEPARATOR } from '../../../service/answer';
import { gather, listClients, placesIn, plansAt } from '../plan-source';
import type { ListedClient } from '../plan-source';
import { ENTRIES_OF_A_PAGE, byName, filterFound, offer } from './offered-list';
import type { Found } from './offered-list';

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
		let [first, given] = token.split(':').map(Number);
		for (; first < sorted.length; first += CLIENTS_AT_ONCE, given = 0) {
			const group = sorted.slice(first, first + CLIENTS_AT_ONCE);
			const places = await gather(group, 'clients', async (client) => await placesIn(source, client));
			const listed = await plansAt(source, places.found);
			const entries = listed.found.map(({ planCode, path }) => ({
				name: path.slice(sorted.length > 1 ? 0 : 1).join(PATH_SEPARATOR),
				value: planCode,
			}));
			const plans = filterFound(entries, typed).slice(given);
			const room = ENTRIES_OF_A_PAGE - found.length - notes.length;
			const isLastGroup = first + CLIENTS_AT_ONCE >= sorted.length;
			if (given === 0) notes.push(...places.notes, ...listed.notes);
			found.push(...plans.slice(0, room));
			const more = Math.max(0, plans.length - room);
			if (more === 0 && (found.length + notes.length < ENTRIES_OF_A_PAGE || isLastGroup)) continue;
			const next = more > 0 ? `${first}:${given + room}` : `${first + CLIENTS_AT_ONCE}:0`;
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

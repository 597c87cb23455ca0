import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { nestedIn } from '../../../service/answer';
import type { JsonObject } from '../../../service/text';
import { askClient, listClients } from './client-list';
import { ENTRIES_OF_A_PAGE, countNote, gather, filterEntries, offer } from './offered-list';

/** How many clients are looked up at once. */
const CLIENTS_AT_ONCE = 8;

/**
 * The list of the parameter `planCode`: every plan of the credential's partner, such as
 * `Harbour Park › Harbour House › Level 3`. Client lookups nest them (observed beside the specification).
 * @param token where the last page ended: the first client of its group, and the plans of the group that were given
 */
export async function searchPlans(
	this: ILoadOptionsFunctions,
	typed?: string,
	token = '0:0',
): Promise<INodeListSearchResult> {
	return await offer(this, 'plans', async (session) => {
		const clients = await listClients(this, session);
		const sorted = clients.found.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
		const results: INodeListSearchItems[] = token === '0:0' ? [...clients.notes] : [];
		let [first, given] = token.split(':').map(Number);
		while (first < sorted.length) {
			const group = sorted.slice(first, first + CLIENTS_AT_ONCE);
			const { found, notes } = await gather(group, 'clients', async (client) =>
				plansIn(await askClient(this, session, client)),
			);
			const plans = filterEntries(found, typed).slice(given);
			const room = ENTRIES_OF_A_PAGE - results.length;
			const isLastGroup = first + CLIENTS_AT_ONCE >= sorted.length;
			results.push(...(given === 0 ? notes : []), ...plans.slice(0, room));
			const next = plans.length > room ? `${first}:${given + room}` : `${first + CLIENTS_AT_ONCE}:0`;
			if (plans.length > room || (results.length >= ENTRIES_OF_A_PAGE && !isLastGroup)) {
				const known = results.filter(({ value }) => value !== '').length + Math.max(0, plans.length - room);
				if (token === '0:0') results.unshift(countNote(`${isLastGroup ? '' : 'More than '}${known}`, 'plans'));
				return { results, paginationToken: next };
			}
			first += CLIENTS_AT_ONCE;
			given = 0;
		}
		return { results };
	});
}

function plansIn(client: JsonObject): INodeListSearchItems[] {
	return nestedIn('client', client).flatMap(({ resource, between }) => {
		const { planCode } = resource;
		if (typeof planCode !== 'string' || planCode === '') return [];
		return [{ name: [...between, resource].map(({ name }) => name).join(' › '), value: planCode }];
	});
}

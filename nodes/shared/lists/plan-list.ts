import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { lookupAddress, nestedIn, readLookupAnswer } from '../../../service';
import type { Session } from '../session';
import { listClients } from './client-list';
import type { ListedClient } from './client-list';
import { ask, gather, matching, offer } from './offered-list';

/** How many clients are looked up at once, and how many plans a page has. */
const CLIENTS_AT_ONCE = 8;
const PLANS_OF_A_PAGE = 100;

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
			const { found, notes } = await gather(sorted.slice(first, first + CLIENTS_AT_ONCE), 'clients', async (client) => await plansOf(session, client));
			const plans = matching(found, typed).slice(given);
			const room = PLANS_OF_A_PAGE - results.length;
			results.push(...(given === 0 ? notes : []), ...plans.slice(0, room));
			if (plans.length > room) return { results, paginationToken: `${first}:${given + room}` };
			first += CLIENTS_AT_ONCE;
			given = 0;
			if (results.length >= PLANS_OF_A_PAGE && first < sorted.length) return { results, paginationToken: `${first}:0` };
		}
		return { results };
	});
}

async function plansOf(session: Session, { code, partnerCode }: ListedClient): Promise<INodeListSearchItems[]> {
	const url = lookupAddress(session.settings.baseUrl, 'client', code);
	const answer = await ask(session, { url, partnerCode }, readLookupAnswer);
	return nestedIn('client', answer).flatMap(({ resource, between }) => {
		const { planCode } = resource;
		if (typeof planCode !== 'string' || planCode === '') return [];
		return [{ name: [...between, resource].map(({ name }) => name).join(' › '), value: planCode }];
	});
}

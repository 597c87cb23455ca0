import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import {
	lookupAddress,
	nestedIn,
	partnerClientsAddress,
	partnersAddress,
	readLookupAnswer,
	readNamedList,
} from '../../../service/answer';
import type { ClientPath } from '../../../service/answer';
import type { JsonObject } from '../../../service/text';
import { ItemFailure, asItemFailure, unwrap } from '../item-error';
import type { Session } from '../session';
import { ENTRIES_OF_A_PAGE, ask, filterFound, gather, offer, panelPartner, panelText } from './offered-list';
import type { Found } from './offered-list';

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
	return await offer(this, 'plans', typed, async (session) => {
		const clients = await listClients(this, session);
		const sorted = clients.found.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
		const isFirst = token === '0:0';
		const found: Found[] = [];
		const notes = isFirst ? [...clients.notes] : [];
		let [first, given] = token.split(':').map(Number);
		for (; first < sorted.length; first += CLIENTS_AT_ONCE, given = 0) {
			const group = sorted.slice(first, first + CLIENTS_AT_ONCE);
			const listed = await gather(group, 'clients', async (client) => plansIn(await askClient(this, session, client)));
			const plans = filterFound(listed.found, typed).slice(given);
			const room = ENTRIES_OF_A_PAGE - found.length - notes.length;
			const isLastGroup = first + CLIENTS_AT_ONCE >= sorted.length;
			if (given === 0) notes.push(...listed.notes);
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

function plansIn(client: JsonObject): Found[] {
	return nestedIn('client', client).flatMap(({ resource, between }) => {
		const { planCode } = resource;
		if (typeof planCode !== 'string' || planCode === '') return [];
		return [{ name: [...between, resource].map(({ name }) => name).join(' › '), value: planCode }];
	});
}

/** A client, and the partner that it was listed for. */
export interface ListedClient {
	code: string;
	name: string;
	partnerCode: string;
}

/**
 * The clients of the partner that the panel or the credential names, or else of every partner that the service lists
 * (observed beside the specification).
 */
export async function listClients(
	context: ILoadOptionsFunctions,
	session: Session,
): Promise<{ found: ListedClient[]; notes: string[] }> {
	const { baseUrl } = session.settings;
	const partner = panelPartner(context) || session.settings.partnerCode;
	const partners =
		partner === ''
			? await ask(session, { url: partnersAddress(baseUrl), partnerCode: '' }, readNamedList)
			: [{ code: partner }];
	return await gather(partners, 'partners', async ({ code: partnerCode }) => {
		const clients = await ask(
			session,
			{ url: partnerClientsAddress(baseUrl, partnerCode), partnerCode, subject: { partnerCode } },
			readNamedList,
		);
		return clients.map(({ code, name }) => ({ code, name, partnerCode }));
	});
}

/**
 * What the service answers for a client, with everything below it nested (observed beside the specification). Section
 * 4.4 lists the plural path and shows a sample of the singular one; a list asks the other one where the first is not
 * there, because the panels of most nodes that list plans have no Client Path.
 * @throws ItemFailure
 */
export async function askClient(
	context: ILoadOptionsFunctions,
	session: Session,
	{ code, partnerCode }: Pick<ListedClient, 'code' | 'partnerCode'>,
): Promise<JsonObject> {
	const askAt = async (clientPath: ClientPath) => {
		const url = lookupAddress(session.settings.baseUrl, 'client', code, { clientPath });
		return await ask(session, { url, partnerCode, subject: { resource: 'client', code } }, readLookupAnswer).catch(
			asItemFailure,
		);
	};
	const paths: ClientPath[] =
		panelText(context, 'options.clientPath') === 'Client' ? ['Client', 'Clients'] : ['Clients', 'Client'];
	const answer = await askAt(paths[0]);
	if (!(answer instanceof ItemFailure) || ![404, 405].includes(Number(answer.details.status))) return unwrap(answer);
	const other = await askAt(paths[1]);
	return unwrap(other instanceof ItemFailure ? answer : other);
}

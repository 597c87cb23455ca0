import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import {
	InvalidInputError,
	RESOURCES,
	descendantsOf,
	lookupAddress,
	partnerClientsAddress,
	partnersAddress,
	readLookupAnswer,
	readNamedList,
} from '../../../service';
import type { Descendant, Resource } from '../../../service';
import { read } from '../../shared/call';
import type { CallLimits } from '../../shared/call';
import { asItemFailure, asNodeError, orThrow, withContext } from '../../shared/item-error';
import type { ItemFailure } from '../../shared/item-error';
import { openSession, secretsOf } from '../../shared/session';
import type { Session } from '../../shared/session';

/** A person waits for the list, so it is given up sooner than a call of an execution. */
const LIMITS: CallLimits = { timeoutMs: 20_000, maxWaitMs: 10_000, maxRetries: 0 };
const MOST_PARTNERS = 20;

/** The list of the parameter `code`: resources of the chosen kind below the chosen parents. */
export async function searchResources(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await search(this, String(this.getCurrentNodeParameter('resource')) as Resource, filter);
}

export async function searchClients(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await search(this, 'client', filter);
}

export async function searchCampuses(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await search(this, 'campus', filter);
}

export async function searchBuildings(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await search(this, 'building', filter);
}

async function search(
	context: ILoadOptionsFunctions,
	resource: Resource,
	filter = '',
): Promise<INodeListSearchResult> {
	try {
		const session = await openSession(context, 4);
		const entries = resource === 'client' ? await listClients(context, session) : await listBelow(context, session, resource);
		const wanted = filter.trim().toLowerCase();
		const results = entries
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted))
			.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
		return { results };
	} catch (error) {
		const failure = asItemFailure(error);
		throw asNodeError(context.getNode(), inList(failure, resource), 0);
	}
}

/** The failure in the words that the open list can show: without a status n8n shows the message only. */
function inList(failure: ItemFailure, resource: Resource): ItemFailure {
	const { status } = failure.details;
	if (status === 404 || status === 405) {
		const words = `This service does not list its ${PLURALS[resource]}. Switch the field to By Code and enter the code`;
		return asItemFailure(new InvalidInputError(words, ''));
	}
	return status === undefined ? withContext(failure, { message: `${failure.message}. ${failure.advice}` }) : failure;
}

const PLURALS = { client: 'clients', campus: 'campuses', building: 'buildings', floor: 'floors' };

async function listClients(context: ILoadOptionsFunctions, session: Session): Promise<INodeListSearchItems[]> {
	const { baseUrl } = session.settings;
	const partner = optionOf(context, 'partnerCode') || session.settings.partnerCode;
	const partners =
		partner === ''
			? (await list(session, partnersAddress(baseUrl))).slice(0, MOST_PARTNERS).map(({ code }) => code)
			: [partner];
	const clients = await Promise.all(
		partners.map(async (code) => await list(session, partnerClientsAddress(baseUrl, code), code)),
	);
	return clients.flat().map(({ code, name }) => ({ name, value: code }));
}

async function list(session: Session, url: string, partnerCode = ''): Promise<Array<{ code: string; name: string }>> {
	const { timeoutMs } = LIMITS;
	const text = orThrow(await read(session, { method: 'GET', url, partnerCode, timeoutMs }, LIMITS));
	return readNamedList(text, secretsOf(session));
}

/** What narrows a list, the most specific one first. n8n throws for the others: they may be hidden with this list. */
const NARROWED_BY: Record<Resource, readonly string[]> = {
	client: [],
	campus: [],
	building: ['parentCampus'],
	floor: ['parentBuilding', 'parentCampus'],
};

/** Client lookups nest everything below; the most specific chosen parent decides what is listed. */
async function listBelow(
	context: ILoadOptionsFunctions,
	session: Session,
	resource: Resource,
): Promise<INodeListSearchItems[]> {
	const client = chosen(context, 'parentClient');
	if (client === '') throw new InvalidInputError('No client is chosen yet', 'Choose a client first, or switch to By Code.');
	const { timeoutMs } = LIMITS;
	const partnerCode = optionOf(context, 'partnerCode');
	const clientPath = optionOf(context, 'clientPath') === 'Client' ? 'Client' : 'Clients';
	const url = lookupAddress(session.settings.baseUrl, 'client', client, { clientPath });
	const text = orThrow(await read(session, { method: 'GET', url, partnerCode, timeoutMs }, LIMITS));
	const answer = readLookupAnswer(text, secretsOf(session));
	const all = new Map(descendantsOf('client', answer).map((descendant) => [descendant.code, descendant]));
	const below = NARROWED_BY[resource].map((name) => chosen(context, name)).find((code) => all.has(code)) ?? client;
	return [...all.values()]
		.filter((entry) => entry.resource === resource && lineage(entry, all).includes(below))
		.map((entry) => ({ name: label(entry, all, below), value: entry.code }));
}

/** Codes of everything above a resource, nearest first. Bounded, as an answer may name a resource its own parent. */
function lineage(entry: Descendant, all: Map<string, Descendant>): string[] {
	const above: string[] = [];
	let parent: Descendant | undefined = entry;
	while (parent !== undefined && above.length < RESOURCES.length) {
		above.push(parent.parentCode);
		parent = all.get(parent.parentCode);
	}
	return above;
}

/** Its name, after the names of the parents that were not chosen. */
function label(entry: Descendant, all: Map<string, Descendant>, below: string): string {
	const above = lineage(entry, all);
	const between = above.slice(0, above.indexOf(below)).map((code) => all.get(code)?.name ?? code);
	return [...between.reverse(), entry.name].join(' / ');
}

function chosen(context: ILoadOptionsFunctions, name: string): string {
	const value = context.getCurrentNodeParameter(name, { extractValue: true });
	return typeof value === 'string' ? value : '';
}

function optionOf(context: ILoadOptionsFunctions, name: string): string {
	const value = context.getCurrentNodeParameter(`options.${name}`);
	return typeof value === 'string' ? value : '';
}

import {
	LEVELS,
	PlanNames,
	lookupUrl,
	nestedIn,
	partnerClientsUrl,
	partnersUrl,
	readLookupResponse,
	readNamedList,
} from '../../service/api';
import type { ClientPath, NamedPlan, Nested } from '../../service/api';
import type { JsonObject, Secrets } from '../../service/text';
import type { RequestLimits, Session } from './client';
import { asItemFailure } from './failures';
import { ItemFailure, unwrap, withSubject } from './item-failure';
import type { Subject } from './item-failure';
import { atEitherPath } from './lookup-resource';

/** Where plans are listed from, by an open list or a run. */
export interface PlanSource {
	session: Session;
	/** Of each request. */
	limits: RequestLimits;
	/** The partner whose plans are listed; empty for every partner that the service lists. */
	partnerCode: string;
	/** Which path of a client lookup comes first, unless the session knows the right one. */
	clientPath: ClientPath;
}

/** What the service returns at a URL of its API. @param subject what it is about @throws ItemFailure */
export async function readAt<T>(
	{ session, limits, partnerCode }: PlanSource,
	urlOf: (baseUrl: string) => string,
	parse: (text: string, secrets: Secrets) => T,
	{ subject, ...more }: { subject?: Subject; partnerCode?: string; mayBeElsewhere?: boolean } = {},
): Promise<T> {
	const url = urlOf(session.settings.baseUrl);
	const request = { method: 'GET', url, partnerCode, timeoutMs: limits.timeoutMs, ...more } as const;
	const outcome = await session.read(request, limits, parse);
	return unwrap(outcome instanceof ItemFailure && subject !== undefined ? withSubject(outcome, subject) : outcome);
}

/** What several calls gave, and notes of what could not be listed. */
export interface Collected<T> {
	found: T[];
	failures: ItemFailure[];
	notes: string[];
}

/**
 * What several calls gave: one that is rejected does not empty a list.
 * @param plural what is listed, such as `partners` @throws ItemFailure when all calls fail, or the login
 */
export async function collect<S, T>(
	sources: readonly S[],
	plural: string,
	readOne: (source: S) => Promise<T[]>,
): Promise<Collected<T>> {
	const outcomes = await Promise.all(sources.map(async (source) => await readOne(source).catch(asItemFailure)));
	const failures = outcomes.filter((outcome) => outcome instanceof ItemFailure);
	const found = outcomes.flatMap((outcome) => (outcome instanceof ItemFailure ? [] : outcome));
	const [first] = failures;
	if (first === undefined) return { found, failures, notes: [] };
	if (first.isLogin || failures.length === sources.length) throw first;
	const note = `${failures.length} of ${sources.length} ${plural} could not be listed: ${first.message}`;
	return { found, failures, notes: [note] };
}

/** A client, and the partner that it was listed for. */
interface ListedClient {
	code: string;
	name: string;
	partnerCode: string;
}

/** The clients of the partner, or else of every partner that the service lists (observed beside the specification). */
export async function listClients(source: PlanSource): Promise<Collected<ListedClient>> {
	const { partnerCode } = source;
	const partners = partnerCode === '' ? await readAt(source, partnersUrl, readNamedList) : [{ code: partnerCode }];
	return await collect(partners, 'partners', async ({ code }) => {
		const urlOf = (baseUrl: string) => partnerClientsUrl(baseUrl, code);
		const more = { partnerCode: code, subject: { partnerCode: code } };
		const clients = await readAt(source, urlOf, readNamedList, more);
		return clients.map((client) => ({ code: client.code, name: client.name, partnerCode: code }));
	});
}

/** What the service returns for a client, with everything below it nested (observed beside the specification). */
export async function readClient(
	source: PlanSource,
	{ code, partnerCode }: Pick<ListedClient, 'code' | 'partnerCode'>,
): Promise<JsonObject> {
	const subject = { resource: 'client', code } as const;
	const response = await atEitherPath(source.session, source.clientPath, async (clientPath, mayBeElsewhere) => {
		const urlOf = (baseUrl: string) => lookupUrl(baseUrl, 'client', code, { clientPath });
		return await readAt(source, urlOf, readLookupResponse, { partnerCode, mayBeElsewhere, subject }).catch(
			asItemFailure,
		);
	});
	return unwrap(response);
}

/** What the lookup of a client nests. */
interface HierarchyNode extends Nested {
	client: ListedClient;
}

/** Every plan that a source lists, with the names on the way to it from its client down (observed). */
export async function listPlans(source: PlanSource): Promise<Collected<NamedPlan>> {
	const clients = await listClients(source);
	const { found: nodes, ...listed } = await collect(clients.found, 'clients', async (client) =>
		nestedIn('client', await readClient(source, client)).map((node): HierarchyNode => ({ ...node, client })),
	);
	const found = nodes.flatMap(planOf);
	const withoutCode = (['campus', 'floor'] as const).flatMap((kind) => {
		const { length } = nodes.filter(({ resource }) => resource.resource === kind && resource.planCode === undefined);
		return length === 0 ? [] : [`No plan code was found of ${length} of the ${LEVELS[kind].plural}`];
	});
	const notes = [...clients.notes, ...listed.notes, ...notNestedNotes(nodes), ...withoutCode];
	return { found, notes, failures: [...clients.failures, ...listed.failures] };
}

/** Some services nest one level only. Where others of the level have a list, one without has nothing below it. */
export function notNestedNotes(nodes: readonly Nested[]): string[] {
	return (['campus', 'building'] as const).flatMap((level) => {
		const ofLevel = nodes.filter(({ resource }) => resource.resource === level);
		if (ofLevel.length === 0 || ofLevel.some(({ isWhole }) => isWhole)) return [];
		return [`This service does not say here what lies below its ${LEVELS[level].plural}`];
	});
}

function planOf({ resource, between, client }: HierarchyNode): NamedPlan[] {
	const { planCode } = resource;
	if (typeof planCode !== 'string' || planCode === '') return [];
	return [{ planCode, path: [client.name, ...[...between, resource].map(({ name }) => name)] }];
}

/** Of a client that is rejected, or not there: it has no plan that could be meant. */
const IS_NO_CLIENT = new Set([403, 404, 405]);

/** @throws ItemFailure where a client could not be listed: a plan of it may have the same names */
export async function readPlanNames(source: PlanSource): Promise<PlanNames> {
	const { found, failures } = await listPlans(source);
	const failure = failures.find(({ details }) => !IS_NO_CLIENT.has(details.status ?? 0));
	if (failure !== undefined) throw failure;
	return new PlanNames(found);
}

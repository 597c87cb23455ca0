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
import { ItemFailure, unwrap } from './item-error';
import { atEitherPath } from './lookup-resource';
import { withSubject } from './subject';
import type { Subject } from './subject';

/** Where plans are listed from, by an open list or a run. */
export interface PlanSource {
	session: Session;
	/** Of each request. */
	limits: RequestLimits;
	/** The partner whose plans are listed; empty for every partner that the service lists. */
	partnerCode: string;
	/** Which path of a client lookup is asked first, unless the session knows the right one. */
	clientPath: ClientPath;
}

/** What the service returns at a URL of its API. @param subject what it is about @throws ItemFailure */
export async function ask<T>(
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

/** How many places of each kind are asked for their plan codes by themselves. */
const MAX_LOOKED_UP = 100;

/** What several calls gave, and those that failed. */
export interface Gathered<T> {
	found: T[];
	failures: ItemFailure[];
	notes: string[];
}

/**
 * What several calls gave, and a note of those that failed: one that is rejected does not empty a list.
 * @param plural what is asked, such as `partners` @throws ItemFailure when all calls fail, or the login
 */
export async function gather<S, T>(
	sources: readonly S[],
	plural: string,
	readOne: (source: S) => Promise<T[]>,
): Promise<Gathered<T>> {
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
export interface ListedClient {
	code: string;
	name: string;
	partnerCode: string;
}

/** The clients of the partner, or else of every partner that the service lists (observed beside the specification). */
export async function listClients(source: PlanSource): Promise<Gathered<ListedClient>> {
	const { partnerCode } = source;
	const partners = partnerCode === '' ? await ask(source, partnersUrl, readNamedList) : [{ code: partnerCode }];
	return await gather(partners, 'partners', async ({ code }) => {
		const urlOf = (baseUrl: string) => partnerClientsUrl(baseUrl, code);
		const more = { partnerCode: code, subject: { partnerCode: code } };
		const clients = await ask(source, urlOf, readNamedList, more);
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
		return await ask(source, urlOf, readLookupResponse, { partnerCode, mayBeElsewhere, subject }).catch(asItemFailure);
	});
	return unwrap(response);
}

/** A place that the lookup of its client nests. */
export interface HierarchyNode extends Nested {
	client: ListedClient;
}

export async function nodesIn(source: PlanSource, client: ListedClient): Promise<HierarchyNode[]> {
	return nestedIn('client', await readClient(source, client)).map((one) => ({ ...one, client }));
}

/** The plans of places, and notes of what could not be looked into. */
export async function plansAt(
	source: PlanSource,
	nodes: readonly HierarchyNode[],
): Promise<{ found: NamedPlan[]; notes: string[] }> {
	const found = nodes.flatMap((node) => planOf(node, node.resource.planCode));
	const notes = notNestedNotes(nodes);
	for (const kind of ['campus', 'floor'] as const) {
		const silent = nodes.filter(({ resource }) => resource.resource === kind && resource.planCode === undefined);
		const asked = await readPlans(source, silent);
		found.push(...asked);
		const left = silent.length - asked.length;
		if (left > 0) notes.push(`No plan code was found of ${left} of the ${LEVELS[kind].plural}`);
	}
	return { found, notes };
}

/** Some services nest one level only. Where others of the level have a list, one without has nothing below it. */
export function notNestedNotes(nodes: readonly Nested[]): string[] {
	return (['campus', 'building'] as const).flatMap((level) => {
		const ofLevel = nodes.filter(({ resource }) => resource.resource === level);
		if (ofLevel.length === 0 || ofLevel.some(({ isWhole }) => isWhole)) return [];
		return [`This service does not say here what lies below its ${LEVELS[level].plural}`];
	});
}

/** What places of one kind say when they are looked up by themselves, unless the first one says nothing of a plan. */
async function readPlans(source: PlanSource, nodes: readonly HierarchyNode[]): Promise<NamedPlan[]> {
	const planAt = async (node: HierarchyNode) => {
		const { resource, code } = node.resource;
		const urlOf = (baseUrl: string) => lookupUrl(baseUrl, resource, code);
		const { partnerCode } = node.client;
		const response = await ask(source, urlOf, readLookupResponse, { partnerCode }).catch(asItemFailure);
		return response instanceof ItemFailure ? [] : planOf(node, response.planCode);
	};
	const plansOf = async (some: readonly HierarchyNode[]) => (await Promise.all(some.map(planAt))).flat();
	const first = await plansOf(nodes.slice(0, 1));
	return first.length === 0 ? [] : [...first, ...(await plansOf(nodes.slice(1, MAX_LOOKED_UP)))];
}

/** The plan of a place, with the names from its client down. */
function planOf({ resource, between, client }: HierarchyNode, planCode: unknown): NamedPlan[] {
	if (typeof planCode !== 'string' || planCode === '') return [];
	return [{ planCode, path: [client.name, ...[...between, resource].map(({ name }) => name)] }];
}

/** A client that is rejected, or not there. */
const IS_NO_CLIENT = new Set([403, 404, 405]);

/**
 * All plans that a source lists, by their names.
 * @throws ItemFailure where a client could not be listed: a plan of it may have the same names. One that is rejected or
 * not there has no plan that could be meant
 */
export async function readPlanNames(source: PlanSource): Promise<PlanNames> {
	const clients = await listClients(source);
	const nodes = await gather(clients.found, 'clients', async (client) => await nodesIn(source, client));
	const lost = [...clients.failures, ...nodes.failures].find(({ details }) => !IS_NO_CLIENT.has(details.status ?? 0));
	if (lost !== undefined) throw lost;
	return new PlanNames((await plansAt(source, nodes.found)).found);
}

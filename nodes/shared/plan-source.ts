import {
	LEVELS,
	PlanNames,
	lookupAddress,
	nestedIn,
	partnerClientsAddress,
	partnersAddress,
	readLookupAnswer,
	readNamedList,
} from '../../service/api';
import type { ClientPath, NamedPlan, Nested } from '../../service/api';
import type { JsonObject, Secrets } from '../../service/text';
import type { Session } from './client';
import { asItemFailure } from './failures';
import { ItemFailure, unwrap } from './item-error';
import { atEitherPath } from './lookup-resource';
import type { Subject } from './subject';

export interface Question {
	url: string;
	partnerCode: string;
	mayBeElsewhere?: boolean;
	/** What it is about, where there are several. */
	subject?: Subject;
}

/** Where plans are listed from: the service, as an open list or a run asks it. */
export interface PlanSource {
	baseUrl: string;
	/** The partner whose plans are listed; empty for every partner that the service lists. */
	partnerCode: string;
	/** Which path of a client lookup is asked first, unless the session knows the right one. */
	clientPath: ClientPath;
	session: Pick<Session, 'clientPath'>;
	/** What the service answers at an address. @throws ItemFailure */
	ask<T>(question: Question, parse: (text: string, secrets: Secrets) => T): Promise<T>;
}

/** How many places of each kind are asked for their plan codes by themselves. */
const MOST_LOOKED_UP = 100;

/** What several calls gave, and those that failed. */
export interface Gathered<T> {
	found: T[];
	failures: ItemFailure[];
	notes: string[];
}

/**
 * What several calls gave, and a note of those that failed: one that is refused does not empty a list.
 * @param plural what is asked, such as `partners` @throws ItemFailure when all calls fail, or the login
 */
export async function gather<S, T>(
	sources: readonly S[],
	plural: string,
	askOne: (source: S) => Promise<T[]>,
): Promise<Gathered<T>> {
	const outcomes = await Promise.all(sources.map(async (source) => await askOne(source).catch(asItemFailure)));
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
export async function listClients({ baseUrl, partnerCode, ask }: PlanSource): Promise<Gathered<ListedClient>> {
	const partners =
		partnerCode === ''
			? await ask({ url: partnersAddress(baseUrl), partnerCode }, readNamedList)
			: [{ code: partnerCode }];
	return await gather(partners, 'partners', async ({ code }) => {
		const url = partnerClientsAddress(baseUrl, code);
		const clients = await ask({ url, partnerCode: code, subject: { partnerCode: code } }, readNamedList);
		return clients.map((client) => ({ code: client.code, name: client.name, partnerCode: code }));
	});
}

/** What the service answers for a client, with everything below it nested (observed beside the specification). */
export async function askClient(
	{ baseUrl, clientPath, session, ask }: PlanSource,
	{ code, partnerCode }: Pick<ListedClient, 'code' | 'partnerCode'>,
): Promise<JsonObject> {
	const subject = { resource: 'client', code } as const;
	const answer = await atEitherPath(session, clientPath, async (path, mayBeElsewhere) => {
		const url = lookupAddress(baseUrl, 'client', code, { clientPath: path });
		return await ask({ url, partnerCode, mayBeElsewhere, subject }, readLookupAnswer).catch(asItemFailure);
	});
	return unwrap(answer);
}

/** A place that the lookup of its client nests. */
export interface Place extends Nested {
	client: ListedClient;
}

export async function placesIn(source: PlanSource, client: ListedClient): Promise<Place[]> {
	return nestedIn('client', await askClient(source, client)).map((one) => ({ ...one, client }));
}

/** The plans of places, and notes of what could not be looked into. */
export async function plansAt(
	source: PlanSource,
	places: readonly Place[],
): Promise<{ found: NamedPlan[]; notes: string[] }> {
	const found = places.flatMap((place) => planOf(place, place.resource.planCode));
	const notes = notNestedNotes(places);
	for (const kind of ['campus', 'floor'] as const) {
		const silent = places.filter(({ resource }) => resource.resource === kind && resource.planCode === undefined);
		const asked = await askForPlans(source, silent);
		found.push(...asked);
		const left = silent.length - asked.length;
		if (left > 0) notes.push(`No plan code was found of ${left} of the ${LEVELS[kind].plural}`);
	}
	return { found, notes };
}

/** Some services nest one level only. Where others of the level have a list, one without has nothing below it. */
export function notNestedNotes(places: readonly Nested[]): string[] {
	return (['campus', 'building'] as const).flatMap((level) => {
		const ofLevel = places.filter(({ resource }) => resource.resource === level);
		if (ofLevel.length === 0 || ofLevel.some(({ isWhole }) => isWhole)) return [];
		return [`This service does not say here what lies below its ${LEVELS[level].plural}`];
	});
}

/** What places of one kind say when they are looked up by themselves, unless the first one says nothing of a plan. */
async function askForPlans({ baseUrl, ask }: PlanSource, places: readonly Place[]): Promise<NamedPlan[]> {
	const planAt = async (place: Place) => {
		const { resource, client } = place;
		const url = lookupAddress(baseUrl, resource.resource, resource.code, { clientPath: 'Clients' });
		const question = { url, partnerCode: client.partnerCode };
		const answer = await ask(question, readLookupAnswer).catch(asItemFailure);
		return answer instanceof ItemFailure ? [] : planOf(place, answer.planCode);
	};
	const plansOf = async (some: readonly Place[]) => (await Promise.all(some.map(planAt))).flat();
	const first = await plansOf(places.slice(0, 1));
	return first.length === 0 ? [] : [...first, ...(await plansOf(places.slice(1, MOST_LOOKED_UP)))];
}

/** The plan of a place, with the names from its client down. */
function planOf({ resource, between, client }: Place, planCode: unknown): NamedPlan[] {
	if (typeof planCode !== 'string' || planCode === '') return [];
	return [{ planCode, path: [client.name, ...[...between, resource].map(({ name }) => name)] }];
}

/** A client that is refused, or not there. */
const IS_NO_CLIENT = new Set([403, 404, 405]);

/**
 * All plans that a source lists, by their names.
 * @throws ItemFailure where a client could not be listed: a plan of it may have the same names. One that is refused or
 * not there has no plan that could be meant
 */
export async function readPlanNames(source: PlanSource): Promise<PlanNames> {
	const clients = await listClients(source);
	const places = await gather(clients.found, 'clients', async (client) => await placesIn(source, client));
	const lost = [...clients.failures, ...places.failures].find(({ details }) => !IS_NO_CLIENT.has(details.status ?? 0));
	if (lost !== undefined) throw lost;
	return new PlanNames((await plansAt(source, places.found)).found);
}

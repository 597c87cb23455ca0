import {
	LEVELS,
	RESOURCES,
	nestedIn,
	notNested,
	partnerClientsUrl,
	partnersUrl,
	planFinder,
	readNamedList,
} from '../../service/api';
import type { FindPlan, NamedPlan, Nested, Resource } from '../../service/api';
import { joinFirst } from '../../service/text';
import type { Session } from './client';
import { about, asItemFailure } from './failures';
import { ItemFailure } from './item-failure';
import { lookUpResource } from './lookup-resource';
import type { LookupOptions } from './lookup-resource';

/** Where plans are listed from, by an open list or a run. */
export interface PlanSource {
	session: Session;
	/** Of each request. The plans are those of its partner, or else of every partner that the service lists. */
	options: LookupOptions;
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

/** Each client, and the partner that it was listed for (observed beside the specification). */
export async function listClients({ session, options }: PlanSource) {
	const { baseUrl } = session.settings;
	const partners =
		options.partnerCode === ''
			? await session.readOnce(partnersUrl(baseUrl), options, readNamedList)
			: [{ code: options.partnerCode }];
	return await collect(partners, 'partners', async ({ code: partnerCode }) => {
		const url = partnerClientsUrl(baseUrl, partnerCode);
		const ofPartner = { ...options, partnerCode };
		const clients = await about({ partnerCode }, async () => await session.readOnce(url, ofPartner, readNamedList));
		return clients.map(({ code, name }) => ({ code, name, partnerCode }));
	});
}

/**
 * Everything below all clients, whose lookups nest it (observed beside the specification). Where others have a list of
 * campuses, a client without one has nothing below it.
 * @throws InputProblem where none has a list
 */
export async function listResources(source: PlanSource, lowest: Resource): Promise<Collected<Nested>> {
	const { session, options } = source;
	const clients = await listClients(source);
	const without: string[] = [];
	const below = await collect(clients.found, 'clients', async ({ code, name, partnerCode }) => {
		const picked = { resource: 'client', code } as const;
		const ofPartner = { ...options, partnerCode };
		const client = await about(picked, async () => await lookUpResource(session, picked, ofPartner));
		if (client[LEVELS.campus.plural] !== undefined) return nestedIn('client', { ...client, name });
		without.push(name);
		return [];
	});
	if (without.length > 0 && without.length === clients.found.length) throw notNested('client', 'campus');
	const noCampuses =
		without.length === 0 ? [] : [`No campuses are listed of ${joinFirst(MAX_CLIENTS, without, String)}`];
	const notes = [...clients.notes, ...below.notes, ...noCampuses, ...notNestedNotes(below.found, lowest)];
	return { found: below.found, failures: [...clients.failures, ...below.failures], notes };
}

const MAX_CLIENTS = 5;

/**
 * Some services nest one level only. Where others of the level have a list, one without has nothing below it.
 * @param lowest the level that matters: a note says where nothing is nested above it
 */
export function notNestedNotes(nodes: readonly Nested[], lowest: Resource = 'floor'): string[] {
	return RESOURCES.slice(1, RESOURCES.indexOf(lowest)).flatMap((level) => {
		const ofLevel = nodes.filter(({ resource }) => resource.resource === level);
		if (ofLevel.length === 0 || ofLevel.some(({ isWhole }) => isWhole)) return [];
		return [`This service does not say here what lies below its ${LEVELS[level].plural}`];
	});
}

/** Every plan that a source lists, and the campuses and floors that have none. */
export async function listPlans(source: PlanSource): Promise<Collected<NamedPlan>> {
	const { found: nodes, failures, notes } = await listResources(source, 'floor');
	const found = nodes.flatMap(({ resource: { resource, planCode, path } }): NamedPlan[] => {
		if (typeof planCode === 'string' && planCode !== '') return [{ planCode, path }];
		return resource === 'floor' || (resource === 'campus' && planCode === null) ? [{ planCode: '', path }] : [];
	});
	const withoutCode = (['campus', 'floor'] as const).flatMap((kind) => {
		const { length } = nodes.filter(({ resource }) => resource.resource === kind && resource.planCode === undefined);
		return length === 0 ? [] : [`No plan code was found of ${length} of the ${LEVELS[kind].plural}`];
	});
	return { found, failures, notes: [...notes, ...withoutCode] };
}

/** Of a client that is rejected, or not there: it has no plan that could be meant. */
const IS_NO_CLIENT = new Set([403, 404, 405]);

/** @throws ItemFailure where a client could not be listed: a plan of it may have the same names */
export async function readPlanNames(source: PlanSource): Promise<FindPlan> {
	const { found, failures, notes } = await listPlans(source);
	const failure = failures.find(({ details }) => !IS_NO_CLIENT.has(details.status ?? 0));
	if (failure !== undefined) throw failure;
	const findPlan = planFinder(found);
	return (text) => {
		const plan = findPlan(text);
		return typeof plan === 'string' ? [plan, ...notes].join('. ') : plan;
	};
}

import {
	lookupAddress,
	nestedIn,
	partnerClientsAddress,
	partnersAddress,
	readLookupAnswer,
	readNamedList,
} from '../../service/answer';
import type { ClientPath, NamedPlan } from '../../service/answer';
import type { JsonObject, Secrets } from '../../service/text';
import { ItemFailure, asItemFailure, unwrap } from './item-error';
import { isNotThere } from './lookup-resource';
import type { Subject } from './subject';

export interface Question {
	url: string;
	partnerCode: string;
	/** What it is about, where there are several. */
	subject?: Subject;
}

/** Where plans are listed from: the service, as an open list or a run asks it. */
export interface PlanSource {
	baseUrl: string;
	/** The partner whose plans are listed; empty for every partner that the service lists. */
	partnerCode: string;
	/** Which path of a client lookup is asked first. */
	clientPath: ClientPath;
	/** What the service answers at an address. @throws ItemFailure */
	ask<T>(question: Question, parse: (text: string, secrets: Secrets) => T): Promise<T>;
}

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

/**
 * What the service answers for a client, with everything below it nested (observed beside the specification). Section
 * 4.4 lists the plural path and shows a sample of the singular one: the other is asked where the first is not there.
 * @throws ItemFailure
 */
export async function askClient(
	{ baseUrl, clientPath, ask }: PlanSource,
	{ code, partnerCode }: Pick<ListedClient, 'code' | 'partnerCode'>,
): Promise<JsonObject> {
	const askAt = async (path: ClientPath) => {
		const url = lookupAddress(baseUrl, 'client', code, { clientPath: path });
		return await ask({ url, partnerCode, subject: { resource: 'client', code } }, readLookupAnswer).catch(
			asItemFailure,
		);
	};
	const answer = await askAt(clientPath);
	if (!(answer instanceof ItemFailure) || !isNotThere(answer)) return unwrap(answer);
	const other = await askAt(clientPath === 'Client' ? 'Clients' : 'Client');
	return unwrap(other instanceof ItemFailure ? answer : other);
}

/** The plans below a client, each with the names from the client down. */
export function plansOf(client: JsonObject, name: string): NamedPlan[] {
	return nestedIn('client', client).flatMap(({ resource, between }) => {
		const { planCode } = resource;
		if (typeof planCode !== 'string' || planCode === '') return [];
		return [{ planCode, path: [name, ...[...between, resource].map((one) => one.name)] }];
	});
}

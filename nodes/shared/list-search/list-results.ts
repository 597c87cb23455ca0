import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { partnerCodeHeader } from '../../../service/api';
import { inertLine } from '../../../service/text';
import type { Secrets } from '../../../service/text';
import { openSession } from '../client';
import { asItemFailure } from '../failures';
import { InvalidInputError, withContext } from '../item-failure';
import type { ItemFailure } from '../item-failure';
import type { Collected, PlanSource } from '../plan-source';
import { Reporter } from '../reporter';
import { asLocated } from '../parameters';

/** A person waits for the list, so it is given up sooner than a call of an execution. */
const LIMITS = { timeoutMs: 20_000, maxWaitMs: 10_000 };
const MAX_CONCURRENT_REQUESTS = 8;

/** A list that is longer says how many entries there are. */
const MAX_ENTRIES = 100;

/** What stands in a response or on the panel, as it stands there. Only this file makes entries of it. */
export interface ListEntry {
	name: string;
	value: string;
	description?: string;
	/** Before all others. */
	isFirst?: boolean;
}

/** What a list found, and what a person has to know of it, such as what could not be listed. */
export type ListResult = Omit<Collected<ListEntry>, 'failures'>;

/**
 * What a list offers. Its failures get a message that the open list can show.
 * @param plural what it lists, such as `plans`
 * @param typed what narrows the list; without it an empty one says so
 */
export async function listSearchResult(
	context: ILoadOptionsFunctions,
	plural: string,
	typed: string | undefined,
	list: (source: PlanSource) => Promise<ListResult>,
): Promise<INodeListSearchResult> {
	return await reportListFailures(context, plural, async (open) => {
		const source = await open();
		const { found, notes } = await list(source);
		const entries = entriesOf({ found: filterEntries(found, typed), notes }, source.session.settings.secrets);
		// Without a value it can't be picked by mistake.
		const noteThat = (name: string): INodeListSearchItems => ({ name, value: '' });
		const none = `This service names no ${plural} here. Switch the field to By Code and enter the code`;
		if (entries.length === 0 && !typed) return { results: [noteThat(none)] };
		const note = noteThat(`${entries.length} ${plural}. Type a part of the name to find one`);
		return { results: entries.length > MAX_ENTRIES ? [note, ...entries] : entries };
	});
}

/**
 * A list shows nothing that did not come through here. Names are inert and repeat no secret. What begins
 * with `=` is left out, because n8n would store it as an expression and run it; so is a code that repeats a secret.
 */
export function entriesOf(
	{ found, notes }: ListResult,
	secrets: Secrets,
): Array<INodeListSearchItems & { value: string }> {
	const kept = found.filter(({ value }) => !value.startsWith('=') && secrets.redact(value) === value);
	const left = found.length - kept.length;
	const reason = left === 0 ? [] : [`Not offered, because a code begins with "=" or repeats a secret: ${left}`];
	const inert = (text: string) => inertLine(secrets.redact(text));
	return [
		...[...reason, ...notes].map((note) => ({ name: inert(note), value: '' })),
		...kept.map(({ name, value, description }) => ({ name: inert(name) || inert(value), value, description })),
	];
}

/**
 * What `list` gives.
 * @param list gets what opens the source
 * @throws NodeApiError or NodeOperationError that the panel can show
 */
export async function reportListFailures<T>(
	context: ILoadOptionsFunctions,
	plural: string,
	list: (open: () => Promise<PlanSource>) => Promise<T>,
): Promise<T> {
	const reporter = new Reporter(context);
	const open = async (): Promise<PlanSource> => {
		const session = await openSession(reporter, 'list', MAX_CONCURRENT_REQUESTS);
		const partnerCode = partnerCodeHeader(panelText(context, 'options.partnerCode')) || session.settings.partnerCode;
		const clientPath = panelText(context, 'options.clientPath') === 'Client' ? 'Client' : 'Clients';
		return { session, options: { ...LIMITS, partnerCode, clientPath } };
	};
	try {
		return await list(open);
	} catch (error) {
		throw reporter.error(asListFailure(asItemFailure(error), plural), 0);
	}
}

/** Without a status n8n shows the message only, so the advice becomes a part of it. */
function asListFailure(failure: ItemFailure, plural: string): ItemFailure {
	const { code, status } = failure.details;
	// A web page with status 404 is no response of a plan service, and says so in its own message.
	if (code !== 'notAPlanService' && (status === 404 || status === 405)) {
		const message = `This service does not list its ${plural}. Switch the field to By Code and enter the code`;
		return new InvalidInputError(message, '');
	}
	return status === undefined ? withContext(failure, { message: `${failure.message}. ${failure.advice}` }) : failure;
}

/**
 * The entries whose names hold all typed words, in any order, or whose codes begin with them: a part of a code is in
 * many that nobody means. They are sorted by name; those of one name show their codes.
 */
function filterEntries(entries: readonly ListEntry[], typed = ''): ListEntry[] {
	const words = typed.toLowerCase().split(/[\s›>]+/);
	const times = new Map<string, number>();
	for (const { name } of entries) times.set(name, (times.get(name) ?? 0) + 1);
	return entries
		.map((entry) => (times.get(entry.name) === 1 ? entry : { ...entry, name: `${entry.name} (${entry.value})` }))
		.filter(({ name, value }) => {
			const [inName, inCode] = [name.toLowerCase(), value.toLowerCase()];
			return words.every((word) => inName.includes(word) || inCode.startsWith(word));
		})
		.sort(byName);
}

function byName(one: ListEntry, other: ListEntry): number {
	if (one.isFirst !== other.isFirst) return one.isFirst ? -1 : 1;
	return one.name.localeCompare(other.name, undefined, { numeric: true });
}

/** The value of a parameter of the panel; empty where it is unset, or an expression, which only a run can resolve. */
function panelText(context: ILoadOptionsFunctions, name: string): string {
	const { value } = asLocated(context.getCurrentNodeParameter(name));
	return typeof value === 'string' && !value.startsWith('=') ? value.trim() : '';
}

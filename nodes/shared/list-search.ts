import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { LEVELS, PATH_SEPARATOR, featuresUrl, partnerCodeHeader, readPlanResponse } from '../../service/api';
import { countTypes, dataFieldsOf, ownIdentities } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { Secrets, foldAccents, groupBy, inertLine } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { openSession } from './client';
import { asItemFailure } from './failures';
import { SPECIFIED_KINDS } from './feature-kinds';
import { InvalidInputError, withContext, withSubject } from './item-failure';
import type { ItemFailure } from './item-failure';
import { resourceParameters } from './lookup-resource';
import { asLocated } from './parameters';
import type { Located } from './parameters';
import { codeByNames, planCodeOf } from './plan-parameter';
import { collect, listClients, listPlans, listResources, readPlanNames } from './plan-source';
import type { Collected, PlanSource } from './plan-source';
import { Reporter } from './reporter';

/** A person waits for the list, so it is given up sooner than a call of an execution. */
const LIMITS = { timeoutMs: 20_000, maxWaitMs: 10_000 };
const MAX_CONCURRENT_REQUESTS = 8;

/** A list that is longer says how many entries there are. */
const MAX_ENTRIES = 100;

/** What stands in a response or on the panel, as it stands there. */
interface ListEntry {
	name: string;
	value: string;
	description?: string;
	/** Before all others. */
	isFirst?: boolean;
}

/** What a list found, and what a person has to know of it, such as what could not be listed. */
type ListResult = Omit<Collected<ListEntry>, 'failures'>;

/**
 * What a list offers. Its failures get a message that the open list can show.
 * @param plural what it lists, such as `plans`
 * @param typed what narrows the list; without it an empty one says so
 */
async function listSearchResult(
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
 * many that nobody means. They are sorted by name; those of one name, as it is shown, show their codes.
 */
function filterEntries(entries: readonly ListEntry[], typed = ''): ListEntry[] {
	const words = foldAccents(typed).split(/[\s›>]+/);
	const shown = groupBy(entries, ({ name }) => inertLine(name));
	const isClear = ({ name, value }: ListEntry) => value === '' || shown.get(inertLine(name))?.length === 1;
	return entries
		.map((entry) => (isClear(entry) ? entry : { ...entry, name: `${entry.name} (${entry.value})` }))
		.filter(({ name, value }) => {
			const [inName, inCode] = [name, value].map(foldAccents);
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

/**
 * The list of the parameter `planCode`: every plan of the credential's partner, such as
 * `Harbour Park › Harbour House › Level 3`, behind the client where there are several.
 */
export async function searchPlans(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'plans', typed, async (source) => {
		const { found, notes } = await listPlans(source);
		// Without a value what has no plan can't be picked.
		const entries = entriesByPath(found.map(({ planCode, path }) => ({ path, value: planCode })));
		const named = entries.map((one) => (one.value === '' ? { ...one, name: `${one.name} (${NO_PLAN})` } : one));
		return { found: named, notes };
	});
}

const NO_PLAN = 'no plan, or none for this API Key';

/** Who opens a list by itself, such as an agent that builds workflows, may leave a default out. */
const { resource } = resourceParameters();

/** The list of the parameter `code`: every resource of the chosen kind, named in the same way. */
export async function searchResources(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	const picked = this.getCurrentNodeParameter('lookupResource') ?? this.getCurrentNodeParameter('resource');
	const kind = resource.valueOf(picked);
	return await listSearchResult(this, LEVELS[kind].plural, typed, async (source) => {
		if (kind === 'client') {
			const { found, notes } = await listClients(source);
			return { found: found.map(({ code, name }) => ({ name, value: code })), notes };
		}
		const { found, notes } = await listResources(source, kind);
		const ofKind = found.map((one) => one.resource).filter((one) => one.resource === kind);
		return { found: entriesByPath(ofKind.map(({ code, path }) => ({ path, value: code }))), notes };
	});
}

function entriesByPath(all: Array<{ path: readonly string[]; value: string }>): ListEntry[] {
	const hasClients = new Set(all.map(({ path }) => path[0])).size > 1;
	return all.map(({ path, value }) => ({ name: path.slice(hasClients ? 0 : 1).join(PATH_SEPARATOR), value }));
}

/**
 * The list of every parameter that names a data field: the fields of the plans that the panel names, by their names.
 * The service gives each feature all configured data fields (section 2.3, rule 3), so one plan knows them all.
 */
export async function searchDataFields(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'data fields', typed, async (source) => {
		const { found: features, notes } = await featuresOfPanel(this, source);
		return { found: [...dataFieldsOf(features)].map(([value, name]) => ({ name, value })), notes };
	});
}

/** The list of the property that identifies a feature, of those with one value: the service's own identity first. */
export async function searchIdentities(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'properties', typed, async (source) => {
		const { found: features, notes } = await featuresOfPanel(this, source);
		const own = ownIdentities(features);
		const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
		const names = features.flatMap((one) => Object.keys(one).filter((name) => isScalar(one[name])));
		const found = [...new Set([...own.keys(), ...names])].map((value) =>
			own.has(value)
				? { name: `${value} (the identity that the service gives)`, value, isFirst: true }
				: { name: value, value },
		);
		return { found, notes };
	});
}

export async function listFeatureTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen: unknown = this.getCurrentNodeParameter('filters.types');
	return await kindsOfPanel(this, Array.isArray(chosen) ? chosen : []);
}

/** The list of the kinds that rows may be given which do not say theirs. */
export async function listRowTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const kinds = await kindsOfPanel(this, [this.getCurrentNodeParameter('featureType')]);
	return [{ name: 'From the Input', value: '' }, ...kinds];
}

/**
 * First come the types of the plans that the panel names, each with the number of its features; n8n's panel resolves an
 * expression for the plan once the node before has run. Then come the kinds that are known without a plan and what is
 * chosen already, because the panel calls a value unsupported that its list does not hold.
 */
async function kindsOfPanel(
	context: ILoadOptionsFunctions,
	input: readonly unknown[],
): Promise<Array<INodePropertyOptions & { value: string }>> {
	return await reportListFailures(context, 'types', async (open) => {
		const source = plansOfPanel(context).picked.length > 0 ? await open() : undefined;
		const { found: features, notes } =
			source === undefined ? { found: [], notes: [] } : await featuresOfPanel(context, source);
		const types = countTypes(features.filter(({ type }) => typeof type === 'string' && type !== ''));
		const chosen = input.map((type) => (typeof type === 'string' && !type.startsWith('=') ? type : ''));
		const onPlan = [...types].sort(([one], [other]) => one.localeCompare(other));
		const others = new Set([...SPECIFIED_KINDS, ...chosen].filter((type) => type !== '' && !types.has(type)));
		const found = [
			...onPlan.map(([type, count]) => ({ name: type, value: type, description: `${count} on the plan` })),
			...[...others].map((type) => ({ name: type, value: type, ...(source && { description: 'Not on the plan' }) })),
		];
		return entriesOf({ found, notes }, source?.session.settings.secrets ?? new Secrets([]));
	});
}

/** The plans of Plan Code and Data Fields From, or of the rows of the trigger's plans. */
function plansOfPanel(context: ILoadOptionsFunctions): { picked: Located[]; isGiven: boolean } {
	const rows: unknown = context.getCurrentNodeParameter('planCodes.plans');
	const input = Array.isArray(rows)
		? rows.map((row: unknown) => (Object(row) as JsonObject).planCode)
		: ['planCode', 'options.dataFieldsFrom'].map((name) => context.getCurrentNodeParameter(name) as unknown);
	const located = input.map(asLocated).filter(({ value }) => typeof value === 'string' && value.trim() !== '');
	const picked = located.filter(({ value }) => !String(value).startsWith('='));
	return { picked, isGiven: located.length > 0 };
}

/**
 * What the plans hold that the panel names; one that can't be read is reported in a note.
 * @throws InvalidInputError when none is picked, or one of them is no plan
 */
export async function featuresOfPanel(context: ILoadOptionsFunctions, source: PlanSource): Promise<Collected<Feature>> {
	const { session, options } = source;
	const { picked, isGiven } = plansOfPanel(context);
	if (picked.length === 0) {
		throw isGiven
			? new InvalidInputError(
					'The plan is given by an expression, so its data fields are known only when the workflow runs',
					'Switch the field to By Code and enter the code, or pick a plan for the time of choosing',
				)
			: new InvalidInputError('No plan is picked yet', 'Pick a plan first, or switch the field to By Code');
	}
	const names = picked.some(({ mode }) => mode === 'names') ? await readPlanNames(source) : undefined;
	const codeOf = (one: Located) => (names && one.mode === 'names' ? codeByNames(names, one.value) : planCodeOf(one));
	return await collect([...new Set(picked.map(codeOf))], 'plans', async (planCode) => {
		const url = featuresUrl(session.settings.baseUrl, planCode);
		try {
			return await session.readOnce(url, options, readPlanResponse);
		} catch (error) {
			const failure = withSubject(asItemFailure(error), { planCode });
			// A plan that is not there is reported as that, and not as a missing list.
			throw failure.details.status === 404 ? new InvalidInputError(failure.message, failure.advice) : failure;
		}
	});
}

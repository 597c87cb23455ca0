import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, repeatsHeading, withoutByteOrderMark } from '../../service/columns';
import { outlineProblems, ownIdentities } from '../../service/plan';
import type { Feature, FeatureProblem, IdentifyingMatch } from '../../service/plan';
import type { PushEntry, PushPolicy, PushState, Status } from '../../service/push';
import { groupBy, memo } from '../../service/text';
import { asItemFailure } from '../shared/failures';
import { InvalidInputError, ItemFailure, withContext } from '../shared/item-failure';
import { planReader } from '../shared/plan-parameter';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { InputReader, isValid, isValidFeature, notGiven } from './input-features';
import type { Hint, InputFeature, PreparedItem, ValidFeature } from './input-features';
import { LoadedPlan, readPlan } from './loaded-plan';
import { matchByColumn } from './plan-columns';
import { planCode, settingsReader, source } from './push-parameters';
import type { PushSettings } from './push-parameters';

/** All items of one run for one plan of one partner, in input order. */
export interface PlanInput {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
	/** What Match By means there. */
	matchColumns: readonly IdentifyingMatch[];
}

/** One feature on its way to a plan. */
export interface PlanEntry extends PushEntry {
	itemIndex: number;
	/** Among the features of the plan. */
	position: number;
	policy: PushSettings & PushPolicy;
	/** Why its item is not sent, which shows once Skip has read the plan. */
	invalid?: ItemFailure;
}

/** A plan and how far its push has come. */
export interface PlanPush extends PlanInput, PushState<ItemFailure> {
	entries: PlanEntry[];
}

/**
 * Reads every item before anything is sent, and plans where columns are mapped by name or features are matched.
 * @param operation Check and Compare read each plan, and report an item that gives no feature as any other; Check
 * applies the rules of the specification, also where Validate is off
 */
export async function prepareItems(run: ServiceRun, operation: 'push' | 'check' | 'compare') {
	const { parameters, context } = run;
	const planOf = await planReader(run, planCode);
	const reports = operation !== 'push';
	/** Items that give no plan, or nothing that could be a feature, and those whose plan could not be read. */
	const failures = new Map<number, ItemFailure>();
	const reader = new InputReader(parameters);
	const settingsOf = settingsReader(parameters, context.getMode() === 'retry');
	/** What is left of an item that gives no feature. */
	const fail = (item: PreparedItem, failure: ItemFailure): void => {
		if (reports) item.inputs = [notGiven(item.itemIndex, failure)];
		else failures.set(item.itemIndex, failure);
	};

	const items: PreparedItem[] = [];
	const prepare = (json: Feature, itemIndex: number, hasFile: boolean): void => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex));
		const isFailed = inputs instanceof ItemFailure;
		// Always Output Data gives an item without anything, which names no plan either; headings name none.
		const isRow = !isFailed && inputs.length === 0 && source.read(parameters, itemIndex) === 'item';
		const columns = isRow ? Object.keys(json) : undefined;
		if (columns?.length === 0 && hasFile)
			throw new InvalidInputError('The item is a file', 'Read it before this node, such as by Extract from File.');
		if (columns?.length === 0 || columns?.some((column) => repeatsHeading(column, json[column])) === true) return;
		const settings = settingsOf(itemIndex);
		const code = isRow ? attempt(() => planOf(itemIndex)) : planOf(itemIndex);
		// A blank line of a sheet of several plans names none.
		if (code instanceof ItemFailure) return;
		// Rejected here, so that nothing at all is sent when one URL can't be made.
		const before = items.at(-1);
		if (before?.planCode !== code || before.settings !== settings) pushFeaturesUrl('', code, settings.author);
		const item = { itemIndex, planCode: code, settings, json, inputs: isFailed ? [] : inputs };
		items.push(item);
		if (isFailed) fail(item, inputs);
	};
	await mapInChunks(context.getInputData(), ({ json, binary }, itemIndex) => {
		try {
			prepare(withoutByteOrderMark(json), itemIndex, binary !== undefined);
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
		}
	});

	const left = () => (failures.size === 0 ? items : items.filter(({ itemIndex }) => !failures.has(itemIndex)));
	const { matchingColumns } = reader.mapping;
	const isMatched = ({ settings }: PreparedItem) => matchingColumns.length > 0 && (reports || settings.skipExisting);
	const onPlan = new Set(left().filter((item) => reports || isMatched(item)));
	const readInputs = async (isNow: (item: PreparedItem) => boolean) => {
		// By input, because an item may hold thousands.
		await mapInChunks(inputsOf(left()), ([item, one]) => {
			if (one.problems.length > 0 || !isNow(item)) return;
			const outcome = attempt(() => reader.read(one, item, operation === 'check'));
			if (outcome instanceof ItemFailure) fail(item, outcome);
			else if (!outcome) onPlan.add(item);
		});
	};
	await readInputs((item) => !onPlan.has(item));
	if (onPlan.size > 0) {
		await loadPlans(run, onPlan, failures);
		await readInputs((item) => onPlan.has(item));
	}
	giveHints(run, reader.hints);
	const plans = await groupByPlan(run, left());
	const all = () => items.flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
	for (const plan of plans) {
		const matched = plan.items.filter(isMatched);
		const first = matched.at(0);
		const columns = attempt(() =>
			matchingColumns.map((column) => matchByColumn(column, first?.plan?.columns(first.further), all)),
		);
		if (!(columns instanceof ItemFailure)) plan.matchColumns = columns;
		else for (const item of matched) fail(item, columns);
		plan.items = plan.items.filter(({ itemIndex }) => !failures.has(itemIndex));
	}
	await validateByPlans(run, left());
	for (const plan of plans) dropIdentityOfOtherPlan(plan);
	// Whichever plan responded first.
	const inOrder = new Map([...failures].sort(([one], [other]) => one - other));
	return { plans: plans.filter(({ items: { length } }) => length > 0), failures: inOrder };
}

function* inputsOf(items: readonly PreparedItem[]): Generator<[PreparedItem, InputFeature]> {
	for (const item of items) for (const one of item.inputs) yield [item, one];
}

export function giveHints({ reporter }: ServiceRun, hints: readonly Hint[]): void {
	for (const [count, message] of hints) if (count > 0) reporter.hint(message);
}

function attempt<T>(work: () => T): T | ItemFailure {
	try {
		return work();
	} catch (error) {
		return asItemFailure(error);
	}
}

async function loadPlans(run: ServiceRun, items: Iterable<PreparedItem>, failures: Map<number, ItemFailure>) {
	const load = async (own: PreparedItem[]) => {
		const [{ planCode: code, settings }] = own;
		const from = settings.dataFieldsFrom;
		try {
			const read = [readPlan(run, code, settings), from === undefined ? undefined : readFurther(run, from, settings)];
			const [plan, further] = await Promise.all(read);
			for (const item of own) Object.assign(item, { plan, further });
		} catch (error) {
			for (const { itemIndex } of own) failures.set(itemIndex, asItemFailure(error));
		}
	};
	const keyOf = ({ planCode: code, settings }: PreparedItem) =>
		`${code}\0${settings.partnerCode}\0${settings.dataFieldsFrom}`;
	await Promise.all([...groupBy(items, keyOf).values()].map(load));
}

/** @throws ItemFailure that names the option */
async function readFurther(run: ServiceRun, code: string, settings: PushSettings): Promise<LoadedPlan> {
	return await readPlan(run, code, settings).catch((error: unknown) => {
		const failure = asItemFailure(error);
		throw withContext(failure, { message: `Data Fields From: ${failure.message}` });
	});
}

/** Items of one plan go together, also where only some name the partner of the credential. */
async function groupByPlan(run: ServiceRun, items: readonly PreparedItem[]): Promise<PlanInput[]> {
	// Without a credential reading or pushing the plan fails, and says why.
	const ofCredential = await run.session().then(
		({ settings }) => settings.partnerCode,
		() => '',
	);
	const partnerOf = ({ settings }: PreparedItem) => settings.partnerCode || ofCredential;
	const plans: PlanInput[] = [];
	const planOf = memo((partnerCode: string) =>
		memo((code: string) => {
			const plan: PlanInput = { planCode: code, partnerCode, items: [], matchColumns: [] };
			plans.push(plan);
			return plan;
		}),
	);
	for (const item of items) planOf(partnerOf(item))(item.planCode).items.push(item);
	return plans;
}

/** The plan of some items, where one of them needs it. Features that stand as they are need none: it is empty. */
export function loadedPlanOf(items: readonly PreparedItem[]): LoadedPlan {
	return items.find(({ plan }) => plan !== undefined)?.plan ?? new LoadedPlan([]);
}

/** Features of another plan leave the identity behind that the service made for them there. */
function dropIdentityOfOtherPlan({ planCode: code, items, matchColumns }: PlanInput): void {
	const isForeign = (planOf: unknown) => typeof planOf === 'string' && planOf.trim() !== code;
	const input = items.flatMap(({ json, inputs }) =>
		// Of a list in JSON each may name its plan.
		inputs.filter(({ value }) => isForeign((value as Feature | undefined)?.planCode ?? json.planCode)),
	);
	if (input.length === 0) return;
	const { features } = loadedPlanOf(items);
	const matched = matchColumns.map((column) => (column.by === 'property' ? column.path : ''));
	const own = [input.map(({ feature = {} }) => feature), features].flatMap((all) => [...ownIdentities(all).keys()]);
	const names = own.filter((name) => !matched.includes(name));
	// The reader made each feature for this push: a plan of 200,000 needs no second copy of them.
	for (const { feature = {} } of input) for (const name of names) if (name in feature) feature[name] = undefined;
}

/** Plans beside its own by which an item may be sent as it is: Data Fields From, and the one that Get took it from. */
function otherCodes({ planCode: code, json, settings }: PreparedItem): string[] {
	const codes = [settings.dataFieldsFrom, json.planCode].filter((other) => typeof other === 'string');
	return codes.filter((other) => other.trim() !== '' && other !== code);
}

/**
 * Checks what was prepared without its plan, once Skip has read that.
 * @param pending the features that are not on it
 * @returns the items that are invalid now
 */
export async function validateOnPlan(
	run: ServiceRun,
	all: readonly PreparedItem[],
	plan: LoadedPlan,
	pending: ReadonlySet<Feature>,
): Promise<PreparedItem[]> {
	if (pending.size === 0) return [];
	const items = all.filter((item) => item.plan === undefined && item.settings.validate);
	for (const item of items) item.plan = plan;
	const isPending = (one: InputFeature): one is ValidFeature => isValidFeature(one) && pending.has(one.feature);
	const left = items.flatMap(({ inputs }) => inputs.filter(isPending));
	await mapInChunks(left, (one) => {
		one.problems = [...outlineProblems(one.feature, plan.outlineForms()), ...plan.locationProblems(one.feature)];
	});
	await validateByPlans(run, items);
	return items.filter((item) => !isValid(item));
}

/** What a plan has in a place may be sent there, whatever Validate says. A missing kind lists the kinds of the plan. */
async function validateByPlans(run: ServiceRun, items: readonly PreparedItem[]): Promise<void> {
	const validate = async (item: PreparedItem) => {
		const { planCode: code, settings, inputs } = item;
		// Push Anyway reads plans for these alone.
		const isUnknown = inputs.some(({ problems }) =>
			problems.some(({ rule }) => rule === 'knownKind' || rule === 'outline'),
		);
		const read = async (one: string) => await readPlan(run, one, settings).catch(() => undefined);
		const plan = item.plan ?? (settings.skipExisting || isUnknown ? await read(code) : undefined);
		const plans = [plan, ...(isUnknown ? await Promise.all(otherCodes(item).map(read)) : [])];
		const details = { kinds: plan?.kinds() ?? [], isMapped: inputs.some(({ as }) => as === 'mapped') };
		const noKind: FeatureProblem = { path: 'type', rule: 'noKind', details };
		for (const one of inputs) {
			const { feature = {} } = one;
			// A column that may be the kind, or a field, is one problem.
			const isUnclear = one.problems.some(
				(problem) => problem.rule === 'oneMeaning' && problem.details.name === 'type',
			);
			const own = one.problems.filter(
				(problem) => !(isUnclear && problem.rule === 'kind') && !plans.some((loaded) => loaded?.has(feature, problem)),
			);
			one.problems = own.map((problem) => {
				if (problem.rule === 'kind' && isEmptyCell(feature.type)) return noKind;
				if (problem.rule !== 'knownKind' || plan === undefined) return problem;
				return { ...problem, details: { ...problem.details, known: plan.possibleKinds() } };
			});
		}
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(validate));
}

const PENDING: Status = { kind: 'pending' };

export function createPlanPush(plan: PlanInput): PlanPush {
	const { partnerCode, matchColumns } = plan;
	const sharedOf = memo((settings: PushSettings) => {
		const policy = { ...settings, partnerCode, matchColumns };
		return { policy, group: JSON.stringify(policy) };
	});
	const entries: PlanEntry[] = [];
	for (const { settings, inputs } of plan.items) {
		const { policy, group } = sharedOf(settings);
		for (const one of inputs) {
			if (!isValidFeature(one)) continue;
			const { itemIndex, feature } = one;
			entries.push({ itemIndex, position: entries.length, feature, policy, group, status: PENDING });
		}
	}
	return { ...plan, entries, requests: 0, retries: 0 };
}

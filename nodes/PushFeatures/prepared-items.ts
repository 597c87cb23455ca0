import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, repeatsHeading, withoutByteOrderMark } from '../../service/columns';
import { outlineProblems, ownIdentities } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { has } from '../../service/push';
import type { PushEntry, PushState } from '../../service/push';
import { groupBy } from '../../service/text';
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

/** A valid feature on its way to a plan. */
export type PlanEntry = ValidFeature &
	PushEntry & {
		policy: PushSettings;
		/** Why its item is not sent, which shows once Skip has read the plan. */
		invalid?: ItemFailure;
	};

/** All items of one run for one plan of one partner, in input order, and how far their push has come. */
export interface PlanPush extends PushState<ItemFailure> {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
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
	const settingsOf = settingsReader(parameters, await partnerOf(run), context.getMode() === 'retry');
	const reader = new InputReader(parameters);
	const reports = operation !== 'push';
	const items = new Set<PreparedItem>();
	/** Items that give no plan, or nothing that could be a feature, and those whose plan could not be read. */
	const failures = new Map<number, ItemFailure>();
	const reject = (item: PreparedItem, failure: ItemFailure): void => {
		failures.set(item.itemIndex, failure);
		items.delete(item);
	};
	/** What is left of an item that gives no feature. */
	const fail = (item: PreparedItem, failure: ItemFailure): void => {
		if (reports) item.inputs = [notGiven(item.itemIndex, failure)];
		else reject(item, failure);
	};

	let last: PreparedItem | undefined;
	const prepare = (json: Feature, itemIndex: number, hasFile: boolean): void => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex));
		const isFailed = inputs instanceof ItemFailure;
		const isRow = !isFailed && inputs.length === 0 && source.read(parameters, itemIndex) === 'item';
		if (isRow) {
			const columns = Object.keys(json);
			if (columns.length === 0 && hasFile)
				throw new InvalidInputError('The item is a file', 'Read it before this node, such as by Extract from File.');
			// Always Output Data gives an item without anything, which names no plan either; headings name none.
			if (columns.length === 0 || columns.some((column) => repeatsHeading(column, json[column]))) return;
		}
		const settings = settingsOf(itemIndex);
		const code = isRow ? attempt(() => planOf(itemIndex)) : planOf(itemIndex);
		// A blank line of a sheet of several plans names none.
		if (code instanceof ItemFailure) return;
		// Rejected here, so that nothing at all is sent when one URL can't be made.
		if (last?.planCode !== code || last.settings !== settings) pushFeaturesUrl('', code, settings.author);
		last = { itemIndex, planCode: code, settings, json, inputs: isFailed ? [] : inputs };
		items.add(last);
		if (isFailed) fail(last, inputs);
	};
	await mapInChunks(context.getInputData(), ({ json, binary }, itemIndex) => {
		const outcome = attempt(() => prepare(withoutByteOrderMark(json), itemIndex, binary !== undefined));
		if (outcome instanceof ItemFailure) failures.set(itemIndex, outcome);
	});

	const { matchingColumns } = reader.mapping;
	const isMatched = ({ settings }: PreparedItem) => matchingColumns.length > 0 && (reports || settings.skipExisting);
	const onPlan = new Set([...items].filter((item) => reports || isMatched(item)));
	const readInputs = async (isNow: (item: PreparedItem) => boolean) => {
		// By input, because an item may hold thousands.
		await mapInChunks(inputsOf(items), ([item, one]) => {
			if (one.problems.length > 0 || !isNow(item)) return;
			const outcome = attempt(() => reader.read(one, item, operation === 'check'));
			if (outcome instanceof ItemFailure) fail(item, outcome);
			else if (!outcome) onPlan.add(item);
		});
	};
	await readInputs((item) => !onPlan.has(item));
	await loadPlans(run, onPlan, reject);
	await readInputs((item) => onPlan.has(item));
	for (const item of items) item.inputs = item.inputs.filter(({ feature, problems }) => feature ?? problems.length > 0);
	giveHints(run, reader.hints);

	const all = () => [...items].flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
	const plans: PlanPush[] = [];
	for (const own of groupBy(items, planKeyOf).values()) {
		const matched = own.filter(isMatched);
		const columns = attempt(() => matchingColumns.map((name) => matchByColumn(name, matched.at(0)?.columns, all)));
		const isKnown = !(columns instanceof ItemFailure);
		if (!isKnown) for (const item of matched) fail(item, columns);
		const left = own.filter((item) => items.has(item));
		if (left.length === 0) continue;
		left.flatMap(({ inputs }) => inputs).forEach((one, position) => (one.position = position));
		const [{ planCode: code, settings }] = left;
		const { partnerCode } = settings;
		const matchColumns = isKnown ? columns : [];
		plans.push({ planCode: code, partnerCode, items: left, matchColumns, entries: [], requests: 0, retries: 0 });
	}
	await validateByPlans(run, [...items]);
	for (const plan of plans) dropIdentityOfOtherPlan(plan);
	// Whichever plan responded first.
	const inOrder = new Map([...failures].sort(([one], [other]) => one - other));
	return { plans, failures: inOrder };
}

/** That of the credential. Without one reading or pushing the plan fails, and says why. */
async function partnerOf(run: ServiceRun): Promise<string> {
	const session = await run.session().catch(() => undefined);
	return session?.settings.partnerCode ?? '';
}

/** Items of one plan go together, also where only some name the partner of the credential. */
function planKeyOf({ planCode: code, settings }: PreparedItem): string {
	return `${code}\0${settings.partnerCode}`;
}

function* inputsOf(items: Iterable<PreparedItem>): Generator<[PreparedItem, InputFeature]> {
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

async function loadPlans(
	run: ServiceRun,
	items: Iterable<PreparedItem>,
	reject: (item: PreparedItem, failure: ItemFailure) => void,
): Promise<void> {
	const load = async (own: PreparedItem[]) => {
		const [{ planCode: code, settings }] = own;
		const from = settings.dataFieldsFrom;
		const ofOption = (error: unknown): never => {
			const failure = asItemFailure(error);
			throw withContext(failure, { message: `Data Fields From: ${failure.message}` });
		};
		try {
			const reads = [readPlan(run, code, settings)];
			if (from !== undefined) reads.push(readPlan(run, from, settings).catch(ofOption));
			const [plan, further] = await Promise.all(reads);
			for (const item of own) Object.assign(item, { plan, columns: plan.columns(further) });
		} catch (error) {
			for (const item of own) reject(item, asItemFailure(error));
		}
	};
	const keyOf = (item: PreparedItem) => `${planKeyOf(item)}\0${item.settings.dataFieldsFrom}`;
	await Promise.all([...groupBy(items, keyOf).values()].map(load));
}

/** The plan of some items, where one of them needs it. Features that stand as they are need none: it is empty. */
export function loadedPlanOf(items: readonly PreparedItem[]): LoadedPlan {
	return items.find(({ plan }) => plan !== undefined)?.plan ?? new LoadedPlan([]);
}

/** Features of another plan leave the identity behind that the service made for them there. */
function dropIdentityOfOtherPlan({ planCode: code, items, matchColumns }: PlanPush): void {
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

/** Checks what was prepared without its plan, once Skip has read that. @returns the items that are invalid now */
export async function validateOnPlan(run: ServiceRun, push: PlanPush, plan: LoadedPlan): Promise<PreparedItem[]> {
	const items = push.items.filter((item) => item.plan === undefined && item.settings.validate);
	for (const item of items) item.plan = plan;
	const pending = items.flatMap(({ inputs }) => inputs.filter(has('pending')));
	await mapInChunks(pending, (one) => {
		const { feature = {} } = one;
		one.problems = [...outlineProblems(feature, plan.outlineForms()), ...plan.locationProblems(feature)];
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
			one.problems = one.problems.flatMap((problem): FeatureProblem | FeatureProblem[] => {
				if (isUnclear && problem.rule === 'kind') return [];
				if (plans.some((loaded) => loaded?.has(feature, problem))) return [];
				if (problem.rule === 'kind' && isEmptyCell(feature.type)) return noKind;
				if (problem.rule !== 'knownKind' || plan === undefined) return problem;
				return { ...problem, details: { ...problem.details, known: plan.possibleKinds() } };
			});
		}
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(validate));
}

/** What of the items is sent. */
export function entriesOf(items: readonly PreparedItem[]): PlanEntry[] {
	return items.flatMap(({ settings: policy, inputs }) =>
		inputs
			.filter(isValidFeature)
			.map((one): PlanEntry => Object.assign(one, { policy, status: { kind: 'pending' } as const })),
	);
}

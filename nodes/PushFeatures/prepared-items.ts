import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, repeatsHeading, withoutByteOrderMark } from '../../service/columns';
import { outlineProblems, ownIdentities } from '../../service/plan';
import type { Feature, FeatureProblem, IdentifyingMatch } from '../../service/plan';
import { has } from '../../service/push';
import type { PushEntry, PushState } from '../../service/push';
import { groupBy } from '../../service/text';
import { asItemFailure, attempt } from '../shared/failures';
import { InvalidInputError, ItemFailure, withContext, withSubject } from '../shared/item-failure';
import { planReader } from '../shared/plan-parameter';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { InputReader, READ_BEFORE, isRow, isValid, isValidFeature, notGiven } from './input-features';
import type { Hint, InputFeature, PreparedItem, ValidFeature } from './input-features';
import { LoadedPlan, readPlan } from './loaded-plan';
import { matchByColumn } from './plan-columns';
import { planCode, settingsReader, source } from './push-parameters';
import type { PushSettings } from './push-parameters';

/** A valid feature on its way to a plan. */
export type PlanEntry = ValidFeature & PushEntry & { policy: PushSettings };

/** All items of one run for one plan of one partner, in input order, and how far their push has come. */
export interface PlanPush extends PushState<ItemFailure> {
	planCode: string;
	/** The credential's where the items name none. */
	partnerCode: string;
	items: PreparedItem[];
	entries: PlanEntry[];
}

/** Reads every item before anything is sent, and plans where columns are mapped by name or features are matched. */
export async function prepareItems(run: ServiceRun, operation: PushSettings['operation']) {
	const reader = new InputReader(run.parameters);
	const { items, failures } = await readItems(run, reader, operation);
	await readFeatures(run, reader, items);
	giveHints(run, reader.hints);
	const plans: PlanPush[] = [];
	for (const own of groupBy(items.filter(isLeft), planKeyOf).values()) {
		const matched = own.filter((item) => item.settings.skipExisting);
		const features = () => own.flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
		const matchColumns = matchColumnsOf(matched, reader.mapping.matchingColumns, features);
		const left = own.filter(isLeft);
		if (left.length === 0) continue;
		left.flatMap(({ inputs }) => inputs).forEach((one, position) => (one.position = position));
		const [{ planCode: code, settings }] = left;
		const { partnerCode } = settings;
		plans.push({ planCode: code, partnerCode, items: left, matchColumns, entries: [], requests: 0, retries: 0 });
	}
	await validateByPlans(run, items.filter(isLeft));
	for (const plan of plans) dropIdentityOfOtherPlan(plan);
	for (const { itemIndex, failure } of items) if (failure !== undefined) failures.set(itemIndex, failure);
	return { plans, failures: new Map([...failures].sort(([one], [other]) => one - other)) };
}

/** What each item gives for its plan, unread, and the failures of those that name no plan. */
async function readItems(run: ServiceRun, reader: InputReader, operation: PushSettings['operation']) {
	const { parameters, context } = run;
	const planOf = await planReader(run, planCode);
	// Without one reading or pushing the plan fails, and says why.
	const session = await run.session().catch(() => undefined);
	const partner = session?.settings.partnerCode ?? '';
	const settingsOf = settingsReader(parameters, operation, partner, context.getMode() === 'retry');
	const items: PreparedItem[] = [];
	const failures = new Map<number, ItemFailure>();
	const add = (json: Feature, itemIndex: number, hasFile: boolean): void => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex));
		const isFailed = inputs instanceof ItemFailure;
		const isItem = source.read(parameters, itemIndex) === 'item';
		const isEmpty = !isFailed && inputs.length === 0;
		if (hasFile && (isEmpty || (isItem && reader.mapping.rowOf === undefined)) && reader.isFile(json))
			throw new InvalidInputError('The item is a file', READ_BEFORE);
		const isBlank = isEmpty && isItem;
		if (isBlank && !mayNamePlan(json)) return;
		const code = isBlank ? attempt(() => planOf(itemIndex)) : planOf(itemIndex);
		// A blank line of a sheet of several plans names none.
		if (code instanceof ItemFailure) return;
		const settings = attempt(() => settingsOf(itemIndex));
		if (settings instanceof ItemFailure) throw withSubject(settings, { planCode: code });
		const last = items.at(-1);
		// Rejected here, so that nothing at all is sent when one URL can't be made.
		if (last?.planCode !== code || last.settings !== settings) pushFeaturesUrl('', code, settings.author);
		const item = { itemIndex, planCode: code, settings, json, inputs: isFailed ? [] : inputs };
		if (isFailed) fail(item, inputs);
		items.push(item);
	};
	await mapInChunks(context.getInputData(), ({ json, binary }, itemIndex) => {
		const outcome = attempt(() => add(withoutByteOrderMark(json), itemIndex, binary !== undefined));
		if (outcome instanceof ItemFailure) failures.set(itemIndex, outcome);
	});
	return { items, failures };
}

/** Of an item that gives no feature. */
function mayNamePlan(json: Feature): boolean {
	const columns = Object.keys(json);
	// Always Output Data gives an item without anything, and reports repeat their headings.
	return columns.length > 0 && !columns.some((column) => repeatsHeading(column, json[column]));
}

function isLeft({ failure }: PreparedItem): boolean {
	return failure === undefined;
}

/** Check and Compare report an item that gives no feature as any other. */
function fail(item: PreparedItem, failure: ItemFailure): void {
	if (item.settings.operation === 'push') item.failure = failure;
	else item.inputs = [notGiven(item.itemIndex, failure)];
}

/** Reads plans before the features that need them: all that are compared, and what does not stand as it is. */
async function readFeatures(run: ServiceRun, reader: InputReader, items: PreparedItem[]): Promise<void> {
	const isMatched = reader.mapping.matchingColumns.length > 0;
	const needsPlan = ({ operation, skipExisting }: PushSettings) => operation !== 'push' || (isMatched && skipExisting);
	const onPlan = new Set(items.filter((item) => isLeft(item) && needsPlan(item.settings)));
	await readInputs(items, (one, item) => {
		if (!onPlan.has(item) && !reader.readWithoutPlan(one, item.settings)) onPlan.add(item);
	});
	await loadPlans(run, onPlan);
	await readInputs(items, (one, { settings, plan, columns }) => {
		if (plan !== undefined && columns !== undefined) reader.readOnPlan(one, settings, plan, columns);
	});
	for (const item of items) item.inputs = item.inputs.filter(({ feature, problems }) => feature ?? problems.length > 0);
	await validateTogether(items.filter((item) => isLeft(item) && item.settings.validate));
}

/** Where a plan doesn't show where it lies, what is far from all other input is in another unit, or a mistake. */
async function validateTogether(items: readonly PreparedItem[]): Promise<void> {
	for (const own of groupBy(items, planKeyOf).values()) {
		const plan = own.find((item) => item.plan !== undefined)?.plan;
		if (plan === undefined || plan.location() !== undefined) continue;
		const inputs = own.flatMap((item) => item.inputs.filter(isRow));
		const together = new LoadedPlan(inputs.map(({ feature = {} }) => feature));
		await mapInChunks(inputs, (one) => {
			const problems = together.locationProblems(one.feature ?? {}, 'input');
			if (problems.length > 0) one.problems = [...one.problems, ...problems];
		});
	}
}

async function readInputs(items: PreparedItem[], read: (one: InputFeature, item: PreparedItem) => void) {
	// By input, because an item may hold thousands.
	await mapInChunks(inputsOf(items), ([item, one]) => {
		try {
			if (one.problems.length === 0) read(one, item);
		} catch (error) {
			fail(item, asItemFailure(error));
		}
	});
}

function* inputsOf(items: Iterable<PreparedItem>): Generator<[PreparedItem, InputFeature]> {
	for (const item of items) if (isLeft(item)) for (const one of item.inputs) yield [item, one];
}

async function loadPlans(run: ServiceRun, items: Iterable<PreparedItem>): Promise<void> {
	const keyOf = (item: PreparedItem) => `${planKeyOf(item)}\0${item.settings.dataFieldsFrom}`;
	const load = async (own: PreparedItem[]) => {
		const loaded = await loadPlan(run, own[0]).catch((error) => ({ failure: asItemFailure(error) }));
		for (const item of own) Object.assign(item, loaded);
	};
	await Promise.all([...groupBy(items, keyOf).values()].map(load));
}

/** The plan of an item, and its columns with those of the plan that Data Fields From names. */
async function loadPlan(run: ServiceRun, { planCode: code, settings }: PreparedItem) {
	const { dataFieldsFrom: from } = settings;
	const ofOption = (error: unknown): never => {
		const failure = asItemFailure(error);
		throw withContext(failure, { message: `Data Fields From: ${failure.message}` });
	};
	const [plan, further] = await Promise.all([
		readPlan(run, code, settings),
		from === undefined ? undefined : readPlan(run, from, settings).catch(ofOption),
	]);
	return { plan, columns: plan.columns(further) };
}

/** What Match By means for items of one plan, which fail where that is not known. */
function matchColumnsOf(items: PreparedItem[], names: string[], input: () => Feature[]): IdentifyingMatch[] {
	const columns = attempt(() => names.map((name) => matchByColumn(name, items.at(0)?.columns, input)));
	if (!(columns instanceof ItemFailure)) return columns;
	for (const item of items) fail(item, columns);
	return [];
}

/** Items of one plan go together, also where only some name the partner of the credential. */
function planKeyOf({ planCode: code, settings }: PreparedItem): string {
	return `${code}\0${settings.partnerCode}`;
}

export function giveHints({ reporter }: ServiceRun, hints: readonly Hint[]): void {
	for (const [count, message] of hints) if (count > 0) reporter.hint(message);
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
		inputs.filter(({ value }) => isForeign(value?.planCode ?? json.planCode)),
	);
	if (input.length === 0) return;
	const matched = matchColumns.map((column) => (column.by === 'property' ? column.path : ''));
	const { features } = loadedPlanOf(items);
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
			const isUnclear = one.problems.some(({ rule, details }) => rule === 'oneMeaning' && details.name === 'type');
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
		inputs.filter(isValidFeature).map((one): PlanEntry => {
			const status = { kind: 'pending' } as const;
			return Object.assign(one, { policy, isRow: isRow(one) && !policy.isSkipForced, status });
		}),
	);
}

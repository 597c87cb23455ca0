import { pushFeaturesUrl } from '../../service/api';
import { repeatsHeading, withoutByteOrderMark } from '../../service/columns';
import { ownIdentities } from '../../service/plan';
import type { Feature, IdentifyingMatch } from '../../service/plan';
import type { PushEntry, PushState } from '../../service/push';
import { groupBy, memo } from '../../service/text';
import { asItemFailure, attempt } from '../shared/failures';
import { ItemFailure, unwrap, withContext, withSubject } from '../shared/item-failure';
import { planReader } from '../shared/plan-parameter';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { rejectHeadings } from './heading-rows';
import { InputReader, isRow, isValidFeature, mayBeOnPlan, notGiven } from './input-features';
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
	/** Empty where it was not read, because features stand as they are. */
	loaded: LoadedPlan;
}

/** Reads every item before anything is sent, on its plan where that makes a difference. */
export async function prepareItems(run: ServiceRun, operation: PushSettings['operation']) {
	const reader = new InputReader(run.parameters);
	const { items, failures } = await readItems(run, reader, operation);
	const groups = [...groupBy(items, planKeyOf).values()];
	await Promise.all(groups.map(async (own) => await loadWhereNeeded(run, reader, own)));
	const plans: PlanPush[] = [];
	for (const own of groups) plans.push(await preparePlan(run, reader, own));
	giveHints(run, reader.hints);
	for (const { itemIndex, failure } of items) if (failure !== undefined) failures.set(itemIndex, failure);
	return {
		plans: plans.filter((plan) => plan.items.length > 0),
		failures: new Map([...failures].sort(([one], [other]) => one - other)),
	};
}

/** What each item gives for its plan, unread, and the failures of those that name no plan. */
async function readItems(run: ServiceRun, reader: InputReader, operation: PushSettings['operation']) {
	const { parameters, context } = run;
	const planOf = await planReader(run, planCode);
	// Without one reading or pushing the plan fails, and says why.
	const session = await run.session().catch(() => undefined);
	const partner = session?.settings.partnerCode ?? '';
	const settingsOf = settingsReader(parameters, operation, partner, context.getMode() === 'retry');
	const assertUrl = memo((code: string) => memo((author: string) => pushFeaturesUrl('', code, author)));
	const items: PreparedItem[] = [];
	const failures = new Map<number, ItemFailure>();
	const add = (json: Feature, itemIndex: number, hasFile: boolean): void => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex, hasFile));
		const code = attempt(() => planOf(itemIndex));
		const isKnown = !(code instanceof ItemFailure);
		const isNone = Array.isArray(inputs) && inputs.length === 0;
		// A blank line of a sheet of several plans names none.
		if (isNone && source.read(parameters, itemIndex) === 'item' && !(isKnown && mayNamePlan(json))) return;
		// Check and Compare report an item that gives no feature as any other.
		const isReported = inputs instanceof ItemFailure && operation !== 'push' && isKnown;
		const given = isReported ? [notGiven(itemIndex, inputs)] : unwrap(inputs);
		const plan = unwrap(code);
		const settings = attempt(() => settingsOf(itemIndex));
		if (settings instanceof ItemFailure) throw withSubject(settings, { planCode: plan });
		// So that nothing at all is sent when one URL can't be made.
		assertUrl(plan)(settings.author);
		const item = { itemIndex, planCode: plan, settings, json, inputs: given, plan: undefined };
		// The service responds while the other items are read.
		if (items.push(item) === 1 && isMatched(item)) void loadPlan(run, item).catch(() => undefined);
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

/** Check and Compare report an item that gives no feature as any other. The first failure counts. */
function fail(item: PreparedItem, failure: ItemFailure): void {
	const isPush = item.settings.operation === 'push';
	if (isPush) item.failure ??= withSubject(failure, { planCode: item.planCode });
	item.inputs = isPush ? [] : [notGiven(item.itemIndex, failure)];
}

function isMatched({ settings, inputs }: PreparedItem): boolean {
	return settings.operation !== 'push' || (settings.skipExisting && inputs.length > 0);
}

/** Of Push Anyway features that stand as they are need no plan, and are read here. */
async function loadWhereNeeded(run: ServiceRun, reader: InputReader, items: PreparedItem[]): Promise<void> {
	let needsPlan = items.some(isMatched);
	if (!needsPlan)
		await readInputs(items, (one, { settings }) => {
			needsPlan ||= !reader.read(one, settings);
		});
	if (needsPlan) await loadPlans(run, items);
}

async function preparePlan(run: ServiceRun, reader: InputReader, all: PreparedItem[]): Promise<PlanPush> {
	await readInputs(all, (one, { settings, plan }) => {
		if (plan !== undefined) reader.read(one, settings, plan);
	});
	for (const item of all) if (!item.inputs.every(isGiven)) item.inputs = item.inputs.filter(isGiven);
	const loaded = all.find(({ plan }) => plan !== undefined)?.plan ?? reader.noPlan;
	const validated = allOf(all.filter(({ settings }) => settings.validate)).filter(isRow);
	await rejectHeadings(validated, loaded.features);
	await rejectFarOff(validated, loaded);
	await admitOfOtherPlans(run, all);
	const matchColumns = matchColumnsOf(all, reader.mapping.matchingColumns, loaded);
	const items = all.filter(({ failure }) => failure === undefined);
	allOf(items).forEach((one, position) => (one.position = position));
	const { planCode: code, settings } = all[0];
	const start = { planCode: code, partnerCode: settings.partnerCode, entries: [], requests: 0, retries: 0 };
	const push = { ...start, items, matchColumns, loaded };
	dropIdentityOfOtherPlan(push);
	return push;
}

/** Whether it says something. */
function isGiven({ feature, problems }: InputFeature): boolean {
	return feature !== undefined || problems.length > 0;
}

function allOf(items: readonly PreparedItem[]): InputFeature[] {
	return items.flatMap(({ inputs }) => inputs);
}

/** Where a plan doesn't show where it lies, what is far from all other input is in another unit, or a mistake. */
async function rejectFarOff(inputs: readonly InputFeature[], loaded: LoadedPlan): Promise<void> {
	if (inputs.length === 0 || loaded.location() !== undefined) return;
	const together = new LoadedPlan(inputs.map(({ feature = {} }) => feature));
	await mapInChunks(inputs, (one) => {
		one.problems = [...one.problems, ...together.locationProblems(one.feature ?? {}, 'input')];
	});
}

/** By input, because an item may hold thousands. */
async function readInputs(items: readonly PreparedItem[], read: (one: InputFeature, item: PreparedItem) => void) {
	const all = items.flatMap((item) => item.inputs.map((one) => ({ item, one })));
	await mapInChunks(all, ({ item, one }) => {
		try {
			if (one.value !== undefined) read(one, item);
		} catch (error) {
			fail(item, asItemFailure(error));
		}
	});
}

/** The plan of all these items, with the data fields of the one that Data Fields From names. */
async function loadPlans(run: ServiceRun, items: readonly PreparedItem[]): Promise<void> {
	const load = async (own: PreparedItem[]) => {
		const loaded = await loadPlan(run, own[0]).catch((error) => ({ failure: asItemFailure(error), inputs: [] }));
		for (const item of own) Object.assign(item, loaded);
	};
	await Promise.all([...groupBy(items, ({ settings }) => settings.dataFieldsFrom).values()].map(load));
}

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
	return { plan: further === undefined ? plan : plan.withFieldsOf(further) };
}

/** What Match By means for items of one plan: those that are matched fail where that is not known. */
function matchColumnsOf(items: readonly PreparedItem[], names: string[], loaded: LoadedPlan): IdentifyingMatch[] {
	const features = () => allOf(items).map(({ feature = {} }) => feature);
	const columns = attempt(() => names.map((name) => matchByColumn(name, loaded.columns(), features)));
	if (!(columns instanceof ItemFailure)) return columns;
	for (const item of items) if (item.settings.skipExisting && item.inputs.length > 0) fail(item, columns);
	return [];
}

/** Items of one plan go together, also where only some name the partner of the credential. */
function planKeyOf({ planCode: code, settings }: PreparedItem): string {
	return `${code}\0${settings.partnerCode}`;
}

export function giveHints({ reporter }: ServiceRun, hints: readonly Hint[]): void {
	for (const [count, message] of hints) if (count > 0) reporter.hint(message);
}

/** Features of another plan leave the identity behind that the service made for them there. */
function dropIdentityOfOtherPlan({ planCode: code, items, matchColumns, loaded }: PlanPush): void {
	const isForeign = (planOf: unknown) => typeof planOf === 'string' && planOf.trim() !== code;
	const input: InputFeature[] = [];
	for (const { json, inputs } of items)
		// Of a list in JSON each may name its plan.
		for (const one of inputs) if (isForeign(one.value?.planCode ?? json.planCode)) input.push(one);
	if (input.length === 0) return;
	const matched = matchColumns.map((column) => (column.by === 'property' ? column.path : ''));
	const plans = [input.map(({ feature = {} }) => feature), loaded.features];
	const names = plans.flatMap((all) => [...ownIdentities(all).keys()]).filter((name) => !matched.includes(name));
	// The reader made each feature for this push: a plan of 200,000 needs no second copy of them.
	for (const { feature = {} } of input) for (const name of names) if (name in feature) feature[name] = undefined;
}

/** An item is sent as it is where Data Fields From, or the plan that Get took it from, has the like of it. */
async function admitOfOtherPlans(run: ServiceRun, items: readonly PreparedItem[]): Promise<void> {
	const admit = async ({ planCode: code, json, settings, inputs }: PreparedItem) => {
		const codes = [settings.dataFieldsFrom, json.planCode].filter((other) => typeof other === 'string');
		const others = codes.filter((other) => other.trim() !== '' && other !== code);
		const read = others.map(async (other) => await readPlan(run, other, settings).catch(() => undefined));
		const plans = await Promise.all(read);
		for (const one of inputs) {
			const { feature = {}, problems } = one;
			one.problems = problems.filter(
				(problem) => problem.rule === 'location' || !plans.some((plan) => plan?.has(feature, problem)),
			);
		}
	};
	const isUnknown = ({ inputs }: PreparedItem) => inputs.some(({ problems }) => problems.some(mayBeOnPlan));
	await Promise.all(items.filter(isUnknown).map(admit));
}

/** What of the items is sent. */
export function entriesOf(items: readonly PreparedItem[]): PlanEntry[] {
	const status = { kind: 'pending' } as const;
	return items.flatMap(({ settings: policy, inputs }) =>
		inputs
			.filter(isValidFeature)
			.map((one): PlanEntry => Object.assign(one, { policy, isRow: isRow(one) && !policy.isSkipForced, status })),
	);
}

import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, repeatsHeading, withoutByteOrderMark } from '../../service/columns';
import { hasSpecifiedOutline, outlineProblems } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst, withoutTrailing } from '../../service/text';
import { asItemFailure } from '../shared/failures';
import { ItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { InputReader, isValid, isValidFeature } from './input-features';
import type { InputFeature, PreparedItem } from './input-features';
import { otherPlans, readPlan } from './loaded-plan';
import type { LoadedPlan } from './loaded-plan';
import { matchByColumn } from './plan-columns';
import { planCode } from './push-parameters';
import { settingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

export interface PreparedItems {
	items: PreparedItem[];
	/** Items that give no plan or nothing that could be a feature, by item index. */
	failures: Map<number, ItemFailure>;
	/** Items whose plan had to be read first, and could not be. */
	unread: Map<number, ItemFailure>;
	/** What is no problem, and still not what somebody may have meant. */
	hints: string[];
}

/** What an operation needs beyond the settings of the items. */
export interface Preparation {
	/** Check the rules of the specification, also where Validate is off. */
	validate: boolean;
	/** The operation compares with the plans in any case, and an item that gives no feature is reported as any other. */
	reports: boolean;
}

/**
 * Reads every item before anything is sent. A plan is read where columns are mapped by name, or where its features must
 * be distinguished.
 */
export async function prepareItems(
	run: ServiceRun,
	input: INodeExecutionData[],
	{ validate, reports }: Preparation,
): Promise<PreparedItems> {
	const { parameters, context } = run;
	await locatePlans(run, input.length);
	const failures = new Map<number, ItemFailure>();
	const unread = new Map<number, ItemFailure>();
	const reader = new InputReader(parameters);
	const hints = new RowHints();
	const settingsOf = settingsReader(parameters, context.getMode() === 'retry');
	/** What is left of an item that gives no feature. */
	const fail = (item: PreparedItem, error: unknown): void => {
		const failure = asItemFailure(error);
		if (reports) item.inputs = [unreadable(item, failure)];
		else failures.set(item.itemIndex, failure);
	};

	let last: Pick<PreparedItem, 'planCode' | 'settings'> | undefined;
	const prepare = (json: Feature, itemIndex: number): PreparedItem | undefined => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex));
		const isEmpty = Array.isArray(inputs) && inputs.length === 0;
		if (isEmpty) hints.emptyItems++;
		// Always Output Data gives an item without anything, which names no plan either; headings name none.
		const columns = Object.keys(json);
		if (isEmpty && (columns.length === 0 || columns.some((column) => repeatsHeading(column, json[column]))))
			return undefined;
		const settings = settingsOf(itemIndex);
		const code = planCode.read(parameters, itemIndex);
		// Rejected here, so that nothing at all is sent when one URL cannot be made.
		if (last?.planCode !== code || last.settings !== settings) pushFeaturesUrl('', code, settings.author);
		last = { planCode: code, settings };
		const item = { itemIndex, planCode: code, settings, json, inputs: Array.isArray(inputs) ? inputs : [] };
		if (inputs instanceof ItemFailure) fail(item, inputs);
		return item;
	};
	let items: PreparedItem[] = [];
	const left = () => items.filter(({ itemIndex }) => !failures.has(itemIndex) && !unread.has(itemIndex));
	await mapInChunks(input.entries(), ([itemIndex, { json }]) => {
		const item = attempt(() => prepare(withoutByteOrderMark(json), itemIndex));
		if (item instanceof ItemFailure) failures.set(itemIndex, item);
		else if (item !== undefined && !failures.has(itemIndex)) items.push(item);
	});

	const { matchingColumns, rowOf } = reader.mapping;
	const isMatched = ({ settings }: PreparedItem) => matchingColumns.length > 0 && (reports || settings.skipExisting);
	await loadPlans(
		run,
		items.filter((item) => reports || reader.needsPlan(item.inputs) || isMatched(item)),
		unread,
	);
	items = left();
	await mapInChunks(unreadInputs(items), ({ item, one }) => {
		const problem = attempt(() => reader.read(one, item, validate));
		if (problem instanceof ItemFailure) fail(item, problem);
		else hints.note(one, item);
	});
	setMatchColumns(matchingColumns, left().filter(isMatched), fail);
	items = left();
	await validateByPlans(run, items, rowOf !== undefined);
	return { items, failures, unread, hints: hints.messages(reader.ignored) };
}

function attempt<T>(work: () => T): T | ItemFailure {
	try {
		return work();
	} catch (error) {
		return asItemFailure(error);
	}
}

function unreadable({ itemIndex }: PreparedItem, { message, advice }: ItemFailure): InputFeature {
	const details = { message: `is not given: ${message}. ${withoutTrailing(advice, '.')}`, group: message };
	return { itemIndex, path: '', problems: [{ path: '', rule: 'match', details }] };
}

/** An item may hold thousands: n8n does its other work in between. */
function* unreadInputs(items: readonly PreparedItem[]): Generator<{ item: PreparedItem; one: InputFeature }> {
	for (const item of items) for (const one of item.inputs) if (one.problems.length === 0) yield { item, one };
}

async function loadPlans(run: ServiceRun, items: PreparedItem[], unread: Map<number, ItemFailure>): Promise<void> {
	const read = async (code: string, settings: PushSettings) => await readPlan(run, code, settings).catch(asItemFailure);
	await Promise.all(
		items.map(async (item) => {
			const { itemIndex, planCode: code, settings } = item;
			const from = settings.dataFieldsFrom;
			const further = from === undefined ? undefined : read(from, settings);
			const [plan, other] = await Promise.all([read(code, settings), further]);
			if (plan instanceof ItemFailure) unread.set(itemIndex, plan);
			else if (other instanceof ItemFailure) unread.set(itemIndex, other);
			else Object.assign(item, { plan, further: other });
		}),
	);
}

/** The items get what Match By means on their plans; those for which it means nothing fail. */
function setMatchColumns(
	columns: readonly string[],
	items: readonly PreparedItem[],
	fail: (item: PreparedItem, error: unknown) => void,
): void {
	const input = items.flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
	// Items of one plan share their settings.
	const known = new Map<PushSettings, Map<string, PushSettings | ItemFailure>>();
	for (const item of items) {
		const { settings, planCode: code, plan, further } = item;
		const ofPlans = known.get(settings) ?? new Map<string, PushSettings | ItemFailure>();
		known.set(settings, ofPlans);
		const matchColumns = () => columns.map((column) => matchByColumn(column, plan?.columns(further), input));
		const found = ofPlans.get(code) ?? attempt(() => ({ ...settings, matchColumns: matchColumns() }));
		ofPlans.set(code, found);
		if (found instanceof ItemFailure) fail(item, found);
		else item.settings = found;
	}
}

/**
 * Checks outlines that were prepared without their plan, once Skip has read that: they have to be written as those
 * there are. As the specification writes them they have been checked.
 * @returns the items that are invalid now
 */
export async function validateOutlines(
	run: ServiceRun,
	all: readonly PreparedItem[],
	plan: LoadedPlan,
): Promise<PreparedItem[]> {
	const items = all.filter((item) => item.plan === undefined && item.settings.validate);
	for (const item of items) item.plan = plan;
	if (hasSpecifiedOutline(plan.features)) return [];
	const valid = items.flatMap(({ inputs }) => inputs.filter(isValidFeature));
	await mapInChunks(valid, (one) => (one.problems = outlineProblems(one.feature, plan.outlineForms)));
	await validateByPlans(run, items, false);
	return items.filter((item) => !isValid(item));
}

/**
 * What the plans say about problems: what a plan has in a place may be sent there, whatever Validate says, and a
 * problem of a feature without a kind lists the kinds of the plan.
 */
async function validateByPlans(run: ServiceRun, items: PreparedItem[], isMapped: boolean): Promise<void> {
	const noKinds = new Map<LoadedPlan | undefined, FeatureProblem>();
	const onPlan = (one: InputFeature, problem: FeatureProblem, plan: LoadedPlan | undefined): FeatureProblem => {
		if (problem.rule === 'kind' && isEmptyCell(one.feature?.type)) {
			// One for all rows of a plan, so that it is reported once.
			const noKind = noKinds.get(plan) ?? {
				path: 'type',
				rule: 'noKind',
				details: { kinds: plan?.kinds ?? [], isMapped },
			};
			noKinds.set(plan, noKind);
			return noKind;
		}
		if (problem.rule !== 'knownKind' || plan === undefined) return problem;
		return { ...problem, details: { ...problem.details, known: plan.possibleKinds() } };
	};
	const validateItem = async (item: PreparedItem) => {
		const { planCode: code, settings, inputs } = item;
		const isUnknown = inputs.some(hasUnknown);
		const needsPlan = settings.skipExisting || isUnknown;
		const read = item.plan ?? (needsPlan ? await readPlan(run, code, settings) : undefined);
		const plan = read instanceof ItemFailure ? undefined : read;
		const plans = [plan, ...(isUnknown ? await otherPlans(run, item) : [])];
		for (const one of inputs) {
			const isExisting = (problem: FeatureProblem) => plans.some((loaded) => loaded?.has(one.feature ?? {}, problem));
			const own = one.problems.filter((problem) => !isExisting(problem));
			one.problems = own.map((problem) => onPlan(one, problem, plan));
		}
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(validateItem));
}

/** Whether a plan may know its kind or its outline, which Push Anyway reads plans for. */
function hasUnknown({ problems }: InputFeature): boolean {
	return problems.some(({ rule }) => rule === 'knownKind' || rule === 'outline');
}

const MAX_COLUMNS = 5;

/** Counts what rows of a sheet leave out. */
class RowHints {
	/** Items that give nothing. */
	emptyItems = 0;
	private unknownIds = 0;
	/** Whether a column says anything: one that the plan does not have says nothing without a cell. */
	private readonly columns = new Map<string, boolean>();

	note({ row, hasUnknownId }: InputFeature, { plan, further }: PreparedItem): void {
		if (row === undefined) return;
		if (hasUnknownId) this.unknownIds++;
		for (const column in row) {
			if (this.columns.get(column) === true) continue;
			const kind = plan?.columns(further).meaningOf(column).kind;
			this.columns.set(column, (kind !== 'unmapped' && kind !== 'problem') || !isEmptyCell(row[column]));
		}
	}

	/** @param ignored columns that Extra Columns left out, with the number of their rows */
	messages(ignored: ReadonlyMap<string, number>): string[] {
		const empty = [...this.columns.values()].filter((says) => !says).length;
		const hints: string[] = [];
		if (this.emptyItems > 0) hints.push(`Items without any value of their own, which say nothing: ${this.emptyItems}.`);
		if (empty > 0) hints.push(`Columns without any value that the plan does not have, which say nothing: ${empty}.`);
		if (ignored.size > 0) {
			const names = joinFirst(MAX_COLUMNS, [...ignored], ([column, rows]) => `${inertText(column)} (${rows})`);
			hints.push(`Columns that Extra Columns left out, with the number of their rows: ${names}.`);
		}
		if (this.unknownIds > 0) {
			hints.push(
				`Rows whose id no feature of the plan has: ${this.unknownIds}. The id is not sent, because it may be the ` +
					'number of a row in a table.',
			);
		}
		return hints;
	}
}

import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, withoutByteOrderMark } from '../../service/columns';
import { featureProblems } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { asItemFailure } from '../shared/failures';
import { ItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { mapInPieces } from '../shared/wait';
import { inputsOf, needsPlan, readInput, rowSettingsOf } from './feature-sources';
import type { InputValue, PlansOfItem, RawFeature, RowSettings } from './feature-sources';
import { toInputFeature } from './input-features';
import type { InputFeature } from './input-features';
import { otherPlans, readPlan } from './known-plan';
import type { LoadedPlan } from './known-plan';
import { matchByColumn } from './plan-columns';
import { planCode } from './push-parameters';
import { settingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

/** What an item gives for its plan. */
export interface PreparedItem extends PlansOfItem {
	itemIndex: number;
	json: Feature;
	planCode: string;
	settings: PushSettings;
	inputs: InputFeature[];
}

/** An item whose plan may have to be read before its features are, or why it gives nothing that could be one. */
interface UnreadItem extends PreparedItem {
	raw: InputValue[] | ItemFailure;
}

export interface PreparedItems {
	items: PreparedItem[];
	/** Items that give no plan or nothing that could be a feature, by item index. */
	failures: Map<number, ItemFailure>;
	/** Items whose plan had to be read first, and could not be. */
	unread: Map<number, ItemFailure>;
	/** What is no problem, and still not what somebody may have meant. */
	hints: string[];
}

/** What an operation needs beyond what the items ask for. */
export interface Preparation {
	/** Check the rules of the specification, also where Validate is off. */
	validate: boolean;
	/** The operation compares with the plans in any case, and an item that gives no feature is told as any other. */
	reports: boolean;
}

export function isValid({ inputs }: PreparedItem): boolean {
	return inputs.every(({ problems }) => problems.length === 0);
}

/**
 * Reads every item before anything is sent. A plan is read where columns are mapped by name, or where its features must
 * be told apart.
 */
export async function prepareItems(
	run: ServiceRun,
	input: INodeExecutionData[],
	{ validate, reports }: Preparation,
): Promise<PreparedItems> {
	await locatePlans(run, input.length);
	const failures = new Map<number, ItemFailure>();
	const unread = new Map<number, ItemFailure>();
	const rowSettings = rowSettingsOf(run.parameters);
	const hints = new RowHints(rowSettings);
	const readItem = itemReader(run, rowSettings, hints);
	const all = await mapInPieces(input.entries(), ([itemIndex, { json }]): UnreadItem[] => {
		try {
			return readItem(withoutByteOrderMark(json), itemIndex);
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
			return [];
		}
	});
	const items: PreparedItem[] = [];
	const fail = (item: PreparedItem, error: unknown) => {
		const failure = asItemFailure(error);
		if (!reports) failures.set(item.itemIndex, failure);
		else {
			item.inputs = [unreadable(item, failure.message)];
			items.push(item);
		}
	};
	await mapInPieces(await withPlans(run, all.flat(), rowSettings, reports, unread), ({ raw, ...item }) => {
		if (raw instanceof ItemFailure) return fail(item, raw);
		try {
			const read = raw.map((one) => readInput(rowSettings, one, item, item.itemIndex));
			hints.note(read, item);
			item.inputs = read.map((one) => toInputFeature(one, item, validate));
			items.push(item);
		} catch (error) {
			fail(item, error);
		}
	});
	const matched = matchItems(rowSettings.mapping.matchingColumns, items, reports, fail);
	await validateByPlans(run, matched, rowSettings.mapping.rowOf !== undefined);
	return {
		items: matched,
		failures,
		unread,
		hints: hints.message(reports || matched.some(({ settings }) => settings.skipExisting)),
	};
}

/** The items with what Match By means on their plans; without those for which it means nothing. */
function matchItems(
	columns: readonly string[],
	items: PreparedItem[],
	reports: boolean,
	fail: (item: PreparedItem, error: unknown) => void,
): PreparedItem[] {
	if (columns.length === 0) return items;
	const input = items.flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
	const withColumns = ({ settings, plan, further }: PreparedItem): PushSettings | ItemFailure => {
		try {
			return {
				...settings,
				matchColumns: columns.map((column) => matchByColumn(column, plan?.columns(further), input)),
			};
		} catch (error) {
			return asItemFailure(error);
		}
	};
	// Items of one plan share their settings.
	const loaded = new Map<PushSettings, Map<string, PushSettings | ItemFailure>>();
	const settingsOf = (item: PreparedItem) => {
		const ofPlans = loaded.get(item.settings) ?? new Map<string, PushSettings | ItemFailure>();
		const settings = ofPlans.get(item.planCode) ?? withColumns(item);
		loaded.set(item.settings, ofPlans.set(item.planCode, settings));
		return settings;
	};
	return items.filter((item) => {
		if (!reports && !item.settings.skipExisting) return true;
		const settings = settingsOf(item);
		if (settings instanceof ItemFailure) fail(item, settings);
		else item.settings = settings;
		return !(settings instanceof ItemFailure);
	});
}

/** Checks what was prepared without its plan, once Skip has read that: its outlines have to be like those there. */
export async function validateByPlan(run: ServiceRun, all: PreparedItem[], plan: LoadedPlan): Promise<PreparedItem[]> {
	const items = all.filter((item) => item.plan === undefined && item.settings.validate);
	for (const item of items) item.plan = plan;
	await mapInPieces(
		items.flatMap(({ inputs }) => inputs),
		(one) => {
			one.problems = featureProblems(one.feature, plan.outlineForms);
		},
	);
	await validateByPlans(run, items, false);
	return items.filter((item) => !isValid(item));
}

/**
 * What the plans say about problems: what a plan has in a place may be sent there, whatever Validate says, and a
 * feature without a kind is told the kinds of the plan.
 */
async function validateByPlans(run: ServiceRun, items: PreparedItem[], isMapped: boolean): Promise<void> {
	const noKinds = new Map<LoadedPlan | undefined, FeatureProblem>();
	const onPlan = (one: InputFeature, problem: FeatureProblem, plan: LoadedPlan | undefined): FeatureProblem => {
		if (problem.rule === 'kind' && isEmptyCell(one.feature?.type)) {
			// One for all rows of a plan, so that it is told once.
			const noKind = noKinds.get(plan) ?? {
				path: 'type',
				rule: 'noKind',
				details: { kinds: plan?.kinds ?? [], isMapped },
			};
			noKinds.set(plan, noKind);
			return noKind;
		}
		if (problem.rule !== 'knownKind' || plan === undefined) return problem;
		return { ...problem, details: { ...problem.details, known: plan.possibleKinds } };
	};
	const validateItem = async (item: PreparedItem) => {
		const { planCode: code, settings, inputs } = item;
		const isUnknown = inputs.some(hasUnknown);
		const needsPlan = settings.skipExisting || isUnknown;
		const read = item.plan ?? (needsPlan ? await readPlan(run, code, settings) : undefined);
		const plan = read instanceof ItemFailure ? undefined : read;
		const plans = [plan, ...(isUnknown ? await otherPlans(run, item) : [])];
		for (const one of inputs) {
			const isHeld = (problem: FeatureProblem) => plans.some((loaded) => loaded?.has(one.feature ?? {}, problem));
			const own = one.problems.filter((problem) => !isHeld(problem));
			one.problems = own.map((problem) => onPlan(one, problem, plan));
		}
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(validateItem));
}

/** Whether a plan may know its kind or its outline, which Push Anyway reads plans for. */
function hasUnknown({ problems }: InputFeature): boolean {
	return problems.some(({ rule }) => rule === 'knownKind' || rule === 'outline');
}

function unreadable({ itemIndex }: PreparedItem, message: string): InputFeature {
	const problem: FeatureProblem = {
		path: '',
		rule: 'match',
		details: { message: `is not given: ${message}`, group: message },
	};
	return { itemIndex, path: '', feature: undefined, problems: [problem] };
}

/** Reads what an item gives. Items that give nothing, as blank rows, are counted. */
function itemReader(
	{ parameters, context }: ServiceRun,
	rowSettings: RowSettings,
	hints: RowHints,
): (json: Feature, itemIndex: number) => UnreadItem[] {
	const settingsOf = settingsReader(parameters, context.getMode() === 'retry');
	let last: UnreadItem | undefined;
	return (json, itemIndex) => {
		let raw: InputValue[] | ItemFailure;
		try {
			raw = inputsOf(rowSettings, json, itemIndex);
		} catch (error) {
			raw = asItemFailure(error);
		}
		const isBlank = Array.isArray(raw) && raw.length === 0;
		if (isBlank) hints.blanks++;
		// Always Output Data gives an item without anything, which names no plan either.
		if (isBlank && Object.keys(json).length === 0) return [];
		const settings = settingsOf(itemIndex);
		const code = planCode.read(parameters, itemIndex);
		// Rejected here, so that nothing at all is sent when one URL cannot be made.
		if (last?.planCode !== code || last.settings !== settings) pushFeaturesUrl('', code, settings.author);
		last = { itemIndex, planCode: code, settings, json, inputs: [], raw };
		return [last];
	};
}

async function withPlans(
	run: ServiceRun,
	all: UnreadItem[],
	rowSettings: RowSettings,
	reports: boolean,
	unread: Map<number, ItemFailure>,
): Promise<UnreadItem[]> {
	const isMatched = rowSettings.mapping.matchingColumns.length > 0;
	const isRead = ({ raw, settings }: UnreadItem) =>
		reports || (Array.isArray(raw) && needsPlan(rowSettings, raw)) || (isMatched && settings.skipExisting);
	if (!all.some(isRead)) return all;
	const items = all.map(async (item): Promise<UnreadItem[]> => {
		if (!isRead(item)) return [item];
		const { planCode: code, settings } = item;
		const from = settings.dataFieldsFrom;
		const [plan, further] = await Promise.all([
			readPlan(run, code, settings).catch(asItemFailure),
			from === undefined ? undefined : readPlan(run, from, settings).catch(asItemFailure),
		]);
		if (!(plan instanceof ItemFailure) && !(further instanceof ItemFailure)) return [{ ...item, plan, further }];
		unread.set(item.itemIndex, plan instanceof ItemFailure ? plan : (further as ItemFailure));
		return [];
	});
	return (await Promise.all(items)).flat();
}

const MAX_COLUMNS = 5;

/** Collects what rows of a sheet leave unsaid. */
class RowHints {
	/** Items that give nothing. */
	blanks = 0;
	private rows = 0;
	private foreignIds = 0;
	/** In how many rows a column has a cell, filled or not, and what it says where none is filled. */
	private readonly columns = new Map<string, { cells: number; isFilled: boolean; isBlank: boolean }>();

	constructor(private readonly rowSettings: RowSettings) {}

	note(read: readonly RawFeature[], { plan, further }: PlansOfItem): void {
		const loaded = plan?.columns(further);
		for (const { row, hasForeignId } of read) {
			if (row === undefined) continue;
			this.rows++;
			if (hasForeignId) this.foreignIds++;
			for (const column in row) {
				let one = this.columns.get(column);
				if (one === undefined) {
					const kind = loaded?.meaningOf(column).kind;
					one = { cells: 0, isFilled: false, isBlank: kind === 'unmapped' || kind === 'problem' };
					this.columns.set(column, one);
				}
				one.cells++;
				one.isFilled ||= !isEmptyCell(row[column]);
			}
		}
	}

	/** @param compares what a row lacks is compared with the plan */
	message(compares: boolean): string[] {
		const columns = [...this.columns];
		const lacking = columns.filter(([, { cells }]) => cells < this.rows).map(([column]) => inertText(column));
		const blank = columns.filter(([, { isFilled, isBlank }]) => isBlank && !isFilled).length;
		const hints: string[] = [];
		if (compares && lacking.length > 0) {
			hints.push(
				`Some rows have no cell in ${joinFirst(MAX_COLUMNS, lacking, String)}, so nothing is said of it there. To ` +
					'empty what the plan has, switch on Include Empty Cells in the node that reads the file.',
			);
		}
		if (this.blanks > 0) hints.push(`Items without any value, which say nothing: ${this.blanks}.`);
		if (blank > 0) hints.push(`Columns without any value that the plan does not have, which say nothing: ${blank}.`);
		const { ignored } = this.rowSettings;
		if (ignored.size > 0) {
			const names = joinFirst(MAX_COLUMNS, [...ignored], ([column, rows]) => `${inertText(column)} (${rows})`);
			hints.push(`Columns that Extra Columns left out, with the number of their rows: ${names}.`);
		}
		if (this.foreignIds > 0) {
			hints.push(
				`Rows whose id no feature of the plan has: ${this.foreignIds}. The id is not sent, because it may be the ` +
					'number of a row in a table.',
			);
		}
		return hints;
	}
}

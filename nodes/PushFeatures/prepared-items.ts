import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesAddress } from '../../service/api';
import { withoutByteOrderMark } from '../../service/columns';
import { isEmptyValue } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { givenOf, needsPlan, readGiven, readingOf } from './feature-sources';
import type { Given, PlansOfItem, RawFeature, Reading } from './feature-sources';
import { judge, prefixPath, withoutPath } from './input-features';
import type { InputFeature } from './input-features';
import { otherPlans, readPlan } from './known-plan';
import type { KnownPlan } from './known-plan';
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
	given: InputFeature[];
}

/** An item whose plan may have to be read before its features are. */
interface UnreadItem extends PreparedItem {
	raw: Given[];
	/** Why it gives nothing that could be a feature. */
	failure?: ItemFailure;
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

export function isValid({ given }: PreparedItem): boolean {
	return given.every(({ problems }) => problems.length === 0);
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
	const rows = input.map(({ json }) => withoutByteOrderMark(json));
	const reading = readingOf(run.parameters);
	const hints = new RowHints(reading);
	const located = await withPlans(run, unreadItems(run, reading, rows, failures, hints), reading, reports, unread);
	const items: PreparedItem[] = [];
	const fail = (item: PreparedItem, error: unknown) => {
		const failure = asItemFailure(error);
		if (!reports) failures.set(item.itemIndex, failure);
		else {
			item.given = [unreadable(item, failure.message)];
			items.push(item);
		}
	};
	for (const { raw, failure, ...item } of located) {
		if (failure !== undefined) fail(item, failure);
		else {
			try {
				const read = raw.map((one) => readGiven(reading, one, item, item.itemIndex));
				hints.note(read, item);
				item.given = read.map((one) => judge(one, item, validate));
				items.push(item);
			} catch (error) {
				fail(item, error);
			}
		}
	}
	const matched = matchItems(reading.mapping.matchingColumns, items, reports, fail);
	await judgeByPlans(run, matched, reading.mapping.rowOf !== undefined);
	return {
		items: matched,
		failures,
		unread,
		hints: hints.words(reports || matched.some(({ settings }) => settings.skipExisting)),
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
	const input = items.flatMap(({ given }) => given.map(({ feature = {} }) => feature));
	const known = new Map<PushSettings, Map<string, PushSettings | Error>>();
	const settingsOf = ({ settings, planCode: code, plan, further }: PreparedItem) => {
		const ofPlans = known.get(settings) ?? new Map<string, PushSettings | Error>();
		known.set(settings, ofPlans);
		let matched = ofPlans.get(code);
		if (matched === undefined) {
			try {
				const matchColumns = columns.map((column) => matchByColumn(column, plan?.columns(further), input));
				matched = { ...settings, matchColumns };
			} catch (error) {
				matched = asItemFailure(error);
			}
			ofPlans.set(code, matched);
		}
		return matched;
	};
	return items.filter((item) => {
		if (!reports && !item.settings.skipExisting) return true;
		const settings = settingsOf(item);
		if (settings instanceof Error) fail(item, settings);
		else item.settings = settings;
		return !(settings instanceof Error);
	});
}

/**
 * What the plans say about problems: what a plan has in a place may be sent there, whatever Validate says, and a
 * feature without a kind is told the kinds of the plan.
 */
async function judgeByPlans(run: ServiceRun, items: PreparedItem[], isMapped: boolean): Promise<void> {
	const noKinds = new Map<KnownPlan | undefined, FeatureProblem>();
	const noKindOn = (plan: KnownPlan | undefined) => {
		const problem = noKinds.get(plan) ?? noKind(plan, isMapped);
		noKinds.set(plan, problem);
		return problem;
	};
	const judgeItem = async (item: PreparedItem) => {
		const { planCode: code, settings, given } = item;
		const needsIt = settings.skipExisting || given.some(hasUnknown);
		const read = item.plan ?? (needsIt ? await readPlan(run, code, settings) : undefined);
		const known = read instanceof ItemFailure ? undefined : read;
		allowWhatItHolds(known, given);
		if (given.some(hasUnknown)) for (const plan of await otherPlans(run, item)) allowWhatItHolds(plan, given);
		const onPlan = (one: InputFeature, problem: FeatureProblem): FeatureProblem => {
			if (lacksKind(one, problem)) return prefixPath(one.path)(noKindOn(known));
			if (problem.rule !== 'knownKind' || known === undefined) return problem;
			return { ...problem, given: { ...problem.given, known: known.possibleKinds } };
		};
		for (const one of given) one.problems = one.problems.map((problem) => onPlan(one, problem));
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(judgeItem));
}

function allowWhatItHolds(plan: KnownPlan | undefined, given: readonly InputFeature[]): void {
	if (plan === undefined) return;
	const isHeld = (one: InputFeature, problem: FeatureProblem) =>
		plan.holds(one.feature ?? {}, withoutPath(one.path, problem));
	for (const one of given) one.problems = one.problems.filter((problem) => !isHeld(one, problem));
}

/** Whether a plan may know its kind or its outline, which Push Anyway reads plans for. */
function hasUnknown({ problems }: InputFeature): boolean {
	return problems.some(({ rule }) => rule === 'knownKind' || rule === 'outline');
}

function noKind(plan: KnownPlan | undefined, isMapped: boolean): FeatureProblem {
	return { path: 'type', rule: 'noKind', given: { kinds: plan?.kinds ?? [], isMapped } };
}

function lacksKind({ feature }: InputFeature, { rule }: FeatureProblem): boolean {
	return rule === 'kind' && isBlank(feature?.type);
}

function unreadable({ itemIndex }: PreparedItem, words: string): InputFeature {
	const problem: FeatureProblem = { path: '', rule: 'match', given: { words: `is not given: ${words}`, group: words } };
	return { itemIndex, path: '', feature: undefined, problems: [problem] };
}

/** What items give, unread. Items that give nothing, as blank rows, are counted. */
function unreadItems(
	{ parameters, context }: ServiceRun,
	reading: Reading,
	rows: Feature[],
	failures: Map<number, ItemFailure>,
	hints: RowHints,
): UnreadItem[] {
	const settingsOf = settingsReader(parameters, context.getMode() === 'retry');
	let last: UnreadItem | undefined;
	return rows.flatMap((json, itemIndex): UnreadItem[] => {
		try {
			const given = givenOrFailure(reading, json, itemIndex);
			if (Array.isArray(given) && given.length === 0) hints.blanks++;
			// Always Output Data gives an item without anything, which names no plan either.
			if (Object.keys(json).length === 0 && Array.isArray(given) && given.length === 0) return [];
			const settings = settingsOf(itemIndex);
			const code = planCode.read(parameters, itemIndex);
			// Rejected here, so that nothing at all is sent when one URL cannot be made.
			if (last?.planCode !== code || last.settings !== settings) pushFeaturesAddress('', code, settings.author);
			const item = { itemIndex, planCode: code, settings, json, given: [] };
			last = Array.isArray(given) ? { ...item, raw: given } : { ...item, raw: [], failure: given };
			return [last];
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
			return [];
		}
	});
}

function givenOrFailure(reading: Reading, json: Feature, itemIndex: number): Given[] | ItemFailure {
	try {
		return givenOf(reading, json, itemIndex);
	} catch (error) {
		return asItemFailure(error);
	}
}

async function withPlans(
	run: ServiceRun,
	all: UnreadItem[],
	reading: Reading,
	reports: boolean,
	unread: Map<number, ItemFailure>,
): Promise<UnreadItem[]> {
	const isMatched = reading.mapping.matchingColumns.length > 0;
	const isRead = ({ raw, settings }: UnreadItem) =>
		reports || needsPlan(reading, raw) || (isMatched && settings.skipExisting);
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
	private readonly columns = new Map<string, { cells: number; isFilled: boolean; saysNothing: boolean }>();

	constructor(private readonly reading: Reading) {}

	note(read: readonly RawFeature[], { plan, further }: PlansOfItem): void {
		const known = plan?.columns(further);
		for (const { row, hasForeignId } of read) {
			if (row === undefined) continue;
			this.rows++;
			if (hasForeignId) this.foreignIds++;
			for (const column in row) {
				let one = this.columns.get(column);
				if (one === undefined) {
					const kind = known?.meaningOf(column).kind;
					one = { cells: 0, isFilled: false, saysNothing: kind === 'unmapped' || kind === 'problem' };
					this.columns.set(column, one);
				}
				one.cells++;
				one.isFilled ||= !isBlank(row[column]);
			}
		}
	}

	/** @param compares what a row lacks is compared with the plan */
	words(compares: boolean): string[] {
		const columns = [...this.columns];
		const lacking = columns.filter(([, { cells }]) => cells < this.rows).map(([column]) => inertText(column));
		const blank = columns.filter(([, { isFilled, saysNothing }]) => saysNothing && !isFilled).length;
		const hints: string[] = [];
		if (compares && lacking.length > 0) {
			hints.push(
				`Some rows have no cell in ${joinFirst(MAX_COLUMNS, lacking, String)}, so nothing is said of it there. To ` +
					'empty what the plan has, switch on Include Empty Cells in the node that reads the file.',
			);
		}
		if (this.blanks > 0) hints.push(`Items without any value, which say nothing: ${this.blanks}.`);
		if (blank > 0) hints.push(`Columns without any value that the plan does not have, which say nothing: ${blank}.`);
		const { ignored } = this.reading;
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

function isBlank(cell: unknown): boolean {
	return isEmptyValue(cell) || (typeof cell === 'string' && cell.trim() === '');
}

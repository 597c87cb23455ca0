import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesAddress } from '../../service/api';
import { withoutByteOrderMark } from '../../service/columns';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { givenOf, needsPlan, readGiven, readingOf } from './feature-sources';
import type { Given, PlansOfItem, RawFeature, Reading } from './feature-sources';
import { judge, withoutPath } from './given-features';
import type { GivenFeature } from './given-features';
import { readPlan } from './known-plan';
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
	given: GivenFeature[];
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

export function problemsOf({ given }: PreparedItem): FeatureProblem[] {
	return given.flatMap(({ problems }) => problems);
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
				hints.note(read);
				item.given = read.map((one) => judge(one, item, validate));
				items.push(item);
			} catch (error) {
				fail(item, error);
			}
		}
	}
	const matched = matchItems(reading.mapping.matchingColumns, items, reports, fail);
	await allowWhatPlansHold(run, matched);
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

/** What a plan that is read has in a place may be sent there, whatever Validate says. */
async function allowWhatPlansHold(run: ServiceRun, items: PreparedItem[]): Promise<void> {
	const doubtful = items.filter((item) => !isValid(item) && (item.settings.skipExisting || item.plan !== undefined));
	await Promise.all(
		doubtful.map(async ({ planCode: code, settings, given, ...item }) => {
			const plan = item.plan ?? (await readPlan(run, code, settings));
			if (plan instanceof ItemFailure) return;
			for (const one of given)
				one.problems = one.problems.filter((problem) => !plan.holds(one.feature ?? {}, withoutPath(one.path, problem)));
		}),
	);
}

function unreadable({ itemIndex }: PreparedItem, words: string): GivenFeature {
	const problem: FeatureProblem = { path: '', rule: 'match', given: `is not given: ${words}` };
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

const MOST_COLUMNS = 5;

/** Collects what rows of a sheet leave unsaid. */
class RowHints {
	/** Items that give nothing. */
	blanks = 0;
	private rows = 0;
	private foreignIds = 0;
	private readonly columns = new Map<string, number>();

	constructor(private readonly reading: Reading) {}

	note(read: readonly RawFeature[]): void {
		for (const { row, hasForeignId } of read) {
			if (row === undefined) continue;
			this.rows++;
			if (hasForeignId) this.foreignIds++;
			for (const column in row) this.columns.set(column, (this.columns.get(column) ?? 0) + 1);
		}
	}

	/** @param compares what a row lacks is compared with the plan */
	words(compares: boolean): string[] {
		const lacking = [...this.columns].filter(([, count]) => count < this.rows).map(([column]) => inertText(column));
		const hints: string[] = [];
		if (compares && lacking.length > 0) {
			hints.push(
				`Some rows have no cell in ${joinFirst(MOST_COLUMNS, lacking, (column) => column)}, so nothing is said of it ` +
					'there. To empty what the plan has, switch on Include Empty Cells in the node that reads the file.',
			);
		}
		if (this.blanks > 0) hints.push(`Items without any value, which say nothing: ${this.blanks}.`);
		const { ignored } = this.reading;
		if (ignored.size > 0) {
			const names = joinFirst(MOST_COLUMNS, [...ignored], ([column, count]) => `${inertText(column)} (${count})`);
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

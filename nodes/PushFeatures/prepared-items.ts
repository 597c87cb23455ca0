import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesAddress } from '../../service/api';
import { ItemReader, withoutByteOrderMark } from '../../service/columns';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { needsPlan, rawFeatures, rowOf } from './feature-sources';
import type { GivenItem, RawFeature } from './feature-sources';
import { judge, withoutPath } from './given-features';
import type { GivenFeature } from './given-features';
import { readPlan } from './known-plan';
import { planCode } from './push-parameters';
import { settingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

/** What an item gives for its plan. */
export interface PreparedItem extends GivenItem {
	planCode: string;
	settings: PushSettings;
	given: GivenFeature[];
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
	const located = await withPlans(run, unpreparedItems(run, rows, failures), reports, unread);
	let columns: Set<string> | undefined;
	const known = { columns: () => (columns ??= new Set(rows.flatMap(Object.keys))), reader: new ItemReader() };
	const hints = new RowHints();
	const items: PreparedItem[] = [];
	for (const item of located) {
		try {
			const raw = rawFeatures(run.parameters, item, known);
			hints.note(item, raw);
			item.given = raw.map((one) => judge(one, item, validate));
			items.push(item);
		} catch (error) {
			const failure = asItemFailure(error);
			item.given = [unreadable(item, failure.message)];
			if (reports) items.push(item);
			else failures.set(item.itemIndex, failure);
		}
	}
	await allowWhatPlansHold(run, items);
	return {
		items,
		failures,
		unread,
		hints: hints.words(reports || items.some(({ settings }) => settings.skipExisting)),
	};
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

function unreadable({ itemIndex, row }: PreparedItem, words: string): GivenFeature {
	const problem: FeatureProblem = { path: '', rule: 'match', given: `is not given: ${words}` };
	return { itemIndex, row, path: '', feature: undefined, problems: [problem] };
}

/** Without what the items give. */
function unpreparedItems(
	{ parameters }: ServiceRun,
	rows: Feature[],
	failures: Map<number, ItemFailure>,
): PreparedItem[] {
	const settingsOf = settingsReader(parameters);
	let last: PreparedItem | undefined;
	return rows.flatMap((json, itemIndex): PreparedItem[] => {
		try {
			const settings = settingsOf(itemIndex);
			const code = planCode.read(parameters, itemIndex);
			// Refused here, so that nothing at all is sent when one address cannot be made.
			if (last?.planCode !== code || last.settings !== settings) pushFeaturesAddress('', code, settings.author);
			last = { itemIndex, planCode: code, settings, json, row: rowOf(parameters, json, itemIndex), given: [] };
			return [last];
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
			return [];
		}
	});
}

async function withPlans(
	run: ServiceRun,
	all: PreparedItem[],
	reports: boolean,
	unread: Map<number, ItemFailure>,
): Promise<PreparedItem[]> {
	const isRead = ({ json, row, settings }: PreparedItem) =>
		reports ||
		(row !== undefined && needsPlan(row, json, settings.skipExisting)) ||
		(settings.match.by !== 'feature' && settings.skipExisting);
	if (!all.some(isRead)) return all;
	const items = all.map(async (item): Promise<PreparedItem[]> => {
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
	private rows = 0;
	private foreignIds = 0;
	private readonly columns = new Map<string, number>();

	note({ row, json }: GivenItem, given: readonly RawFeature[]): void {
		if (row === undefined) return;
		this.rows++;
		if (given.some(({ hasForeignId }) => hasForeignId)) this.foreignIds++;
		for (const column in json) this.columns.set(column, (this.columns.get(column) ?? 0) + 1);
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
		if (this.foreignIds > 0) {
			hints.push(
				`Rows whose id no feature of the plan has: ${this.foreignIds}. The id is not sent, because it may be the ` +
					'number of a row in a table.',
			);
		}
		return hints;
	}
}

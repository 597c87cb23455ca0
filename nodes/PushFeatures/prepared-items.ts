import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesAddress } from '../../service/answer';
import { listedMeanings, withoutByteOrderMark } from '../../service/columns';
import type { Feature, FeatureProblem } from '../../service/plan';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-names';
import type { ServiceRun } from '../shared/service-run';
import { isSheetRow, needsPlan, rawFeatures } from './feature-sources';
import { judge } from './given-features';
import type { GivenFeature } from './given-features';
import { readPlan } from './plan-reader';
import { planCode } from './push-parameters';
import { RowHints } from './row-hints';
import { settingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

/** An item before its features are read. */
interface Draft {
	itemIndex: number;
	planCode: string;
	settings: PushSettings;
	json: Feature;
	/** The features of its plan, where they were read. */
	plan?: readonly Feature[];
	/** Those of the plan that Data Fields From names. */
	further?: readonly Feature[];
}

/** What an item gives for its plan. */
export interface PreparedItem extends Omit<Draft, 'json'> {
	given: GivenFeature[];
	/** A row of a sheet, which people count from 2. */
	isRow: boolean;
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
	const drafts = await withPlans(run, draftsOf(run, rows, failures), reports, unread);
	let columns: Set<string> | undefined;
	const known = { columns: () => (columns ??= new Set(rows.flatMap(Object.keys))), meaningOf: listedMeanings() };
	const items: PreparedItem[] = [];
	const hints = new RowHints();
	for (const { json, ...draft } of drafts) {
		try {
			const isRow = isSheetRow(run.parameters, json, draft.itemIndex);
			const raw = rawFeatures(run.parameters, json, draft.itemIndex, { ...known, ...draft });
			if (isRow) hints.note(json, raw);
			items.push({ ...draft, isRow, given: raw.map((one) => judge(one, draft.settings, validate)) });
		} catch (error) {
			const failure = asItemFailure(error);
			if (reports) items.push({ ...draft, isRow: false, given: [unreadable(failure.message)] });
			else failures.set(draft.itemIndex, failure);
		}
	}
	return {
		items,
		failures,
		unread,
		hints: hints.words(reports || items.some(({ settings }) => settings.skipExisting)),
	};
}

function unreadable(words: string): GivenFeature {
	return { path: '', feature: undefined, problems: [{ path: '', rule: 'match', given: `is not given: ${words}` }] };
}

function draftsOf({ parameters }: ServiceRun, rows: Feature[], failures: Map<number, ItemFailure>): Draft[] {
	const settingsOf = settingsReader(parameters);
	return rows.flatMap((json, itemIndex): Draft[] => {
		try {
			const settings = settingsOf(itemIndex);
			const code = planCode.read(parameters, itemIndex);
			// Refused here, so that nothing at all is sent when one address cannot be made.
			pushFeaturesAddress('', code, settings.author);
			return [{ itemIndex, planCode: code, settings, json }];
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
			return [];
		}
	});
}

async function withPlans(
	run: ServiceRun,
	all: Draft[],
	reports: boolean,
	unread: Map<number, ItemFailure>,
): Promise<Draft[]> {
	const isRead = ({ itemIndex, json, settings }: Draft) =>
		reports ||
		needsPlan(run.parameters, json, itemIndex, settings.skipExisting) ||
		(settings.match.by !== 'feature' && settings.skipExisting);
	if (!all.some(isRead)) return all;
	const drafts = all.map(async (draft): Promise<Draft[]> => {
		if (!isRead(draft)) return [draft];
		const { planCode: code, settings } = draft;
		const from = settings.dataFieldsFrom;
		const [plan, further] = await Promise.all([
			readPlan(run, code, settings).catch(asItemFailure),
			from === undefined ? undefined : readPlan(run, from, settings).catch(asItemFailure),
		]);
		if (!(plan instanceof ItemFailure) && !(further instanceof ItemFailure)) return [{ ...draft, plan, further }];
		unread.set(draft.itemIndex, plan instanceof ItemFailure ? plan : (further as ItemFailure));
		return [];
	});
	return (await Promise.all(drafts)).flat();
}

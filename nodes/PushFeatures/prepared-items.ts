import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesAddress } from '../../service/answer';
import { listedMeanings, withoutByteOrderMark } from '../../service/columns';
import { featureProblems, asSendable, withoutMissingValues } from '../../service/plan';
import { isJsonObject } from '../../service/text';
import type { Feature, FeatureProblem } from '../../service/plan';
import { ItemFailure, asItemFailure } from '../shared/item-error';
import type { ServiceRun } from '../shared/service-run';
import { isMappedByName, rawFeatures } from './feature-sources';
import type { RawFeature } from './feature-sources';
import { homePartner } from './home-partner';
import { MatchRule } from './match-rule';
import type { MatchedItem } from './match-rule';
import { readPlan } from './plan-reader';
import { planCode } from './push-parameters';
import { PushSettingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

/** An item whose features may be sent. */
export interface PreparedItem {
	itemIndex: number;
	planCode: string;
	settings: PushSettings;
	/** As JSON writes them, so that what is compared is what is sent. */
	features: Feature[];
	/** Rules that features of this item break. Such features are not among `features`. */
	problems: readonly FeatureProblem[];
	/** How many features the item gave. */
	given: number;
}

export interface PreparedItems {
	items: PreparedItem[];
	/** Items that give no plan or nothing that could be a feature, by item index. */
	failures: Map<number, ItemFailure>;
	/** Items whose plan had to be read first, and could not be. */
	unread: Map<number, ItemFailure>;
}

/** What an operation needs beyond what the items ask for. */
export interface Preparation {
	/** Check the rules of the specification, also where Validate is off. */
	validate: boolean;
	/** The operation reads the plans in any case. */
	readsPlans: boolean;
}

/**
 * Reads every item before anything is sent. A plan is read where columns are mapped by name, or where its features must
 * be told apart.
 */
export async function prepareItems(
	run: ServiceRun,
	input: INodeExecutionData[],
	wanted: Preparation,
): Promise<PreparedItems> {
	const failures = new Map<number, ItemFailure>();
	const rows = input.map(({ json }) => withoutByteOrderMark(json));
	const { drafts, unread } = await withPlans(run, draftsOf(run, rows, failures), wanted);
	const columns = memoize(() => columnNamesOf(rows));
	const meaningOf = listedMeanings();
	const matchRule = drafts.some(({ settings }) => settings.match.by !== 'feature')
		? new MatchRule(await homePartner(run))
		: undefined;
	const items: PreparedItem[] = [];
	for (const draft of drafts) {
		try {
			const raw = rawFeatures(run.parameters, draft.json, draft.itemIndex, {
				columns,
				plan: draft.plan,
				meaningOf,
			});
			items.push(
				prepare(
					draft,
					raw.map((one) => judge(one, draft.settings, wanted.validate)),
					matchRule,
				),
			);
		} catch (error) {
			failures.set(draft.itemIndex, asItemFailure(error));
		}
	}
	return { items, failures, unread };
}

function columnNamesOf(rows: readonly Feature[]): Set<string> {
	const columns = new Set<string>();
	for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
	return columns;
}

/** A feature of an item with the rules that it breaks. */
interface JudgedFeature {
	/** Leads to it within the item. */
	path: string;
	/** Undefined where it is no object, which breaks a rule. */
	feature: Feature | undefined;
	problems: FeatureProblem[];
}

function prepare(draft: Draft, judged: JudgedFeature[], matchRule: MatchRule | undefined): PreparedItem {
	const { itemIndex, planCode, settings } = draft;
	if (matchRule !== undefined) {
		for (const { path, feature, problems } of judged.filter(isSound)) {
			const words = matchRule.problemOf(path, feature, draft);
			if (words !== undefined) problems.push({ path, rule: 'match', given: words });
		}
	}
	const features = judged.filter(isSound).map(({ feature }) => feature);
	const problems = features.length === judged.length ? NONE : judged.flatMap((one) => one.problems);
	return { itemIndex, planCode, settings, features, problems, given: judged.length };
}

const NONE: readonly FeatureProblem[] = [];

function isSound(one: JudgedFeature): one is JudgedFeature & { feature: Feature } {
	return one.problems.length === 0 && one.feature !== undefined;
}

/** An item before its features are read. */
interface Draft extends MatchedItem {
	json: Feature;
}

function draftsOf({ parameters }: ServiceRun, rows: Feature[], failures: Map<number, ItemFailure>): Draft[] {
	const reader = new PushSettingsReader(parameters);
	const drafts: Draft[] = [];
	let checked: Draft | undefined;
	rows.forEach((json, itemIndex) => {
		try {
			const settings = reader.of(itemIndex);
			const code = planCode.read(parameters, itemIndex);
			// Refused here, so that nothing at all is sent when one address cannot be made.
			if (checked?.planCode !== code || checked.settings !== settings) pushFeaturesAddress('', code, settings.author);
			checked = { itemIndex, planCode: code, settings, json };
			drafts.push(checked);
		} catch (error) {
			failures.set(itemIndex, asItemFailure(error));
		}
	});
	return drafts;
}

async function withPlans(
	run: ServiceRun,
	all: Draft[],
	wanted: Preparation,
): Promise<{ drafts: Draft[]; unread: Map<number, ItemFailure> }> {
	const unread = new Map<number, ItemFailure>();
	const needsPlan = ({ itemIndex, json, settings }: Draft) =>
		isMappedByName(run.parameters, json, itemIndex) ||
		(settings.match.by !== 'feature' && (wanted.readsPlans || settings.skipExisting));
	if (!all.some(needsPlan)) return { drafts: all, unread };
	const drafts = all.map(async (draft): Promise<Draft[]> => {
		if (!needsPlan(draft)) return [draft];
		const plan = await readPlan(run, draft.planCode, draft.settings).catch(asItemFailure);
		if (!(plan instanceof ItemFailure)) return [{ ...draft, plan }];
		unread.set(draft.itemIndex, plan);
		return [];
	});
	return { drafts: (await Promise.all(drafts)).flat(), unread };
}

function judge({ path, feature, problems }: RawFeature, settings: PushSettings, validate: boolean): JudgedFeature {
	const found = [...problems, ...brokenRules(feature, settings, validate)];
	if (!isJsonObject(feature)) return { path, feature: undefined, problems: found.map(prefixPath(path)) };
	// Section 2.5: pushing photos is unsupported. A member that is undefined is not sent.
	if ('photos' in feature) feature.photos = undefined;
	const sent = asSendable(withoutMissingValues(feature));
	for (const problem of sent.problems) found.push(problem);
	return { path, feature: sent.feature, problems: found.length === 0 ? found : found.map(prefixPath(path)) };
}

function prefixPath(path: string): (problem: FeatureProblem) => FeatureProblem {
	return (problem) => ({ ...problem, path: joinPath(path, problem.path) });
}

function brokenRules(
	feature: unknown,
	{ validate, refusePhotos }: PushSettings,
	validateAlways: boolean,
): FeatureProblem[] {
	if (!isJsonObject(feature)) return [{ path: '', rule: 'object' }];
	const problems = validate || validateAlways ? featureProblems(feature) : [];
	const { photos } = feature;
	if (refusePhotos && photos !== undefined && photos !== null && !(Array.isArray(photos) && photos.length === 0)) {
		problems.push({ path: 'photos', rule: 'noPhotos' });
	}
	return problems;
}

function joinPath(path: string, inner: string): string {
	if (path === '' || inner === '') return `${path}${inner}`;
	return `${path}.${inner}`;
}

function memoize<T>(make: () => T): () => T {
	let made: T | undefined;
	return () => (made ??= make());
}

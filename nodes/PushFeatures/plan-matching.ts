import { PlanIndex, matchFeatures } from '../../service/plan';
import type { Feature, FeatureProblem, Match, MatchBy } from '../../service/plan';
import { inertText } from '../../service/text';
import { isSound } from './given-features';
import type { GivenFeature } from './given-features';
import type { PlanInput } from './plan-entries';

/** An input feature, and what it is on the plan. */
export interface MatchedFeature extends GivenFeature {
	match: Match;
}

const SAYS_NOTHING = 'says nothing by which it could be known';

/**
 * Matches all features of one plan's items together: on the columns of the first item that has a valid feature. What
 * breaks a rule is matched, too, so that nothing else takes its feature of the plan.
 * @param plan empty where it was not read: then only duplicates among the inputs are known
 */
export function matchOnPlan({ items }: PlanInput, plan: readonly Feature[] | PlanIndex = []): MatchedFeature[] {
	const first = items.find(({ given }) => given.some(isSound)) ?? items[0];
	const { match } = first.settings;
	const mixed = mixedReasons(items, first);
	const all = items.flatMap(({ itemIndex, given }) => {
		const unmatched = ambiguous(mixed.get(itemIndex) ?? SAYS_NOTHING);
		return given.map((one): MatchedFeature => Object.assign(one, { match: unmatched }));
	});
	const matched = all.filter(({ itemIndex, feature }) => hasContent(feature) && !mixed.has(itemIndex));
	const inputs = matched.map(({ feature = {} }) => feature);
	const matches = matchFeatures(inputs, plan, {
		columns: match.by === 'feature' ? [] : [match],
		isRow: (index) => matched[index].row !== undefined,
		labelOf: (index) => describeFeature(matched[index]),
	});
	matched.forEach((one, index) => (one.match = withAdvice(matches[index])));
	return all;
}

function withAdvice(match: Match): Match {
	if (match.kind !== 'ambiguous' || match.keyField === undefined) return match;
	return { ...match, reason: `${match.reason}: choose ${match.keyField} under Match By` };
}

/** What is wrong with a feature, for a push. Whether an invalid one is ambiguous doesn't matter. */
export function problemsOnPlan({ path, problems, match }: MatchedFeature): FeatureProblem[] {
	if (problems.length > 0 || match.kind !== 'ambiguous') return problems;
	return [{ path, rule: 'match', given: match.reason }];
}

/** An ambiguous feature becomes a problem, where it would be matched. The plan counts where Skip needs it. */
export function rejectAmbiguous(plan: PlanInput): void {
	const [{ settings, plan: known }] = plan.items;
	const { features = [] } = known ?? {};
	const isWhole = settings.match.by === 'feature';
	if (isWhole && !settings.skipExisting) return;
	if (isWhole && features.length === 0 && plan.items.every((item) => item.settings === settings && hasContents(item)))
		return;
	for (const one of matchOnPlan(plan, settings.skipExisting ? features : [])) one.problems = problemsOnPlan(one);
}

function hasContents({ given }: PlanInput['items'][number]): boolean {
	return given.every(({ feature }) => hasContent(feature));
}

function ambiguous(reason: string): Match {
	return { kind: 'ambiguous', reason, candidates: [] };
}

function describeFeature({ path, ...item }: GivenFeature): string {
	return path === '' ? itemLabel(item) : `${itemLabel(item)} (${path})`;
}

function hasContent(feature: Feature | undefined): boolean {
	for (const name in feature) if (feature[name] !== undefined && feature[name] !== null) return true;
	return false;
}

/** Why items are not matched: theirs is another Match By than that of the first. */
function mixedReasons(items: PlanInput['items'], first: PlanInput['items'][number]): Map<number, string> {
	const asked = JSON.stringify(first.settings.match);
	const others = items.filter(
		({ settings }) => settings !== first.settings && JSON.stringify(settings.match) !== asked,
	);
	return new Map(
		others.map(({ itemIndex, settings }) => [
			itemIndex,
			`is matched by ${labelOf(settings.match)}, but those of ${itemLabel(first)} by ` +
				`${labelOf(first.settings.match)}; give all items of a plan the same Match By`,
		]),
	);
}

function labelOf(match: MatchBy): string {
	if (match.by === 'feature') return 'the whole feature';
	return match.by === 'dataField' ? `the data field ${match.key}` : `the member ${inertText(match.path)}`;
}

/** An item in words; people count the rows of a sheet from 2, below its header. */
function itemLabel({ itemIndex, row }: Pick<GivenFeature, 'itemIndex' | 'row'>): string {
	return row !== undefined ? `row ${itemIndex + 2} (item ${itemIndex})` : `item ${itemIndex}`;
}

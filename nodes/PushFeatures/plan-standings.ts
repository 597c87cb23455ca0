import { standingsOf } from '../../service/plan';
import type { Feature, FeatureProblem, MatchBy, Standing } from '../../service/plan';
import { inertText } from '../../service/text';
import { isSound } from './given-features';
import type { GivenFeature } from './given-features';
import type { PlanInput } from './plan-entries';

/** A given feature, and what it is on the plan. */
export interface PlacedFeature extends GivenFeature {
	standing: Standing;
}

const SAYS_NOTHING = 'says nothing by which it could be known';

/**
 * What all features of one plan's items are on it. They are matched alike, because a lost push is looked for among all
 * of them: as those of the first item are that has a feature without a problem. What breaks a rule has a standing, too,
 * so that nothing else takes its place.
 * @param plan none where it was not read: then only what is wrong with the values themselves is known
 */
export function placedFeatures({ items }: PlanInput, plan: readonly Feature[] = []): PlacedFeature[] {
	const first = items.find(({ given }) => given.some(isSound)) ?? items[0];
	const { match } = first.settings;
	const mixed = mixedReasons(items, first);
	const all = items.flatMap(({ itemIndex, given }) => {
		const standing = unclear(mixed.get(itemIndex) ?? SAYS_NOTHING);
		return given.map((one): PlacedFeature => Object.assign(one, { standing }));
	});
	const matched = all.filter(({ itemIndex, feature }) => hasContent(feature) && !mixed.has(itemIndex));
	const labelOf = (index: number) => describeFeature(matched[index]);
	const wanted = matched.map(({ feature = {} }) => feature);
	const standings = standingsOf(wanted, plan, match, labelOf);
	matched.forEach((one, index) => (one.standing = standings[index]));
	return all;
}

/** What is wrong with a feature, for a push: what breaks a rule is not asked what it is on the plan. */
export function problemsOnPlan({ path, problems, standing }: PlacedFeature): FeatureProblem[] {
	if (problems.length > 0 || standing.is !== 'unclear') return problems;
	return [{ path, rule: 'match', given: standing.reason }];
}

/** What is unclear on the plan becomes a problem, where it would be matched. The plan counts where Skip asks for it. */
export function refuseUnclear(plan: PlanInput): void {
	const [{ settings, plan: known }] = plan.items;
	const { features = [] } = known ?? {};
	const isWhole = settings.match.by === 'feature';
	if (isWhole && !settings.skipExisting) return;
	if (isWhole && features.length === 0 && plan.items.every((item) => item.settings === settings && hasContents(item)))
		return;
	for (const one of placedFeatures(plan, settings.skipExisting ? features : [])) one.problems = problemsOnPlan(one);
}

function hasContents({ given }: PlanInput['items'][number]): boolean {
	return given.every(({ feature }) => hasContent(feature));
}

function unclear(reason: string): Standing {
	return { is: 'unclear', reason, may: [] };
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

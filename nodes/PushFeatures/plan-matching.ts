import { PlanIndex, matchFeatures } from '../../service/plan';
import type { Feature, FeatureProblem, Match } from '../../service/plan';
import { featureLabels } from './feature-label';
import { isRow } from './input-features';
import type { InputFeature } from './input-features';
import type { PlanInput } from './prepared-items';

/** An input feature of which it is known what it is on the plan. */
export type MatchedFeature = InputFeature & { match: Match };

const NO_IDENTIFYING_CONTENT: Match = {
	kind: 'ambiguous',
	reason: 'says nothing by which it could be known',
	candidates: [],
};

/**
 * Matches all features of one plan's items together. What breaks a rule is matched, too, so that nothing else takes its
 * feature of the plan.
 * @param plan empty where it was not read: then only duplicates among the inputs are known
 */
export function matchOnPlan(
	{ items, matchColumns: columns }: PlanInput,
	plan: readonly Feature[] | PlanIndex = [],
): MatchedFeature[] {
	const all = items.flatMap((item) =>
		item.inputs.map((one): MatchedFeature => Object.assign(one, { match: NO_IDENTIFYING_CONTENT })),
	);
	const matched = all.filter(({ feature }) => hasContent(feature));
	const inputs = matched.map(({ feature = {} }) => feature);
	const labelOf = featureLabels(all, columns);
	const matches = matchFeatures(inputs, plan, {
		columns,
		isRow: (index) => isRow(matched[index]),
		labelOf: (index) => labelOf(matched[index]),
	});
	matched.forEach((one, index) => (one.match = withAdvice(matches[index])));
	return all;
}

function withAdvice(match: Match): Match {
	if (match.kind !== 'ambiguous' || match.keyField === undefined) return match;
	return { ...match, reason: `${match.reason}: choose ${match.keyField} under Match By` };
}

/** What is wrong with a feature, for a push. Whether an invalid one is ambiguous doesn't matter. */
export function problemsOnPlan({ problems, match }: MatchedFeature): readonly FeatureProblem[] {
	if (problems.length > 0 || match.kind !== 'ambiguous') return problems;
	return [{ path: '', rule: 'match', details: { message: match.reason, group: match.keyField ?? match.reason } }];
}

/** An ambiguous feature becomes a problem, where Skip matches it. */
export function rejectAmbiguous(plan: PlanInput): void {
	const items = plan.items.filter(({ settings }) => settings.skipExisting);
	if (items.length === 0) return;
	const features = items[0].plan?.features ?? [];
	const hasContents = items.every(({ inputs }) => inputs.every(({ feature }) => hasContent(feature)));
	if (plan.matchColumns.length === 0 && features.length === 0 && hasContents) return;
	for (const one of matchOnPlan({ ...plan, items }, features)) one.problems = problemsOnPlan(one);
}

function hasContent(feature: Feature | undefined): boolean {
	for (const name in feature) if (feature[name] !== undefined && feature[name] !== null) return true;
	return false;
}

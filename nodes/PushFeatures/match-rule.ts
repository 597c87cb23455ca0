import { identityOf } from '../../service/plan';
import { inertText } from '../../service/text';
import type { Feature, IdentifyingMatch, MatchBy } from '../../service/plan';
import { partnerOf } from './home-partner';
import type { PushSettings } from './push-settings';

/** An item whose features are matched. */
export interface MatchedItem {
	itemIndex: number;
	planCode: string;
	settings: PushSettings;
	/** The features of its plan, where they were read. */
	plan?: readonly Feature[];
}

/** The items of one plan so far. */
interface Matched {
	match: MatchBy;
	/** The first item that has it. */
	itemIndex: number;
	/** Where each value was given first. */
	firsts: Map<string, string>;
}

/**
 * Features of one plan are matched alike, because a lost push is looked for among all of them. By a field or a member
 * each needs a value there that no other one has: neither of the run nor, where the plan was read, on the plan.
 */
export class MatchRule {
	private readonly plans = new Map<string, Matched>();

	/** @param homePartner of items that name no partner */
	constructor(private readonly homePartner: string) {}

	/**
	 * How a feature breaks the rule, beside those that were asked for before; undefined where it does not.
	 * @param path leads to the feature within its item
	 */
	problemOf(path: string, feature: Feature, item: MatchedItem): string | undefined {
		const { itemIndex, planCode, settings } = item;
		const key = JSON.stringify([planCode, partnerOf(settings, this.homePartner)]);
		const matched = this.plans.get(key) ?? { match: settings.match, itemIndex, firsts: new Map<string, string>() };
		this.plans.set(key, matched);
		return matchProblem(path, feature, item, matched);
	}
}

function matchProblem(
	path: string,
	feature: Feature,
	{ itemIndex, settings: { match }, plan }: MatchedItem,
	matched: Matched,
): string | undefined {
	if (JSON.stringify(match) !== JSON.stringify(matched.match)) {
		return (
			`is matched by ${labelOf(match)}, but those of item ${matched.itemIndex} by ${labelOf(matched.match)}; give ` +
			'all items of a plan the same Match By'
		);
	}
	if (match.by === 'feature') return undefined;
	const identity = identityOf(feature, match);
	if (identity === undefined) return noValueProblem(match);
	const problem = ambiguityProblem(match, identity, matched.firsts.get(identity), copiesOf(plan, match, identity));
	if (problem === undefined) matched.firsts.set(identity, `item ${itemIndex}${path === '' ? '' : ` (${path})`}`);
	return problem;
}

function noValueProblem(match: IdentifyingMatch): string {
	return `has no value in ${labelOf(match)}, by which features are matched`;
}

function ambiguityProblem(
	match: IdentifyingMatch,
	identity: string,
	first: string | undefined,
	copies: number,
): string | undefined {
	const value = `"${inertText(identity).slice(0, 60)}" in ${labelOf(match)}`;
	if (first !== undefined) return `has ${value}, which ${first} has, too; features are matched by it, so give it once`;
	if (copies < 2) return undefined;
	return (
		`has ${value}, which ${copies} features of the plan have; features are matched by it, so it is not known which ` +
		'of them is meant'
	);
}

function labelOf(match: MatchBy): string {
	if (match.by === 'feature') return 'the whole feature';
	return match.by === 'dataField' ? `the data field ${match.key}` : `the member ${inertText(match.path)}`;
}

const counts = new WeakMap<readonly Feature[], Map<string, Map<string, number>>>();

/** How many features of a plan that was read have a value; counted once for a plan and a match. */
function copiesOf(plan: readonly Feature[] | undefined, match: IdentifyingMatch, identity: string): number {
	if (plan === undefined) return 0;
	const ofPlan = counts.get(plan) ?? new Map<string, Map<string, number>>();
	counts.set(plan, ofPlan);
	const key = JSON.stringify(match);
	const known = ofPlan.get(key) ?? countIdentities(plan, match);
	ofPlan.set(key, known);
	return known.get(identity) ?? 0;
}

function countIdentities(plan: readonly Feature[], match: IdentifyingMatch): Map<string, number> {
	const found = new Map<string, number>();
	for (const feature of plan) {
		const identity = identityOf(feature, match);
		if (identity !== undefined) found.set(identity, (found.get(identity) ?? 0) + 1);
	}
	return found;
}

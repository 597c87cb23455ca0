import { identityOf, inertText } from '../../service';
import type { Feature, FeatureProblem, IdentifyingMatch } from '../../service';
import type { PushSettings } from './push-settings';

/** A feature of an item with the rules that it breaks. */
export interface JudgedFeature {
	/** Leads to it within the item. */
	path: string;
	/** Undefined where it is no object. */
	feature: Feature | undefined;
	problems: FeatureProblem[];
}

/** An item whose features are read. */
export interface ReadItem {
	itemIndex: number;
	planCode: string;
	settings: PushSettings;
	given: JudgedFeature[];
	/** The features of its plan, where they were read. */
	plan?: readonly Feature[];
}

/**
 * Features that are matched by a field or a member need a value there that no other one has: neither of the run nor,
 * where the plan was read, on the plan. Adds the problems of those that have none.
 */
export function addMatchProblems(items: ReadItem[]): void {
	const firsts = new Map<string, string>();
	for (const { itemIndex, planCode, settings, given, plan } of items) {
		const { match, partnerCode } = settings;
		if (match.by === 'feature') continue;
		for (const one of given) {
			if (one.feature === undefined || one.problems.length > 0) continue;
			const identity = identityOf(one.feature, match);
			const key = JSON.stringify([planCode, partnerCode, identity]);
			const here = `item ${itemIndex}${one.path === '' ? '' : ` (${one.path})`}`;
			const message = identity === undefined ? noValue(match) : notAlone(match, identity, firsts.get(key), copiesOf(plan, match, identity));
			if (message !== undefined) one.problems.push({ path: one.path, message });
			else firsts.set(key, here);
		}
	}
}

function noValue(match: IdentifyingMatch): string {
	return `has no value in ${labelOf(match)}, by which features are matched`;
}

function notAlone(match: IdentifyingMatch, identity: string, first: string | undefined, copies: number): string | undefined {
	const value = `"${inertText(identity).slice(0, 60)}" in ${labelOf(match)}`;
	if (first !== undefined) return `has ${value}, which ${first} has, too; features are matched by it, so give it once`;
	if (copies < 2) return undefined;
	return `has ${value}, which ${copies} features of the plan have; features are matched by it, so it is not known which of them is meant`;
}

function labelOf(match: IdentifyingMatch): string {
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

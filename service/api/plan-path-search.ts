import { foldText, inertText, joinFirst, memo, suggestName } from '../text';

const MAX_PLANS = 5;
/** Looking for the name that was probably meant takes long where there are many. */
const MAX_ADVISED = 20;

/** Between the names of a path, in lists and in what people type. */
export const PATH_SEPARATOR = ' › ';

/** A plan of a campus or floor, and the names on the way to it from the client down. Its own name stands last. */
export interface NamedPlan {
	/** Empty where the campus or floor has none. */
	planCode: string;
	path: readonly string[];
}

/**
 * Finds the plan that has all parts of a text in its path, such as `Harbour House › Level 3`, in any order and case.
 * Where several have them, it is the one whose own name is among them: the site plan of a campus, not one of its
 * floors. Thousands of rows may name one plan.
 * @returns in words why there is none, or which there are
 */
export type FindPlan = (text: string) => NamedPlan | string;

export function planFinder(named: readonly NamedPlan[]): FindPlan {
	const all = named.map((one) => ({ ...one, folded: one.path.flatMap(partsOf).map(foldText) }));
	const allNames = new Set(all.flatMap(({ folded }) => folded));
	const plans = all.filter(({ planCode }) => planCode !== '');
	const names = new Map(plans.flatMap(({ path }) => path.flatMap(partsOf)).map((part) => [foldText(part), part]));
	let advised = 0;
	return memo((text: string) => {
		const parts = partsOf(text);
		if (parts.includes('')) return `"${inertText(text)}" has an empty part`;
		const unknown = parts.find((part) => !allNames.has(foldText(part)));
		if (unknown !== undefined) {
			const known = inertText(suggestName(unknown, [...names.values()], advised++ < MAX_ADVISED));
			const hint = known === '' ? ', because the service lists no plan' : known;
			return `Nothing that has a plan is called "${inertText(unknown)}"${hint}`;
		}
		const expected = parts.map(foldText);
		const having = plans.filter(({ folded }) => hasAll(folded, expected));
		const isOwn = ({ folded }: { folded: string[] }) => expected.includes(folded[folded.length - 1]);
		const own = having.filter(isOwn);
		const meant = own.length > 0 ? own : having;
		const none = all.find((one) => one.planCode === '' && isOwn(one) && hasAll(one.folded, expected));
		if (none !== undefined) {
			const why = meant.length > 0 ? 'may be one that has no plan' : 'has no plan, or none for this API Key';
			return `"${inertText(text)}" ${why}: ${inertText(none.path.join(PATH_SEPARATOR))}`;
		}
		// A client or campus may be listed twice, and with it its plans.
		const codes = new Set(meant.map(({ planCode }) => planCode));
		if (codes.size === 1) return meant[0];
		if (codes.size > 1) return `"${inertText(text)}" may be one of several plans: ${listed(meant)}`;
		const near = plans.filter(({ folded }) => folded.includes(expected[expected.length - 1]));
		const known = near.length === 0 ? '' : `. There are ${listed(near)}`;
		return `No plan has all of the names "${inertText(text)}"${known}`;
	});
}

function partsOf(text: string): string[] {
	return text.split(/[›>]/).map((part) => part.trim());
}

/** Each part is another name of the path: `Main › Main` is the floor Main of the building Main. */
function hasAll(names: readonly string[], parts: readonly string[]): boolean {
	const left = [...names];
	return parts.every((part) => {
		const at = left.indexOf(part);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

function listed(plans: readonly NamedPlan[]): string {
	const nameOf = ({ path, planCode }: NamedPlan) => `${inertText(path.join(PATH_SEPARATOR))} (${inertText(planCode)})`;
	return joinFirst(MAX_PLANS, plans, nameOf);
}

import { foldText } from '../plan';
import { inertText, joinFirst, suggestName } from '../text';

const MAX_PLANS = 5;
const SEPARATOR = /[›>]/;

/** Between the names of a path, in lists and in what people type. */
export const PATH_SEPARATOR = ' › ';

/** A plan, and the names on the way to it from the client down. Its own name stands last. */
export interface NamedPlan {
	planCode: string;
	path: readonly string[];
}

/** Looking for the name that was probably meant takes long where there are many: so often it is done. */
const MAX_ADVISED = 20;

/** A plan with the parts of its path as they are compared. */
interface FoldedPlan {
	plan: NamedPlan;
	folded: readonly string[];
}

/** Finds plans by whole parts of their paths. */
export class PlanNames {
	private readonly byPart = new Map<string, FoldedPlan[]>();
	private readonly parts: readonly string[];
	/** Thousands of rows may name one plan. */
	private readonly found = new Map<string, NamedPlan | string>();
	private advised = 0;

	constructor(plans: readonly NamedPlan[]) {
		const parts = new Set<string>();
		for (const plan of plans) {
			const path = plan.path.flatMap(partsOf);
			for (const part of path) parts.add(part);
			const folded = path.map(foldText);
			for (const part of new Set(folded)) {
				const others = this.byPart.get(part);
				if (others === undefined) this.byPart.set(part, [{ plan, folded }]);
				else others.push({ plan, folded });
			}
		}
		this.parts = [...parts];
	}

	/**
	 * The plan that has all parts of a text in its path, such as `Harbour House › Level 3`, in any order and case. Where
	 * several have them, it is the one whose own name is among them: the site plan of a campus, not one of its floors.
	 * @returns in words why there is none, or which there are
	 */
	find(text: string): NamedPlan | string {
		const known = this.found.get(text) ?? this.search(text);
		this.found.set(text, known);
		return known;
	}

	private search(text: string): NamedPlan | string {
		const parts = partsOf(text);
		if (parts.includes('')) return `"${inertText(text)}" has an empty part`;
		const unknown = parts.find((part) => !this.byPart.has(foldText(part)));
		if (unknown !== undefined) {
			const isAdvised = this.advised++ < MAX_ADVISED;
			const known = inertText(suggestName(unknown, this.parts, isAdvised)) || ', because the service lists no plan';
			return `Nothing that has a plan is called "${inertText(unknown)}"${known}`;
		}
		const expected = parts.map(foldText);
		const lists = expected.map((part) => this.byPart.get(part) ?? []);
		const [fewest = []] = lists.sort((one, other) => one.length - other.length);
		const having = fewest.filter(({ folded }) => hasAll(folded, expected));
		const own = having.filter(({ folded }) => expected.includes(folded[folded.length - 1]));
		const meant = own.length > 0 ? own : having;
		const [first] = meant;
		if (first === undefined) return `No plan has all of the names "${inertText(text)}". There are ${listed(fewest)}`;
		return meant.length === 1 ? first.plan : `"${inertText(text)}" may be one of several plans: ${listed(meant)}`;
	}
}

function partsOf(text: string): string[] {
	return text.split(SEPARATOR).map((part) => part.trim());
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

function listed(plans: readonly FoldedPlan[]): string {
	return joinFirst(
		MAX_PLANS,
		plans,
		({ plan: { path, planCode } }) => `${inertText(path.join(PATH_SEPARATOR))} (${inertText(planCode)})`,
	);
}

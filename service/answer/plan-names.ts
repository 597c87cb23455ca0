import { foldText } from '../plan';
import { inertText, joinFirst, suggestName } from '../text';

const MOST_PLANS = 5;
const SEPARATOR = /[›>]/;

/** Between the names of a path, in lists and in what people type. */
export const PATH_SEPARATOR = ' › ';

/** A plan, and the names on the way to it from the client down. Its own name stands last. */
export interface NamedPlan {
	planCode: string;
	path: readonly string[];
}

/** Finds plans by names of their paths. */
export class PlanNames {
	private readonly byName = new Map<string, NamedPlan[]>();
	private readonly names = new Set<string>();
	/** How many separators a name has itself. */
	private mostInside = 0;

	constructor(plans: readonly NamedPlan[]) {
		for (const plan of plans) {
			for (const name of plan.path) {
				this.names.add(name.trim());
				this.mostInside = Math.max(this.mostInside, name.split(SEPARATOR).length - 1);
			}
			for (const name of new Set(plan.path.map(foldText))) {
				const others = this.byName.get(name);
				if (others === undefined) this.byName.set(name, [plan]);
				else others.push(plan);
			}
		}
	}

	/**
	 * The plan that has all parts of a text in its path, such as `Harbour House › Level 3`, in any order and case. Where
	 * several have them, it is the one whose own name is among them: the site plan of a campus, not one of its floors.
	 * @returns in words why there is none, or which there are
	 */
	find(text: string): NamedPlan | string {
		const parts = this.partsOf(text).filter((part) => part.trim() !== '');
		const unknown = parts.find((part) => !this.byName.has(foldText(part)));
		if (unknown !== undefined) {
			const known = inertText(suggestName(unknown, [...this.names]));
			return `Nothing that has a plan is called "${inertText(unknown)}"${known || ', because the service lists no plan'}`;
		}
		const folded = parts.map(foldText);
		const lists = folded.map((part) => this.byName.get(part) ?? []);
		const [fewest = []] = lists.sort((one, other) => one.length - other.length);
		const having = fewest.filter(({ path }) => hasAll(path.map(foldText), folded));
		const own = having.filter(({ path }) => folded.includes(foldText(path[path.length - 1])));
		const meant = own.length > 0 ? own : having;
		const [first] = meant;
		if (first === undefined) return `No plan has all of the names "${inertText(text)}". There are ${listed(fewest)}`;
		return meant.length === 1 ? first : `"${inertText(text)}" may be one of several plans: ${listed(meant)}`;
	}

	/** Between separators, but for those that stand in a name. */
	private partsOf(text: string): string[] {
		const pieces = text.split(SEPARATOR);
		const signs = text.match(new RegExp(SEPARATOR, 'g')) ?? [];
		const parts: string[] = [];
		for (let from = 0; from < pieces.length; ) {
			let whole = pieces[from];
			let [part, next] = [whole, from + 1];
			for (let to = from + 1; to <= from + this.mostInside && to < pieces.length; to++) {
				whole += signs[to - 1] + pieces[to];
				if (this.byName.has(foldText(whole))) [part, next] = [whole, to + 1];
			}
			parts.push(part);
			from = next;
		}
		return parts;
	}
}

/** Each part is another name of the path: `Main › Main` is the floor Main of the building Main. */
function hasAll(names: string[], parts: readonly string[]): boolean {
	const left = [...names];
	return parts.every((part) => {
		const at = left.indexOf(part);
		if (at >= 0) left.splice(at, 1);
		return at >= 0;
	});
}

function listed(plans: readonly NamedPlan[]): string {
	return joinFirst(
		MOST_PLANS,
		plans,
		({ path, planCode }) => `${inertText(path.join(PATH_SEPARATOR))} (${inertText(planCode)})`,
	);
}

import type { FeatureProblem } from '../../service/plan';
import { withoutTrailing } from '../../service/text';
import { ItemFailure, withContext } from '../shared/item-failure';
import type { ListedProblem } from '../shared/item-failure';
import { featureLabels } from './feature-label';
import { MAX_IN_MESSAGE } from './plan-entries';
import { isRow, isValid } from './input-features';
import type { InputFeature, PreparedItem } from './input-features';
import type { PlanInput } from './prepared-items';
import { ProblemWriter, joinPath } from './problem-messages';

/** Of `details`, and of an item of Check. */
const MAX_LISTED = 100;
/** Items and features that a problem is reported with. */
const MAX_ITEMS = 10;
const MAX_LABELS = 3;
/** A column may be a whole line of a file. */
const MAX_PATH = 200;
/** Of the lines below a title. */
const MAX_LENGTH = 3000;

/** A problem that is reported once, with the first of the features that have it. */
interface GroupedProblem {
	/** Of a feature, or why an item gives none. */
	cause: FeatureProblem | ItemFailure;
	/** Of the first feature among those of its plan. */
	position?: number;
	features: InputFeature[];
	itemIndexes: Set<number>;
	count: number;
	last?: InputFeature;
}

/** The problems of a run by column and rule: a wrong heading is one problem, however many rows there are. */
export class InputProblems {
	private readonly byId = new Map<string, GroupedProblem>();
	/** Rows share the problem of their column. */
	private readonly byProblem = new Map<FeatureProblem, GroupedProblem>();

	/** @param position among the features of the plan */
	add(one: InputFeature, position: number, problems = one.problems): void {
		for (const problem of problems) {
			const grouped = this.byProblem.get(problem) ?? this.grouped(idOf(problem), problem, position);
			this.byProblem.set(problem, grouped);
			if (grouped.last !== one) count(grouped, one);
		}
	}

	addItems(items: readonly PreparedItem[]): void {
		const positions = new Map<string, number>();
		for (const { planCode, inputs } of items) {
			const first = positions.get(planCode) ?? 0;
			inputs.forEach((one, index) => this.add(one, first + index));
			positions.set(planCode, first + inputs.length);
		}
	}

	addFailure(itemIndex: number, failure: ItemFailure): void {
		count(this.grouped(`${failure.message} ${failure.advice}`, failure), { itemIndex, path: '', problems: [] });
	}

	get all(): GroupedProblem[] {
		return [...this.byId.values()].sort((one, other) => one.features[0].itemIndex - other.features[0].itemIndex);
	}

	private grouped(id: string, cause: GroupedProblem['cause'], position?: number): GroupedProblem {
		const group = this.byId.get(id) ?? { cause, position, features: [], itemIndexes: new Set(), count: 0 };
		this.byId.set(id, group);
		return group;
	}
}

function count(grouped: GroupedProblem, one: InputFeature): void {
	const { features, itemIndexes } = grouped;
	grouped.count++;
	grouped.last = one;
	if (features.length < MAX_ITEMS) features.push(one);
	if (itemIndexes.size < MAX_ITEMS) itemIndexes.add(one.itemIndex);
}

/** Problems of one column or place by one rule are one; each kind that nobody knows may be another mistake. */
function idOf({ path, rule, details }: FeatureProblem): string {
	const group = rule === 'match' ? details.group : rule === 'knownKind' || rule === 'zoneType' ? details.name : '';
	return `${rule} ${path.replace(/\[\d+\]/g, '[]')} ${group}`;
}

/** For machines: each problem once, with its first items. */
export function listProblems(problems: InputProblems, writer: ProblemWriter): ListedProblem[] {
	return problems.all.slice(0, MAX_LISTED).map(({ cause, position, features: [first], count: all, itemIndexes }) => ({
		itemIndex: first.itemIndex,
		...(position === undefined ? {} : { position }),
		...(cause instanceof ItemFailure
			? { path: '', message: cause.message }
			: { path: joinPath(first.path, cause.path).slice(0, MAX_PATH), message: writer.message(cause) }),
		count: all,
		itemIndexes: [...itemIndexes],
	}));
}

/** Why items of a plan are invalid. */
export function invalidItemFailure(plan: PlanInput, writer: ProblemWriter): ItemFailure {
	const problems = new InputProblems();
	problems.addItems(plan.items);
	const advice = 'Correct the item and run it again. Nothing of it was sent.';
	const failure = failureOf(problems, [plan], writer, 'Not pushed', advice);
	return withContext(failure, { details: { planCode: plan.planCode } });
}

/** Of items whose input is wrong. The others name a plan that could not be read. */
const OF_INPUT: readonly string[] = ['invalidInput', 'n8nError'];

/** Why the run ends before anything is sent. */
export function invalidInputFailure(
	plans: readonly PlanInput[],
	failures: ReadonlyMap<number, ItemFailure>,
): { failure: ItemFailure; itemIndex: number } | undefined {
	const problems = new InputProblems();
	for (const [itemIndex, failure] of failures) {
		if (OF_INPUT.includes(failure.details.code)) problems.addFailure(itemIndex, failure);
		else {
			const message = `Nothing was sent, because a plan could not be read. ${failure.message}`;
			return { failure: withContext(failure, { message }), itemIndex };
		}
	}
	const items = plans.flatMap((plan) => plan.items).sort((one, other) => one.itemIndex - other.itemIndex);
	problems.addItems(items);
	const [first] = problems.all;
	if (first === undefined) return undefined;
	// With none that is valid there is nothing to go on with.
	const advice = items.some(isValid)
		? 'Correct these items, or set On Error to continue so that the valid ones go on.'
		: 'Correct these items.';
	const failure = failureOf(problems, plans, new ProblemWriter(), 'Nothing was sent', advice);
	return { failure, itemIndex: first.features[0].itemIndex };
}

/** The first problem as the title, the others below it. */
function failureOf(
	problems: InputProblems,
	plans: readonly PlanInput[],
	writer: ProblemWriter,
	outcome: string,
	advice: string,
): ItemFailure {
	const all = problems.all;
	const inputs = plans.flatMap(({ items }) => items.flatMap((item) => item.inputs));
	const labelOf = featureLabels(inputs, plans[0]?.matchColumns ?? []);
	const [title, ...others] = all
		.slice(0, MAX_IN_MESSAGE)
		.map((grouped) => `${reasonOf(grouped, writer)} ${placesOf(grouped, labelOf)}`);
	const lines: string[] = [];
	let length = 0;
	for (const line of others) if ((length += line.length) <= MAX_LENGTH) lines.push(line);
	const further = all.length - 1;
	const count = further === 0 ? '' : ` ${further} more problem${further === 1 ? '' : 's'}.`;
	if (lines.length < further) lines.push(`… and ${further - lines.length} more problems.`);
	return new ItemFailure({
		code: 'invalidFeatures',
		message: `${title}${count} ${outcome}`,
		advice: [...lines, advice].join('\n'),
		details: { problems: listProblems(problems, writer) },
	});
}

function reasonOf({ cause, features }: GroupedProblem, writer: ProblemWriter): string {
	if (!(cause instanceof ItemFailure)) return asSentence(writer.describe(cause, features[0].path));
	return `${asSentence(cause.message)} ${cause.advice}`;
}

/** n8n joins lines. */
function asSentence(message: string): string {
	return `${withoutTrailing(message, '.')}${message.endsWith('?') ? '' : '.'}`;
}

/** Such as `40 features: room 102 (item 0), room 103 (item 1), room 104 (item 2) and 37 more.` */
function placesOf({ cause, features, count: all }: GroupedProblem, labelOf: (one: InputFeature) => string): string {
	const what = cause instanceof ItemFailure ? 'items' : features.every(isRow) ? 'rows' : 'features';
	const shown = features.slice(0, MAX_LABELS).map(labelOf).join(', ');
	const more = all > MAX_LABELS ? ` and ${all - MAX_LABELS} more` : '';
	return `Found in ${all === 1 ? '' : `${all} ${what}: `}${shown}${more}.`;
}

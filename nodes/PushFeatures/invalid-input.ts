import { ItemFailure, withContext } from '../shared/item-error';
import { MOST_IN_WORDS } from './plan-entries';
import { isValid, problemsOf } from './prepared-items';
import type { PreparedItem, PreparedItems } from './prepared-items';
import { adviceForRun, atPath, describeProblem, problemWords, withoutAdvice } from './problem-words';
import type { AdviceLeft } from './problem-words';

/** Of `details`. */
const MOST_LISTED = 1000;

/** Why one item is invalid: the first problem as the title, the others below it. */
export function invalidItemFailure(item: PreparedItem, advice: AdviceLeft): ItemFailure {
	const { planCode } = item;
	const problems = problemsOf(item);
	const listed = problems.slice(0, MOST_LISTED).map((problem) => {
		return { path: problem.path, message: problemWords(problem, advice) };
	});
	const [title, ...lines] = listed.slice(0, MOST_IN_WORDS).map(({ path, message }) => atPath(path, message));
	const remedy = [
		...lines,
		...countRest(problems.length - MOST_IN_WORDS),
		'Correct the item and run it again. Nothing of it was sent.',
	];
	return new ItemFailure({
		code: 'invalidFeatures',
		message: `Not pushed: ${title}${countFurther(problems.length - 1)}`,
		advice: remedy.join('\n'),
		details: { planCode, problems: listed },
	});
}

/** Why a push ends before anything is sent: a plan that its items need could not be read. */
export function unreadPlanFailure({ unread }: PreparedItems): { failure: ItemFailure; itemIndex: number } | undefined {
	for (const [itemIndex, failure] of unread) {
		const message = `Nothing was sent, because a plan could not be read. ${failure.message}`;
		return { failure: withContext(failure, { message }), itemIndex };
	}
	return undefined;
}

/**
 * Why the run ends before anything is sent: how many items are invalid and the first problem as the title, the others
 * below it, equal ones of several items once. A plan that could not be read comes first, because without it nothing is
 * known of its items.
 */
export function invalidInputFailure({
	items,
	failures,
	unread,
}: PreparedItems): { failure: ItemFailure; itemIndex: number } | undefined {
	for (const [itemIndex, failure] of unread) return { failure, itemIndex };
	const told = [...groupProblems(items, failures).values()];
	if (told.length === 0) return undefined;
	const invalidItems = [...new Set(told.flatMap(({ itemIndexes }) => [...itemIndexes]))].sort(
		(one, other) => one - other,
	);
	const rows = new Set(
		items
			.filter(({ given }) => given.some(({ path, row }) => path === '' && row !== undefined))
			.map(({ itemIndex }) => itemIndex),
	);
	const [title, ...lines] = told.slice(0, MOST_IN_WORDS).map(({ itemIndexes, words }) => {
		return `${itemsLabel([...itemIndexes], rows)}: ${words()}`;
	});
	const count = `${invalidItems.length} item${invalidItems.length === 1 ? ' is' : 's are'} invalid`;
	const advice = [
		...lines,
		...countRest(told.length - MOST_IN_WORDS),
		// With none that is valid there is nothing to go on with.
		invalidItems.length < items.length + failures.size
			? 'Correct these items, or set On Error to continue so that the valid ones go on.'
			: 'Correct these items.',
	];
	const failure = new ItemFailure({
		code: 'invalidFeatures',
		message: `Nothing was sent, because ${count}. ${title}${countFurther(told.length - 1)}`,
		advice: advice.join('\n'),
		details: { invalidItems: invalidItems.slice(0, MOST_LISTED) },
	});
	return { failure, itemIndex: invalidItems[0] };
}

/** One problem of some items. */
interface ToldProblem {
	itemIndexes: Set<number>;
	words: () => string;
}

function groupProblems(
	items: readonly PreparedItem[],
	failures: ReadonlyMap<number, ItemFailure>,
): Map<string, ToldProblem> {
	const advice = adviceForRun();
	const invalid = items.filter((item) => !isValid(item));
	const ofItems = invalid.flatMap((item) =>
		problemsOf(item).map((problem) => ({
			itemIndex: item.itemIndex,
			id: `${problem.path} ${problemWords(problem, withoutAdvice())}`,
			words: () => describeProblem(problem, advice),
		})),
	);
	const others = [...failures].map(([itemIndex, { message }]) => ({ itemIndex, id: message, words: () => message }));
	const told = new Map<string, ToldProblem>();
	for (const { itemIndex, id, words } of [...ofItems, ...others].sort(
		(one, other) => one.itemIndex - other.itemIndex,
	)) {
		const known = told.get(id);
		if (known === undefined) told.set(id, { itemIndexes: new Set([itemIndex]), words });
		else known.itemIndexes.add(itemIndex);
	}
	return told;
}

function countRest(count: number): string[] {
	return count > 0 ? [`… and ${count} more problems`] : [];
}

function countFurther(count: number): string {
	return count <= 0 ? '' : ` (and ${count} further problem${count === 1 ? '' : 's'})`;
}

/** Rows of a sheet are told as such, too: people count them from 2, below the header. */
function itemsLabel(itemIndexes: number[], rows: ReadonlySet<number>): string {
	const many = itemIndexes.length === 1 ? '' : 's';
	const items = `tem${many} ${writeRanges(itemIndexes)}`;
	if (!itemIndexes.every((itemIndex) => rows.has(itemIndex))) return `I${items}`;
	return `Row${many} ${writeRanges(itemIndexes.map((itemIndex) => itemIndex + 2))} (i${items})`;
}

/** Ascending numbers as `3, 5–9`. */
function writeRanges(numbers: number[]): string {
	const parts: string[] = [];
	let from = numbers[0];
	numbers.forEach((number, index) => {
		if (numbers[index + 1] === number + 1) return;
		parts.push(from === number ? `${from}` : `${from}–${number}`);
		from = numbers[index + 1];
	});
	return parts.join(', ');
}

import { inertText } from '../../service/text';
import type { FeatureProblem } from '../../service/plan';
import { ItemFailure, withContext } from '../shared/item-error';
import { MOST_IN_WORDS } from './feature-words';
import type { PreparedItem, PreparedItems } from './prepared-items';

/** Of `details`. */
const MOST_LISTED = 1000;

/** Why one item is invalid: the first problem as the title, the others below it. */
export function invalidItemFailure({ planCode, problems }: PreparedItem): ItemFailure {
	const words = problems.map(describeProblem);
	return new ItemFailure({
		message: `Not pushed: ${words[0]}${countFurther(problems.length - 1, 'further problem')}`,
		advice: [...limitLines(words.slice(1)), 'Correct the item and run it again. Nothing of it was sent.'].join('\n'),
		details: {
			planCode,
			safeToRetry: true,
			problems: problems.slice(0, MOST_LISTED).map(({ path, message }) => ({ path, message })),
		},
	});
}

/** Why a push ends before anything is sent: a plan that its items need could not be read. */
export function unreadPlanFailure({ unread }: PreparedItems): { failure: ItemFailure; itemIndex: number } | undefined {
	for (const [itemIndex, failure] of unread) {
		return {
			failure: withContext(failure, {
				message: `Nothing was sent, because a plan could not be read. ${failure.message}`,
			}),
			itemIndex,
		};
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
	const told = new Map<string, Set<number>>();
	for (const { itemIndex, text } of problemsOf(items, failures))
		told.set(text, (told.get(text) ?? new Set()).add(itemIndex));
	if (told.size === 0) return undefined;
	const invalidItems = [...new Set([...told.values()].flatMap((indices) => [...indices]))].sort(
		(one, other) => one - other,
	);
	const lines = [...told].map(
		([text, indices]) => `${indices.size === 1 ? 'Item' : 'Items'} ${writeRanges([...indices])}: ${text}`,
	);
	const count = `${invalidItems.length} item${invalidItems.length === 1 ? ' is' : 's are'} invalid`;
	const failure = new ItemFailure({
		message: `Nothing was sent, because ${count}. ${lines[0]}${countFurther(lines.length - 1, 'further problem')}`,
		advice: [
			...limitLines(lines.slice(1)),
			'Correct these items, or set On Error to continue so that the valid ones go on.',
		].join('\n'),
		details: { safeToRetry: true, invalidItems: invalidItems.slice(0, MOST_LISTED) },
	});
	return { failure, itemIndex: invalidItems[0] };
}

function problemsOf(
	items: PreparedItem[],
	failures: ReadonlyMap<number, ItemFailure>,
): Array<{ itemIndex: number; text: string }> {
	const ofItems = items.flatMap(({ itemIndex, problems }) =>
		problems.map((problem) => ({ itemIndex, text: describeProblem(problem) })),
	);
	const others = [...failures].map(([itemIndex, { message }]) => ({ itemIndex, text: message }));
	return [...ofItems, ...others].sort((one, other) => one.itemIndex - other.itemIndex);
}

function limitLines(lines: string[]): string[] {
	const told = lines.slice(0, MOST_IN_WORDS - 1);
	return lines.length > told.length ? [...told, `… and ${lines.length - told.length} more problems`] : told;
}

function countFurther(count: number, what: string): string {
	if (count <= 0) return '';
	return ` (and ${count} ${what}${count === 1 ? '' : 's'})`;
}

/** A path may hold the name of a column, and with it what the service or a sheet gave. */
function describeProblem({ path, message }: FeatureProblem): string {
	return path === '' ? `the feature ${message}` : `${inertText(path)} ${message}`;
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

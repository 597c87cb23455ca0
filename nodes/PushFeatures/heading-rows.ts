import { isEmptyCell } from '../../service/columns';
import { KIND, dataValueOf, isEmpty } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { foldText } from '../../service/text';
import { mapInChunks } from '../shared/wait';
import { isValidFeature } from './input-features';
import type { InputFeature } from './input-features';

/** Fewer rows do not show that rows have several cells. */
const MIN_ROWS = 2;

/**
 * Makes problems of the rows that are headings within their list, such as `First floor` above its rooms: one cell of
 * words, where other rows have several cells, and these and the plan have codes in its column, with none of its words.
 */
export async function rejectHeadings(inputs: readonly InputFeature[], plan: readonly Feature[]): Promise<void> {
	// What says its kind is none.
	const mayBeHeading = ({ as, value = {} }: InputFeature) => as === 'mapped' || isEmptyCell(value.type);
	const rows = inputs.filter(mayBeHeading).filter(isValidFeature);
	const cells = await mapInChunks(rows, ({ feature }) => onlyCellOf(feature));
	const alone = rows.flatMap((row, at) => (cells[at]?.words.length ? [{ row, ...cells[at] }] : []));
	const others = rows.filter((_row, at) => cells[at] === undefined).map(({ feature }) => feature);
	if (alone.length === 0 || others.length < MIN_ROWS) return;

	// What else stands in their columns: codes have a digit, or no word, such as A12 and WC.
	const columns = new Map(alone.map(({ field }) => [field, { words: new Set<string>(), areCodes: true }]));
	await mapInChunks([...others, ...plan], (feature) => {
		for (const [field, column] of columns) {
			const text = String(feature[field] ?? dataValueOf(feature, field) ?? '');
			const words = wordsOf(text);
			for (const word of words) column.words.add(word);
			column.areCodes &&= words.length === 0 || /\p{Nd}/u.test(text);
		}
	});
	for (const { row, field, words } of alone) {
		const column = columns.get(field);
		if (column?.areCodes === true && !words.some((word) => column.words.has(word)))
			row.problems = [{ path: '', rule: 'headingRow' }];
	}
}

/** The one cell of a row, beside its kind; undefined where there are others. */
function onlyCellOf(row: Feature) {
	let only: Cell | undefined;
	// The second one ends the search: thousands of rows have twenty each.
	for (const cell of cellsOf(row)) {
		if (isEmpty(cell.value)) continue;
		if (only !== undefined) return undefined;
		only = cell;
	}
	return only && { field: only.field, words: typeof only.value === 'string' ? wordsOf(only.value) : [] };
}

interface Cell {
	/** The name of a property, or the code of a data field. */
	field: string;
	value: unknown;
}

function* cellsOf(row: Feature): Generator<Cell> {
	for (const name in row) if (name !== 'data' && !KIND.includes(name)) yield { field: name, value: row[name] };
	const entries = (Array.isArray(row.data) ? row.data : []) as Feature[];
	for (const { key, value } of entries) yield { field: String(key), value };
}

/** Two letters may be those of a code. */
function wordsOf(text: string): string[] {
	return foldText(text).match(/\p{L}{3,}/gu) ?? [];
}

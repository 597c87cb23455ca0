import { isDataEntry, isEmptyValue } from '../plan';
import type { DataEntry } from '../plan';
import type { DataField } from './data-columns';
import { isJsonObject, makeObjectWith } from '../text';
import type { JsonObject } from '../text';

/** How the entries of a feature's data become columns. Features that have the same fields share one layout. */
export class DataLayout {
	/** What each column stands for, so that it can be undone. Nobody changes it, because features share it. */
	readonly dataFields: DataField[];

	/** Whether every entry is a key, a name and a value, and nothing else. */
	private readonly isPlain: boolean;

	/** All columns; their values are filled in. */
	private readonly noValues: JsonObject;

	constructor(
		private readonly entries: readonly DataEntry[],
		readonly columns: readonly string[],
	) {
		this.isPlain = entries.every(isPlainEntry);
		this.dataFields = entries.map((entry, index) => fieldOf(entry, columns[index]));
		this.noValues = makeObjectWith(columns);
	}

	/**
	 * The values of entries that this layout fits, by column; null where an entry has none.
	 * @param dropEmpty leave out columns that have no value yet
	 */
	valuesOf(entries: readonly unknown[], dropEmpty: boolean): JsonObject {
		const values: JsonObject = dropEmpty ? {} : { ...this.noValues };
		for (let index = 0; index < this.columns.length; index++) {
			const { value = null } = entries[index] as DataEntry;
			if (!dropEmpty || !isEmptyValue(value)) values[this.columns[index]] = value;
		}
		return values;
	}

	/** Whether these entries become the same columns and the same `dataFields`. */
	fits(entries: readonly unknown[]): boolean {
		if (!this.isPlain || this.entries.length !== entries.length) return false;
		for (let index = 0; index < entries.length; index++) {
			const entry = entries[index];
			const { key, name } = this.entries[index];
			if (!isJsonObject(entry) || entry.key !== key || entry.name !== name || !isPlainEntry(entry)) return false;
		}
		return true;
	}
}

/**
 * Whether an entry can become a column and an entry again. One with a member that `dataFields` uses itself would lose
 * it.
 */
export function isUndoable(entry: unknown): entry is DataEntry {
	return isDataEntry(entry) && !('column' in entry) && !('noValue' in entry);
}

function fieldOf(entry: DataEntry, column: string): DataField {
	const { key, name, ...others } = entry;
	const field: DataField = { ...others, column, key, name };
	if ('value' in field) delete field.value;
	else field.noValue = true;
	return field;
}

/**
 * @param entry has a key and a name. No list of its members is made, because that would be garbage for each entry of a
 * plan.
 */
function isPlainEntry(entry: JsonObject): boolean {
	for (const member in entry) if (member !== 'key' && member !== 'name' && member !== 'value') return false;
	return 'value' in entry;
}

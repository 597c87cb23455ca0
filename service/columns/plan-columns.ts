import { ColumnNames } from './column-names';
import type { NamedField } from '../plan';
import type { Feature } from '../plan';
import { memberNamesOf } from './table-row';

/** A data field of a plan and the column that Get Plan Features gives it. */
type FieldColumn = NamedField & { column: string };

/** What columns of a row can stand for on one plan: its data fields and the members of its features. */
export interface PlanColumns {
	/** The columns of data fields; a second field of one name has a column of its own. */
	names: ColumnNames;
	/** The data field that a column of a row means: by its column, its code or its name, trimmed and in any case. */
	fieldOf(column: string): FieldColumn | undefined;
	/** Members that features have, each with the types of its values. */
	members: Map<string, Set<MemberType>>;
	/** Members that are a text in every feature, so that an empty cell is an empty text and no missing member. */
	alwaysText: Set<string>;
	/** Every name that a column may have. */
	known(): readonly string[];
}

export type MemberType = 'string' | 'number' | 'boolean' | 'object';

/** Section 2.3. A plan may have no feature with them yet. */
const SPECIFIED: ReadonlyArray<[string, MemberType[]]> = [
	['type', ['string']],
	['zoneType', ['string']],
	['position', ['object']],
	['geometry', ['object']],
	['icons', ['object']],
	['data', ['object']],
	['photos', ['object']],
];

export function planColumnsOf(plan: readonly Feature[]): PlanColumns {
	const members = new Map(SPECIFIED.map(([name, types]) => [name, new Set(types)]));
	const texts = new Map<string, number>();
	for (const feature of plan) {
		for (const name of Object.keys(feature)) {
			const type = typeOf(feature[name]);
			const types = members.get(name) ?? new Set<MemberType>();
			if (type !== undefined) types.add(type);
			if (type === 'string') texts.set(name, (texts.get(name) ?? 0) + 1);
			members.set(name, types);
		}
	}
	const names = new ColumnNames('byName', plan, memberNamesOf(plan));
	let known: string[] | undefined;
	return {
		names,
		known: () => (known ??= [...names.fields.map(({ column }) => column), ...members.keys()]),
		fieldOf: fieldFinder(names.fields),
		members,
		alwaysText: new Set([...texts].filter(([, count]) => count === plan.length).map(([name]) => name)),
	};
}

/** A column as it is written comes first: `Tenant` and `tenant` may be two fields of one plan. */
function fieldFinder(fields: readonly FieldColumn[]): PlanColumns['fieldOf'] {
	const exact = new Map(fields.map((field) => [field.column, field]));
	const loose = new Map<string, FieldColumn>();
	const add = (text: string, field: FieldColumn) =>
		loose.set(normalizeName(text), loose.get(normalizeName(text)) ?? field);
	for (const field of fields) add(field.column, field);
	for (const field of fields) add(field.key, field);
	for (const field of fields) add(field.name, field);
	return (column) => exact.get(column) ?? loose.get(normalizeName(column));
}

function normalizeName(text: string): string {
	return text.trim().toLowerCase();
}

function typeOf(value: unknown): MemberType | undefined {
	if (value === null || value === undefined) return undefined;
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

import type { ColumnNames } from './column-names';
import { FIRST_MEMBERS, isDataEntry, isEmptyValue } from './data-columns';
import type { Feature } from './features';
import type { JsonObject } from './json';

/** Members that every feature may have (section 2.3), and those that Get Plan Features adds. */
const KNOWN_MEMBERS = ['planCode', 'type', 'zoneType', 'position', 'geometry', 'icons', 'photos', 'data', 'dataFields'];

/** The names of members that rows of a plan have beside their data columns. */
export function membersOf(features: readonly Feature[]): Set<string> {
	const members = new Set(KNOWN_MEMBERS);
	for (const feature of features) for (const member of Object.keys(feature)) members.add(member);
	return members;
}

/**
 * A feature as one flat row for spreadsheets: its data columns beside its members, every member a cell.
 * Data that is no list of entries stays a member. Of an entry only key, name and value are kept (section 2.4).
 * @param columns of the plan, made with `membersOf` its features, so that no data field takes the place of a member
 */
export function tableRow(feature: Feature, columns: ColumnNames, dropEmpty: boolean): JsonObject {
	const { data } = feature;
	const isColumns = Array.isArray(data) && data.every(isDataEntry);
	const row: Array<[string, unknown]> = [];
	for (const member of FIRST_MEMBERS) if (Object.hasOwn(feature, member)) row.push([member, asCell(feature[member])]);
	if (isColumns) {
		const names = columns.of(data);
		data.forEach(({ value = null }, index) => {
			if (!dropEmpty || !isEmptyValue(value)) row.push([names[index], value]);
		});
	}
	for (const [member, value] of Object.entries(feature)) {
		if (!FIRST_MEMBERS.includes(member) && !(isColumns && member === 'data')) row.push([member, asCell(value)]);
	}
	return Object.fromEntries(row);
}

/** A member as one cell: lists and objects as JSON text, which Push reads again where the member is no text on the plan. */
function asCell(value: unknown): unknown {
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

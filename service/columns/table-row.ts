import { isDataEntry, isEmptyValue } from '../plan';
import { FIRST_MEMBERS } from './data-columns';
import type { Feature } from '../plan';
import type { JsonObject } from '../text';
import type { MemberType, PlanColumns } from './plan-columns';
import { memberFromCell } from './row-member';

/** Members that every feature may have (section 2.3), and those that Get Plan Features adds. */
const KNOWN_MEMBERS = ['planCode', 'type', 'zoneType', 'position', 'geometry', 'icons', 'photos', 'data', 'dataFields'];

/** The names of members that rows of a plan have beside their data columns. */
export function memberNamesOf(features: readonly Feature[]): Set<string> {
	const members = new Set(KNOWN_MEMBERS);
	for (const feature of features) for (const member of Object.keys(feature)) members.add(member);
	return members;
}

/**
 * A feature as one flat row for spreadsheets: its data columns beside its members, every member a cell.
 * Data that is no list of entries stays a member. Of an entry only key, name and value are kept (section 2.4).
 * @param columns of the whole plan
 */
export function tableRow(feature: Feature, { names, members }: PlanColumns, dropEmpty: boolean): JsonObject {
	const { data } = feature;
	const cell = (member: string) => asCell(feature[member], members.get(member));
	const isColumns = Array.isArray(data) && data.every(isDataEntry);
	const row: Array<[string, unknown]> = [];
	for (const member of FIRST_MEMBERS) if (Object.hasOwn(feature, member)) row.push([member, cell(member)]);
	if (isColumns) {
		const columns = names.of(data);
		data.forEach(({ value = null }, index) => {
			if (!dropEmpty || !isEmptyValue(value)) row.push([columns[index], value]);
		});
	}
	for (const member of Object.keys(feature)) {
		if (!FIRST_MEMBERS.includes(member) && !(isColumns && member === 'data')) row.push([member, cell(member)]);
	}
	return Object.fromEntries(row);
}

/** Text files of n8n show no more of a number: 12.3456789012 becomes 12.3456789. */
const LONGEST_NUMBER = 10;

/**
 * A member as one cell. Lists and objects become JSON text, which Push reads again where the member is no text on the
 * plan. A text that Push would read as something else becomes JSON text, too, such as "12" where other features have a
 * number.
 */
function asCell(value: unknown, types: ReadonlySet<MemberType> = new Set()): unknown {
	switch (typeof value) {
		case 'object':
			return value === null ? null : cellJson(value);
		case 'number':
			return String(value).length > LONGEST_NUMBER ? String(value) : value;
		case 'string':
			return memberFromCell(value, types) === value ? value : cellJson(value);
		default:
			return value;
	}
}

/** What n8n's reader of XLSX files takes for an escape, and characters that it cannot hold. */
const MISREAD = /&(?=#?\w+;)|_(?=x[\da-fA-F]{4}_)|[\ufffe\uffff]/g;

function cellJson(value: unknown): string {
	return JSON.stringify(value).replace(
		MISREAD,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

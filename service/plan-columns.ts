import { ColumnNames } from './column-names';
import type { Feature } from './features';
import { membersOf } from './table-row';

/** What columns of a row can stand for on one plan. */
export interface PlanColumns {
	/** Data fields by the column that Get Plan Features gives them; a second field of one name has a column of its own. */
	fields: Array<{ column: string; key: string; name: string }>;
	/** Members that features have, each with the types of its values. */
	members: Map<string, Set<MemberType>>;
	/** Members that are a text in every feature, so that an empty cell is an empty text and no missing member. */
	alwaysText: Set<string>;
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
	for (const feature of plan) {
		for (const name of Object.keys(feature)) {
			const type = typeOf(feature[name]);
			const types = members.get(name) ?? new Set<MemberType>();
			if (type !== undefined) types.add(type);
			members.set(name, types);
		}
	}
	const isText = (name: string) => plan.length > 0 && plan.every((feature) => typeof feature[name] === 'string');
	return {
		fields: new ColumnNames('byName', plan, membersOf(plan)).fields,
		members,
		alwaysText: new Set([...members.keys()].filter(isText)),
	};
}

function typeOf(value: unknown): MemberType | undefined {
	if (value === null || value === undefined) return undefined;
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object';
}

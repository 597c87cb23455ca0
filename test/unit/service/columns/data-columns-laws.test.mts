import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';

import { withoutEmptyData } from '../../../../service/plan';
import type { Column } from '../../../../service/columns';
import { canonicalText } from '../../../../service/text';
import type { Feature } from '../../../../service/plan';
import { featureWithData } from '../../../support/generators/features.mts';
import { throughJson } from '../../../support/generators/json.mts';
import { withDataArray, withDataColumns } from './columned.mts';

/** Entries may stand in the order of the row, and no value is null. */
function inAnyOrder({ data, ...others }: Feature): Feature {
	const entries = data as Feature[];
	const texts = entries.map((entry) => canonicalText({ value: null, ...entry })).sort();
	return { ...others, data: texts };
}

const format = fc.constantFrom('byName' as const, 'byKey' as const);

describe('laws of data as columns', () => {
	it('a feature comes back unchanged from either format, also through JSON', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const columns = throughJson(withDataColumns(feature, to, false)) as Feature;
				const { feature: back, problems } = withDataArray(columns);
				deepStrictEqual(inAnyOrder(back), inAnyOrder(feature));
				expect(problems).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it('with empty columns left out, the entries with a value come back', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const { feature: back } = withDataArray(withDataColumns(feature, to, true));
				deepStrictEqual(inAnyOrder(back), inAnyOrder(withoutEmptyData(feature)));
			}),
		);
	});

	it('each entry has a column of its own, which n8n and JavaScript read as one plain name', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const columns = withDataColumns(feature, to, false);
				const names = (columns.dataFields as Column[]).map(({ column }) => column);
				expect(new Set(names).size).toBe(names.length);
				expect(Object.keys(columns.data as object).sort()).toEqual([...names].sort());
				for (const name of names) expect(name).toMatch(/^(?!__proto__$|constructor$|prototype$)[^.[\]]+$/s);
			}),
		);
	});

	it('an edited value reaches exactly its own entry', () => {
		fc.assert(
			fc.property(featureWithData, format, fc.nat(), (feature, to, choice) => {
				const entries = feature.data as Feature[];
				fc.pre(entries.length > 0);
				const edited = choice % entries.length;
				const columns = withDataColumns(feature, to, false);
				const { column } = (columns.dataFields as Column[])[edited];
				const { feature: back } = withDataArray({
					...columns,
					data: { ...(columns.data as object), [column]: 'edited' },
				});
				const expected = entries.map((entry, index) => (index === edited ? { ...entry, value: 'edited' } : entry));
				deepStrictEqual(inAnyOrder(back), inAnyOrder({ ...feature, data: expected }));
			}),
		);
	});
});

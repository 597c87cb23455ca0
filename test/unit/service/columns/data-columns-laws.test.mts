import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { ColumnNames, ColumnedFeatures, dataFromColumns } from '../../../../service/columns';
import { withoutEmptyData } from '../../../../service/plan';
import type { DataField } from '../../../../service/columns';
import type { Feature, FeatureProblem } from '../../../../service/plan';
import { featureWithData } from '../../../support/generators/features.mts';
import { throughJson } from '../../../support/generators/json.mts';

/** The columns of a plan that has this feature alone. */
function withDataColumns(feature: Feature, to: 'byName' | 'byKey', dropEmpty: boolean): Feature {
	return new ColumnedFeatures(new ColumnNames(to, [feature]), dropEmpty).of(feature);
}

/** As it is sent: JSON leaves out members that are undefined. */
function withDataArray(columns: Feature): { feature: Feature; problems: FeatureProblem[] } {
	const { data, problems } = dataFromColumns(columns) ?? { data: columns.data, problems: [] };
	return { feature: throughJson({ ...columns, data, dataFields: undefined }) as Feature, problems };
}

const format = fc.constantFrom('byName' as const, 'byKey' as const);

describe('laws of data as columns', () => {
	it('a feature comes back unchanged from either format, also through JSON', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const columns = throughJson(withDataColumns(feature, to, false)) as Feature;
				const { feature: back, problems } = withDataArray(columns);
				deepStrictEqual(back, feature);
				expect(problems).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it('with empty columns left out, the entries with a value come back', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const { feature: back } = withDataArray(withDataColumns(feature, to, true));
				deepStrictEqual(back, withoutEmptyData(feature));
			}),
		);
	});

	it('each entry has a column of its own, which n8n and JavaScript read as one plain name', () => {
		fc.assert(
			fc.property(featureWithData, format, (feature, to) => {
				const columns = withDataColumns(feature, to, false);
				const names = (columns.dataFields as DataField[]).map(({ column }) => column);
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
				const { column } = (columns.dataFields as DataField[])[edited];
				const { feature: back } = withDataArray({
					...columns,
					data: { ...(columns.data as object), [column]: 'edited' },
				});
				const expected = entries.map((entry, index) => (index === edited ? { ...entry, value: 'edited' } : entry));
				deepStrictEqual(back.data, expected);
			}),
		);
	});
});

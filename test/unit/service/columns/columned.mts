import { Columns, listedMeanings, readRow, writeRow } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import type { JsonObject } from '../../../../service/text';
import { throughJson } from '../../../support/generators/json.mts';
import { inWords } from '../../../support/problems.mts';

/** The columns of a plan that has this feature alone. */
export function withDataColumns(feature: Feature, to: 'byName' | 'byKey', dropEmpty: boolean): Feature {
	return writeRow(feature, new Columns(to, [feature]), { isFlat: false, dropEmpty });
}

/** As it is sent: JSON leaves out members that are undefined. */
export function withDataArray(
	{ data, dataFields, ...others }: Feature,
	meaningOf = listedMeanings(),
): { feature: Feature; problems: Array<{ path: string; message: string }> } {
	const { feature, problems } = readRow(data as JsonObject, meaningOf(dataFields), 'data.');
	const back = throughJson({ ...others, data: feature.data ?? [] }) as Feature;
	return { feature: back, problems: inWords(problems) };
}

import { Columns, ItemReader, rowColumnsOf, rowWriter } from '../../../../service/columns';
import type { Feature } from '../../../../service/plan';
import { throughJson } from '../../../support/generators/json.mts';
import { inWords } from '../../../support/problems.mts';

/** The columns of a plan that has this feature alone. */
export function withDataColumns(feature: Feature, to: Columns['as'], dropEmpty: boolean): Feature {
	return rowWriter(new Columns(to, [feature]), { dropEmpty })(feature);
}

/** As it is sent to a plan without features: JSON leaves out members that are undefined. */
export function withDataArray(
	item: Feature,
	reader = new ItemReader(),
): { feature: Feature; problems: Array<{ path: string; message: string }> } {
	const { feature, problems } = reader.read(item, rowColumnsOf([]));
	return { feature: throughJson(feature) as Feature, problems: inWords(problems) };
}

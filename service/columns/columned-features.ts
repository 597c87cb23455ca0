import type { ColumnNames } from './column-names';
import { FIRST_MEMBERS } from './data-columns';
import { FeatureCopies } from './feature-copies';
import type { Feature } from '../plan';

/**
 * Features whose `data` is one object, with `dataFields` that says what each column stands for, so that
 * `dataFromColumns` can undo it. A feature whose data is no array of entries, or that has `dataFields` of its own,
 * stays as it is. What a person looks for first stands first: name, type and data.
 */
export class ColumnedFeatures {
	private readonly copies: FeatureCopies;

	private readonly plain: FeatureCopies | undefined;

	/**
	 * @param columns of the whole plan
	 * @param dropEmpty leave out columns that have no value yet; `dataFields` still lists them
	 * @param start members that stand before all others
	 */
	constructor(
		private readonly columns: ColumnNames,
		private readonly dropEmpty: boolean,
		start?: Feature,
	) {
		this.copies = new FeatureCopies(start ?? {}, [...FIRST_MEMBERS, 'data'], ['dataFields']);
		this.plain = start && new FeatureCopies(start);
	}

	of(feature: Feature): Feature {
		const { data: entries } = feature;
		const layout = 'dataFields' in feature || !Array.isArray(entries) ? undefined : this.columns.layoutOf(entries);
		if (layout === undefined || !Array.isArray(entries)) return this.plain?.of(feature) ?? feature;
		return this.copies.of(feature, { data: layout.valuesOf(entries, this.dropEmpty), dataFields: layout.dataFields });
	}
}

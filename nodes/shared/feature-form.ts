import { Columns, isDataEntries, rowColumnsOf, writeRow } from '../../service/columns';
import { withoutEmptyData } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { choice, flag } from './parameter';
import type { ValuesOf } from './structured-parameters';

/** The options that decide in which form features are handed on. */
export const featureForm = {
	dataFormat: choice({
		displayName: 'Data Format',
		name: 'dataFormat',
		type: 'options',
		options: [
			{ name: 'By Code', value: 'byKey', description: 'One object whose columns are codes of data fields' },
			{ name: 'By Name', value: 'byName', description: 'One object whose columns are names, such as data.Tenant' },
			{ name: 'List', value: 'array', description: 'The list of key, name and value that the service returns' },
			{
				name: 'Table',
				value: 'table',
				description: 'A flat row for spreadsheets: data columns beside the others, lists and objects as JSON text',
			},
		],
		default: 'byName',
		description: 'Form of the data of a feature. Push Plan Features understands all of them.',
	}),
	dropEmptyData: flag({
		displayName: 'Drop Empty Data',
		name: 'dropEmptyData',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out data fields that have no value yet',
	}),
	omitGeometry: flag({
		displayName: 'Omit Geometry',
		name: 'omitGeometry',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out the geometry, for tables and AI agents',
	}),
};

export type FeatureForm = ValuesOf<typeof featureForm>;

/** Brings a feature into the form that the options ask for. */
export type Shape = (feature: Feature) => Feature;

/**
 * How features of one plan are handed on.
 * @param all of the plan, so that its data fields have the same columns whatever is filtered
 * @param start members that stand before their own
 */
export function shapeOf(all: readonly Feature[], form: FeatureForm, start?: Feature): Shape {
	const withData = dataFormOf(all, form, start);
	if (!form.omitGeometry) return withData;
	return (feature) => {
		const plain = { ...feature };
		delete plain.geometry;
		return withData(plain);
	};
}

function dataFormOf(
	all: readonly Feature[],
	{ dataFormat, dropEmptyData }: FeatureForm,
	start: Feature | undefined,
): Shape {
	switch (dataFormat) {
		case 'array':
			return withDataFields(
				(feature) => {
					const shown = dropEmptyData ? withoutEmptyData(feature) : feature;
					return start === undefined ? shown : { ...start, ...shown, ...start };
				},
				new Columns('byName', all),
			);
		case 'table': {
			const columns = rowColumnsOf(all);
			return (feature) => writeRow(feature, columns, { isFlat: true, dropEmpty: dropEmptyData, start });
		}
		default: {
			const columns = new Columns(dataFormat, all);
			return withDataFields(
				(feature) => writeRow(feature, columns, { isFlat: false, dropEmpty: dropEmptyData, start }),
				columns,
			);
		}
	}
}

/** By this list Push Plan Features knows an item of Get, also where the feature has no data. */
function withDataFields(shape: Shape, columns: Columns): Shape {
	return (feature) => {
		const shaped = shape(feature);
		if ('dataFields' in shaped) return shaped;
		const { data } = shaped;
		return { ...shaped, dataFields: (isDataEntries(data) ? columns.layoutOf(data).dataFields : undefined) ?? [] };
	};
}

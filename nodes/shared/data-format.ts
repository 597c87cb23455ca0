import { Columns, rowWriter } from '../../service/columns';
import type { Feature } from '../../service/plan';
import { choice, flag } from './parameter';
import type { ValuesOf } from './parameter';

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

type FeatureForm = ValuesOf<typeof featureForm>;

export type FeatureWriter = (feature: Feature) => Feature;

/**
 * How features of one plan are handed on.
 * @param all of the plan, so that its data fields have the same columns whatever is filtered
 * @param start properties that stand before their own
 */
export function featureWriter(
	all: readonly Feature[],
	{ dataFormat, dropEmptyData: dropEmpty, omitGeometry }: FeatureForm,
	start?: Feature,
): FeatureWriter {
	const write = rowWriter(new Columns(dataFormat, all), { dropEmpty, start });
	return (feature) => {
		const plain = { ...feature };
		if (omitGeometry) delete plain.geometry;
		return write(plain);
	};
}

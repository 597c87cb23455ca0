import { ColumnNames, planColumnsOf, tableRow, withDataColumns, withMembers, withoutEmptyData } from '../../service';
import type { Feature } from '../../service';
import { choice, flag, number } from '../shared/parameter';
import type { ValueOf } from '../shared/parameter';
import { optionsOf } from '../shared/parameter-group';
import type { ValuesOf } from '../shared/parameter-group';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import type { PhotoLimits } from './photos';

/** The options that decide in which form features are handed on. The trigger has them, too. */
export const featureForm = {
	dataFormat: choice({
		displayName: 'Data Format',
		name: 'dataFormat',
		type: 'options',
		options: [
			{ name: 'By Code', value: 'byKey', description: 'One object whose columns are codes of data fields' },
			{ name: 'By Name', value: 'byName', description: 'One object whose columns are names, such as data.Tenant' },
			{ name: 'List', value: 'array', description: 'The list of key, name and value that the service returns' },
			{ name: 'Table', value: 'table', description: 'A flat row for spreadsheets: data columns beside the others, lists and objects as JSON text' },
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

export const output = optionsOf({
	...featureForm,
	downloadPhotos: flag({
		displayName: 'Download Photos',
		name: 'downloadPhotos',
		type: 'boolean',
		default: false,
		description: 'Whether to download photos into the binary fields photo_0, photo_1 and so on',
	}),
	maxPhotos: number({
		displayName: 'Max Photos',
		name: 'maxPhotos',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 500,
		description: 'Most photos that Download Photos asks for in one run, at most 20 of them for an item',
	}),
	maxPhotosSizeMegabytes: number({
		displayName: 'Max Photos Size (MB)',
		name: 'maxPhotosSizeMegabytes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1024,
		description: 'What the photos of one run may have together, at most 20 MB each',
	}),
	maxPlanSizeMegabytes: number({
		displayName: 'Max Plan Size (MB)',
		name: 'maxPlanSizeMegabytes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 512,
		description: 'Longest answer that is read, after decompression. A plan takes three to five times as much of the memory of n8n.',
	}),
	photoAddressesForAgent: flag({
		displayName: 'Photo Addresses for the Agent',
		name: 'photoAddressesForAgent',
		type: 'boolean',
		default: false,
		description: 'Whether the agent is given the addresses of photos, with which whoever reads its words can see them',
		displayOptions: { show: { '@tool': [true] } },
	}),
	...requestOptions,
});

/** Brings a feature into the form that the options ask for. @param start members that stand before its own; the object becomes the feature */
export type Shape = (feature: Feature, start?: Feature) => Feature;

/** How features of one plan are handed on. @param all of the plan, so that its data fields have the same columns whatever is filtered */
export function shapeOf(all: readonly Feature[], form: FeatureForm): Shape {
	const withData = dataFormOf(all, form);
	if (!form.omitGeometry) return withData;
	return (feature, start) => {
		const plain = { ...feature };
		delete plain.geometry;
		return withData(plain, start);
	};
}

function dataFormOf(all: readonly Feature[], { dataFormat, dropEmptyData }: FeatureForm): Shape {
	switch (dataFormat) {
		case 'array':
			return (feature, start) => withStart(start, dropEmptyData ? withoutEmptyData(feature) : feature);
		case 'table': {
			const columns = planColumnsOf(all);
			// What stands first elsewhere stands last in a row: n8n leaves the byte order mark in the first column's name of a CSV file.
			return (feature, start) => ({ ...tableRow(feature, columns, dropEmptyData), ...start });
		}
		default: {
			const columns = new ColumnNames(dataFormat, all);
			return (feature, start) => withDataColumns(feature, columns, dropEmptyData, start);
		}
	}
}

function withStart(start: Feature | undefined, feature: Feature): Feature {
	return start === undefined ? feature : withMembers(start, feature);
}

export function photoLimitsFrom(options: ValueOf<typeof output>): PhotoLimits {
	const { dataFormat, maxPhotos, maxPhotosSizeMegabytes } = options;
	const mostBytes = maxPhotosSizeMegabytes * 1024 * 1024;
	return { ...requestOptionsFrom(options), mostPhotos: maxPhotos, mostBytes, isTable: dataFormat === 'table' };
}

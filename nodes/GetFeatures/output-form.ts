import { withDataColumns, withoutEmptyData } from '../../service';
import type { Feature } from '../../service';
import { choice, flag, number } from '../shared/parameter';
import { optionsOf } from '../shared/parameter-group';
import type { ValuesOf } from '../shared/parameter-group';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import type { PhotoLimits } from './photos';

/** How features are handed on. */
const form = {
	dataFormat: choice({
		displayName: 'Data Format',
		name: 'dataFormat',
		type: 'options',
		options: [
			{ name: 'Array', value: 'array', description: 'As the service returns it' },
			{ name: 'By Key', value: 'byKey', description: 'One object whose columns are data field codes' },
			{ name: 'By Name', value: 'byName', description: 'One object whose columns are names, such as Tenant' },
		],
		default: 'array',
		description: 'Form of the data of a feature. Push Plan Features understands all of them.',
	}),
	downloadPhotos: flag({
		displayName: 'Download Photos',
		name: 'downloadPhotos',
		type: 'boolean',
		default: false,
		description: 'Whether to download photos into the binary fields photo_0, photo_1 and so on',
	}),
	dropEmptyData: flag({
		displayName: 'Drop Empty Data',
		name: 'dropEmptyData',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out data fields that have no value yet',
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
	omitGeometry: flag({
		displayName: 'Omit Geometry',
		name: 'omitGeometry',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out the geometry, for tables and AI agents',
	}),
};

export const output = optionsOf({ ...form, ...requestOptions });

export type OutputForm = ValuesOf<typeof form>;

export function shape(feature: Feature, { dataFormat, dropEmptyData, omitGeometry }: OutputForm): Feature {
	const formed = withDataForm(feature, dataFormat, dropEmptyData);
	if (!omitGeometry || !('geometry' in formed)) return formed;
	const plain = { ...formed };
	delete plain.geometry;
	return plain;
}

function withDataForm(feature: Feature, format: OutputForm['dataFormat'], dropEmpty: boolean): Feature {
	if (format !== 'array') return withDataColumns(feature, format, dropEmpty);
	return dropEmpty ? withoutEmptyData(feature) : feature;
}

export function photoLimitsFrom(options: ValuesOf<typeof form & typeof requestOptions>): PhotoLimits {
	const { maxPhotos, maxPhotosSizeMegabytes } = options;
	return { ...requestOptionsFrom(options), mostPhotos: maxPhotos, mostBytes: maxPhotosSizeMegabytes * 1024 * 1024 };
}

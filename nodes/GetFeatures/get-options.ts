import { featureForm } from '../shared/data-format';
import { flag, number, optionsOf, shownWhen } from '../shared/parameter';
import type { ValueOf } from '../shared/parameter';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import { MAX_OF_A_PHOTO } from './photo-request';
import { MAX_PHOTOS_OF_AN_ITEM } from './photos';
import type { PhotoLimits } from './photos';

const options = optionsOf({
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
		description: `Maximum number of photos to download in one run, at most ${MAX_PHOTOS_OF_AN_ITEM} for an item`,
	}),
	maxPhotosSizeMegabytes: number({
		displayName: 'Max Photos Size (MB)',
		name: 'maxPhotosSizeMegabytes',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1024,
		description: `What the photos of one run may have together, at most ${MAX_OF_A_PHOTO} each`,
	}),
	...requestOptions,
});

export const getOptions = shownWhen({ operation: ['getMany', 'getPlan'] }, options);

export function photoLimitsFrom(options: ValueOf<typeof getOptions>): PhotoLimits {
	const { maxPhotos, maxPhotosSizeMegabytes } = options;
	const maxBytes = maxPhotosSizeMegabytes * 1024 * 1024;
	return { ...requestOptionsFrom(options), maxPhotos, maxBytes };
}

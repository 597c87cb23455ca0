import { withDataColumns, withoutEmptyData } from '../../service';
import type { DataFormat, Feature } from '../../service';
import type { Parameters } from '../shared/parameters';

/** How features are handed on. The default hands them on as the service sent them. */
export interface OutputForm {
	dataFormat: DataFormat;
	dropEmptyData: boolean;
	omitGeometry: boolean;
	downloadPhotos: boolean;
}

/** @throws InvalidInputError that names the parameter */
export function readOutputForm(parameters: Parameters, itemIndex: number): OutputForm {
	return {
		dataFormat: parameters.choice('options.dataFormat', itemIndex, ['array', 'byName', 'byKey']),
		dropEmptyData: parameters.flag('options.dropEmptyData', itemIndex),
		omitGeometry: parameters.flag('options.omitGeometry', itemIndex),
		downloadPhotos: parameters.flag('options.downloadPhotos', itemIndex),
	};
}

export function shape(feature: Feature, { dataFormat, dropEmptyData, omitGeometry }: OutputForm): Feature {
	const formed = withDataForm(feature, dataFormat, dropEmptyData);
	if (!omitGeometry || !('geometry' in formed)) return formed;
	const plain = { ...formed };
	delete plain.geometry;
	return plain;
}

function withDataForm(feature: Feature, format: DataFormat, dropEmpty: boolean): Feature {
	if (format !== 'array') return withDataColumns(feature, format, dropEmpty);
	return dropEmpty ? withoutEmptyData(feature) : feature;
}

export { cellFromProperty, cellToText } from './cells';
export { Columns, OF_RETRIED, RETRIED, rowColumnsOf } from './columns';
export type { Column } from './columns';
export { geoJsonFeatures, isGeoJsonFeature, rowOfGeoJson } from './geojson';
export {
	ItemReader,
	flattenedProblems,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	readRow,
	withoutByteOrderMark,
} from './read-row';
export type { ExtraColumns, InputKind, ReadRow } from './read-row';
export { writeRow } from './write-row';

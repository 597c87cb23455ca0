export { cellFromProperty, cellToText } from './cells';
export { Columns, OF_RETRIED, RETRIED, rowColumnsOf } from './columns';
export type { Column } from './columns';
export {
	ItemReader,
	isGeoJsonFeature,
	rowOfGeoJson,
	KIND,
	flattenedProblems,
	inputKind,
	isEmptyCell,
	isEmptyRow,
	readRow,
	repeatsHeading,
	withoutByteOrderMark,
} from './read-row';
export type { ExtraColumns, ReadFeature, RowKind, UnmappedColumns } from './read-row';
export { writeRow } from './write-row';

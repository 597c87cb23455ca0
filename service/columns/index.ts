export { cellFromMember, flattenedProblems, withoutByteOrderMark } from './cells';
export { Columns, rowColumnsOf } from './columns';
export type { Column } from './columns';
export { dataFieldMeant } from './data-field';
export { columnProblems, isRow, listedMeanings, meaningByList, meaningByPlan, readRow } from './read-row';
export type { MeaningOf, OtherColumns } from './read-row';
export { writeRow } from './write-row';
export type { RowForm } from './write-row';

export { cellFromMember, flattenedProblems, withoutByteOrderMark } from './cells';
export { Columns, normalizeName, rowColumnsOf } from './columns';
export type { Column } from './columns';
export { columnProblems, isRow, listedMeanings, meaningByList, meaningByPlan, readRow } from './read-row';
export type { MeaningOf, OtherColumns } from './read-row';
export { writeRow } from './write-row';
export type { RowForm } from './write-row';

export { isEmptyCell, jsonOfCell } from './cells';
export * from './columns';
export * from './places';
export { ADDED_TO_ROWS, SPECIFIED_PROPERTIES, cellFromProperty } from './properties';
export * from './read-row';
export * from './row-rules';
export { FieldFormat } from './value-formats';
export { rowWriter } from './write-row';

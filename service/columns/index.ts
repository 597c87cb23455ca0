export { cellFromProperty, cellToText, jsonOfCell } from './cells';
export * from './columns';
export * from './read-row';
export { writeRow } from './write-row';

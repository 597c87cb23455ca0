export { cellFromProperty, cellToText } from './cells';
export * from './columns';
export * from './read-row';
export { writeRow } from './write-row';

export * from './fold';
export * from './groups';
export * from './json';
export { Secrets } from './redaction';
export * from './safe-text';

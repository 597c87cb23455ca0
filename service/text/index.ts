export * from './fold';
export * from './groups';
export * from './json';
export { Secrets, unicodeEscape } from './redaction';
export * from './safe-text';

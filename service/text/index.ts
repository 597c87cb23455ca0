export * from './fold';
export * from './groups';
export * from './json';
export * from './json-safe';
export * from './redaction';
export * from './safe-text';

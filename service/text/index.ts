export * from './fold';
export * from './groups';
export * from './json';
export * from './redaction';
export * from './safe-text';

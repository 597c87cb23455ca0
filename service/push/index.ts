export * from './affirmative';
export * from './fate';
export * from './machine';
export * from './outcome';
export * from './state';

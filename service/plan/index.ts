export * from './feature';
export * from './feature-equality';
export * from './feature-filter';
export * from './feature-rules';
export * from './geometry';
export * from './match';
export * from './plan-diff';
export * from './plan-index';

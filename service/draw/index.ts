export * from './canvas';
export * from './plan-picture';

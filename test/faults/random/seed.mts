/** The seed of this run: always the same, or FAULT_SEED. */
export const seed = process.env.FAULT_SEED ?? 'always';

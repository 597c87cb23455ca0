import { randomBytes } from 'node:crypto';

/** The seed of this run: a new one, or FAULT_SEED to have the same faults again. */
export const seed = process.env.FAULT_SEED ?? randomBytes(4).toString('hex');

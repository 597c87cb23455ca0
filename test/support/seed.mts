/** The seed of all that tests draw: always the same in `npm test`; the job of random seeds sets TEST_SEED. */
export const seed = Number(process.env.TEST_SEED ?? 1);

import type { JsonObject } from '../text';

/** A feature as the service sends it: unknown kinds and properties kept. */
export type Feature = JsonObject;

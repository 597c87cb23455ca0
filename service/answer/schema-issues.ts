import type { z } from 'zod';

/** What a schema finds wrong with a value; nothing where the value fits. */
export function issuesOf(schema: z.ZodTypeAny, value: unknown): z.ZodIssue[] {
	return schema.safeParse(value).error?.issues ?? [];
}

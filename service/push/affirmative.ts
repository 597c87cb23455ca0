const AFFIRMATIVE = new Set(['', 'null', 'true', '{}', '[]', '"ok"']);

/**
 * Whether an answer to a push says plainly that it was taken. Section 4.2 gives status 200 with no body; what else may
 * come (`{"error":…}`, 202, a line of text) is judged by a look at the plan.
 */
export function isAffirmative(status: number, body: string): boolean {
	return status === 200 && body.length < 100 && AFFIRMATIVE.has(body.replace(/\s/g, '').toLowerCase());
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** The two formats of HTTP dates that servers still send in this header (RFC 9110, section 5.6.7). */
const NOW = `(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} ${MONTH} \\d{4}`;
const FORMERLY = `(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d{2}-${MONTH}-\\d{2}`;
const HTTP_DATE = new RegExp(`^(?:${NOW}|${FORMERLY}) [0-2]\\d:[0-5]\\d:[0-5]\\d GMT$`);

/**
 * The header `Retry-After`, read strictly: whole seconds, or an HTTP date.
 * @returns milliseconds from `nowMs`, at least 0; undefined when it says neither
 */
export function retryAfterMs(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	if (!HTTP_DATE.test(text)) return undefined;
	const at = Date.parse(text);
	return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

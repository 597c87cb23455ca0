import type { Exchange } from './client.mts';
import { NOT_SEEN, compared, plain, tally } from './fact.mts';
import type { Fact } from './fact.mts';
import { sizeOf } from './plan-facts.mts';
import type { Survey } from './survey.mts';

/** The embed page, photos, sizes, times and limits. */
export function serviceFacts({ embed, photo, exchanges, atOnce }: Survey): Fact[] {
	const times = exchanges.map(({ ms }) => ms).sort((one, other) => one - other);
	const largest = Math.max(...exchanges.map(({ bytes }) => bytes));
	const refused = exchanges.filter(({ status }) => status === 429 || status === 503);
	const limits = [
		...new Set(
			exchanges.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /ratelimit|rate-limit/.test(name)),
		),
	];
	return [
		compared(
			'Embed page',
			'a page for the viewer token and plan code',
			'specified',
			embed === undefined ? '' : `status ${embed.status}, ${embed.headers['content-type']?.split(';')[0] ?? 'no type'}`,
			embed === undefined ? undefined : embed.status === 200,
		),
		plain('Framing', embed === undefined ? NOT_SEEN : framingOf(embed)),
		compared(
			'Photos',
			'imageUrl carries its own permission',
			'specified',
			photo === undefined
				? ''
				: `status ${photo.status}, with ${Object.keys(photo.query).join(', ') || 'no parameters'}`,
			photo === undefined ? undefined : photo.status === 200,
		),
		plain(
			'Times',
			`${exchanges.length} requests, median ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms`,
		),
		plain('Sizes', `largest answer ${sizeOf(largest)}`),
		plain(
			'Rate limits',
			refused.length === 0
				? `none met, ${atOnce.length} lookups at once among them${named(limits)}`
				: `${tally(refused.map(limitOf))}${named(limits)}`,
		),
	];
}

const named = (limits: string[]) => (limits.length === 0 ? '' : `; headers ${limits.join(', ')}`);

function limitOf({ status, headers }: Exchange): string {
	const after = headers['retry-after'];
	if (after === undefined) return `status ${status} without Retry-After`;
	return `status ${status} with Retry-After ${/^\d+$/.test(after) ? after : 'as a date'}`;
}

function framingOf({ headers }: Exchange): string {
	const policy = /frame-ancestors[^;]*/.exec(headers['content-security-policy'] ?? '')?.[0];
	const options = headers['x-frame-options'];
	if (policy === undefined && options === undefined) return 'may be framed anywhere';
	return options === undefined ? 'limited by frame-ancestors' : `limited by X-Frame-Options: ${options}`;
}

import type { Exchange } from './client.mts';
import { NOT_SEEN, compared, plain, tally } from './fact.mts';
import type { Fact } from './fact.mts';
import { KNOWN, knownOf, knownOr, mediaTypeOf } from './known.mts';
import { sizeOf } from './plan-facts.mts';
import type { Survey } from './survey.mts';

const SAME_TIME_MS = 90_000;

/** The embed page, photos, the clock, sizes, times and limits. */
export function serviceFacts({ embed, photo, exchanges, putOff, atOnce }: Survey): Fact[] {
	const times = exchanges.map(({ ms }) => ms).sort((one, other) => one - other);
	const largest = Math.max(...exchanges.map(({ bytes }) => bytes));
	const names = [...exchanges, ...putOff].flatMap(({ headers }) => Object.keys(headers));
	const limits = knownOf(
		KNOWN.rateHeaders,
		names.filter((name) => KNOWN.rateHeaders.includes(name)),
	);
	const met = putOff.length === 0 ? `none met, ${atOnce.length} calls at once among them` : tally(putOff.map(limitOf));
	return [
		compared(
			'Embed page',
			'a page for the viewer token and plan code',
			'specified',
			embed === undefined ? '' : `status ${embed.status}, ${mediaTypeOf(embed.headers['content-type'])}`,
			embed && embed.status === 200,
		),
		plain('Framing', embed === undefined ? NOT_SEEN : framingOf(embed)),
		compared(
			'Photos',
			'imageUrl carries its own permission',
			'specified',
			photo === undefined ? '' : `status ${photo.status}, with ${Object.keys(photo.query).length} parameters`,
			photo && photo.status === 200,
		),
		plain('Clock of the service', clockOf(exchanges)),
		plain(
			'Times',
			`${exchanges.length} requests, median ${times[Math.floor(times.length / 2)]} ms, longest ${times.at(-1)} ms`,
		),
		plain('Sizes', `largest response ${sizeOf(largest)}`),
		plain('Rate limits', limits === '' ? met : `${met}; headers ${limits}`),
	];
}

/** How far the service's clock is from this machine's, which tells what an expiry means. */
function clockOf(exchanges: readonly Exchange[]): string {
	const leads = exchanges.flatMap(({ headers, receivedAt }) => {
		const at = Date.parse(headers.date ?? '');
		return Number.isNaN(at) ? [] : [at - receivedAt];
	});
	if (leads.length === 0) return NOT_SEEN;
	const lead = leads[Math.floor(leads.length / 2)];
	if (Math.abs(lead) < SAME_TIME_MS) return "as this machine's";
	return `${Math.round(Math.abs(lead) / 60_000)} min ${lead > 0 ? 'ahead of' : 'behind'} this machine's`;
}

function limitOf({ status, headers }: Exchange): string {
	const after = headers['retry-after'];
	if (after === undefined) return `status ${status} without Retry-After`;
	return `status ${status} with Retry-After ${/^\d{1,4}$/.test(after) ? after : 'as a date'}`;
}

function framingOf({ headers }: Exchange): string {
	const options = headers['x-frame-options'];
	if (options !== undefined) {
		return `limited by X-Frame-Options: ${knownOr(KNOWN.framing, options.toUpperCase(), 'another value')}`;
	}
	return /frame-ancestors/.test(headers['content-security-policy'] ?? '')
		? 'limited by frame-ancestors'
		: 'may be framed anywhere';
}

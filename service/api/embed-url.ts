import { embedAddress } from './urls';
import { viewerTokensSchema } from './hierarchy';
import { InputProblem } from './errors';
import type { JsonObject } from '../text';

/** The levels of section 2.2. */
export type Access = 'allAreas' | 'allAreasAndChildren';

export interface ViewerToken {
	value: string;
	/** ISO 8601, UTC; null when nothing is known about it. */
	expiresAt: string | null;
}

/**
 * The viewer token of a lookup's answer (section 2.2).
 * @throws InputProblem when there is none at this level
 */
export function viewerTokenOf(lookup: JsonObject, access: Access): ViewerToken {
	const parsed = viewerTokensSchema.safeParse(lookup.viewerTokens);
	if (!parsed.success) {
		throw new InputProblem('The item holds no viewer tokens', 'hasViewerTokens');
	}
	const value = parsed.data[access];
	if (typeof value !== 'string' || value.trim() === '') {
		const rule = access === 'allAreas' ? 'opensOwnPlan' : 'opensPlansBelow';
		throw new InputProblem(`The item's viewer token "${access}" is ${value === null ? 'null' : 'missing'}`, rule);
	}
	return { value, expiresAt: parsed.data.expiry ?? null };
}

/** Whether the token can no longer be used. @throws InputProblem when its expiry is no timestamp */
export function isExpired({ expiresAt }: ViewerToken, nowMs: number): boolean {
	if (expiresAt === null) return false;
	const expiry = timestampMs(expiresAt);
	if (expiry === undefined) throw new InputProblem("The viewer token's expiry is not a timestamp", 'expiry');
	return expiry <= nowMs;
}

export interface EmbedRequest {
	baseUrl: string;
	viewerToken: string;
	planCode?: string;
	/** Undefined when the token was typed and its level is unknown. */
	access?: Access;
}

/** The embed address of section 4.5. @throws InputProblem when the level needs a plan code and none is given */
export function embedUrl({ baseUrl, viewerToken, planCode, access }: EmbedRequest): string {
	if (viewerToken.trim() === '') {
		throw new InputProblem('The viewer token is empty', 'viewerToken');
	}
	if (access === 'allAreasAndChildren' && planCode === undefined) {
		throw new InputProblem('The plan code is missing', 'planOfManyPlans');
	}
	return embedAddress(baseUrl, viewerToken, planCode);
}

export interface IframeAttributes {
	title: string;
	/** A CSS pixel count or a percentage, such as `800` or `100%`. */
	width: string;
	height: string;
}

/** An HTML element that shows the plan; everything in it is escaped. */
export function iframeElement(url: string, { title, width, height }: IframeAttributes): string {
	const attributes = { src: url, title, width, height, loading: 'lazy', referrerpolicy: 'no-referrer' };
	const text = Object.entries(attributes)
		.map(([name, value]) => `${name}="${escapeHtml(value)}"`)
		.join(' ');
	return `<iframe ${text} style="border:0" allowfullscreen></iframe>`;
}

function escapeHtml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/'/g, '&#39;');
}

const DATE = /^([+-]\d{6}|\d{4})(?:-?(?:(\d{2})(?:-?(\d{2}))?|W(\d{2})(?:-?(\d))?|(\d{3})))?$/i;
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d+))?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/**
 * A timestamp of ISO 8601 in any of its forms: extended or basic, with a date of the month, week or year, fractions by
 * point or comma. Section 2.2 says UTC, so one without an offset is; JavaScript would read local time.
 */
export function timestampMs(text: string): number | undefined {
	const [date, time = '00', ...more] = text.trim().split(/[T ]/i);
	const day = more.length === 0 ? dayMs(date) : undefined;
	const ofDay = timeMs(time);
	return day === undefined || ofDay === undefined ? undefined : day + ofDay;
}

function dayMs(date: string): number | undefined {
	const found = DATE.exec(date);
	if (found === null) return undefined;
	const year = Number(found[1]);
	const [month = 1, ofMonth = 1, week, ofWeek = 1, ofYear] = found
		.slice(2)
		.map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
	if (week !== undefined) {
		if (week < 1 || week > 53 || ofWeek < 1 || ofWeek > 7) return undefined;
		// The first week of a year is the one that has its 4th of January; weeks begin on Monday.
		const fourth = utcMs(year, 1, 4);
		return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + ((week - 1) * 7 + ofWeek - 1) * DAY_MS;
	}
	if (ofYear !== undefined) return ofYear < 1 || ofYear > 366 ? undefined : utcMs(year, 1, ofYear);
	const at = utcMs(year, month, ofMonth);
	return new Date(at).getUTCMonth() === month - 1 && ofMonth >= 1 ? at : undefined;
}

/** `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
function utcMs(year: number, month: number, day: number): number {
	return new Date(0).setUTCFullYear(year, month - 1, day);
}

function timeMs(time: string): number | undefined {
	const found = TIME.exec(time);
	if (found === null) return undefined;
	const [hour, minute, second] = found.slice(1, 4).map((part: string | undefined) => Number(part ?? 0));
	const smallestMs = found[3] !== undefined ? 1000 : found[2] !== undefined ? MINUTE_MS : HOUR_MS;
	const fraction = found[4] === undefined ? 0 : Number(`0.${found[4]}`) * smallestMs;
	const ofDay = hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + fraction;
	if (ofDay > DAY_MS || minute > 59 || second > 60) return undefined;
	return Math.round(ofDay) - offsetMs(found[5] ?? 'Z');
}

function offsetMs(zone: string): number {
	const digits = zone.replace(/\D/g, '').padEnd(4, '0');
	const ms = Number(digits.slice(0, 2)) * HOUR_MS + Number(digits.slice(2)) * MINUTE_MS;
	return zone.startsWith('-') ? -ms : ms;
}

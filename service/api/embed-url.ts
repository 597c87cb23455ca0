import { DateTime } from 'luxon';
import { encodeText } from './urls';
import { viewerTokensSchema } from './hierarchy';
import { InputProblem } from './errors';
import { escapeHtml } from '../text';
import type { JsonObject } from '../text';

/** The levels of section 2.2. */
export type Access = 'allAreas' | 'allAreasAndChildren';

export interface ViewerToken {
	value: string;
	/** ISO 8601, UTC; null when nothing is known about it. */
	expiresAt: string | null;
}

/**
 * The viewer token of a lookup's response (section 2.2).
 * @throws InputProblem when there is none at this level
 */
export function viewerTokenOf(lookup: JsonObject, access: Access): ViewerToken {
	const parsed = viewerTokensSchema.safeParse(lookup.viewerTokens);
	if (!parsed.success) throw new InputProblem('The item holds no viewer tokens', 'hasViewerTokens');
	const value = parsed.data[access];
	if (typeof value !== 'string' || value.trim() === '') {
		const rule = access === 'allAreas' ? 'opensOwnPlan' : 'opensPlansBelow';
		throw new InputProblem(`The viewer token "${access}" is ${value === null ? 'null' : 'missing'}`, rule);
	}
	return { value, expiresAt: parsed.data.expiry ?? null };
}

/** Whether the token can no longer be used; undefined when its expiry is no timestamp. */
export function isExpired({ expiresAt }: ViewerToken, nowMs: number): boolean | undefined {
	if (expiresAt === null) return false;
	const expiry = timestampMs(expiresAt);
	return expiry === undefined ? undefined : expiry <= nowMs;
}

interface EmbedRequest {
	baseUrl: string;
	viewerToken: string;
	planCode?: string;
	/** Undefined when the token was typed and its level is unknown. */
	access?: Access;
	/** Further ones that the plan page knows (observed), in their order. Those without a value are left out. */
	parameters?: ReadonlyArray<{ name: string; value: string }>;
}

/**
 * The embed URL of section 4.5. Viewer tokens hold `+ / =`, so all values are encoded.
 * @throws InputProblem when the level needs a plan code and none is given, for broken Unicode, and for a parameter
 * whose name is empty, used already or holds a delimiter of queries
 */
export function embedUrl({ baseUrl, viewerToken, planCode, access, parameters = [] }: EmbedRequest): string {
	if (viewerToken.trim() === '') throw new InputProblem('The viewer token is empty', 'viewerToken');
	if (access === 'allAreasAndChildren' && planCode === undefined)
		throw new InputProblem('The plan code is missing', 'planOfManyPlans');
	const query = [`viewerToken=${encodeText(viewerToken, 'viewer token', 'viewerToken')}`];
	if (planCode !== undefined) query.push(`planCode=${encodeText(planCode, 'plan code', 'code')}`);
	const names = new Set(['viewertoken', 'plancode']);
	for (const { name: typed, value } of parameters.filter((one) => one.value.trim() !== '')) {
		const name = typed.trim();
		if (name === '') throw new InputProblem('A query parameter has no name', 'queryParameter');
		if (/[=&?#]/.test(name))
			throw new InputProblem(`The name of the query parameter "${name}" holds one of = & ? #`, 'queryParameter');
		if (names.has(name.toLowerCase()))
			throw new InputProblem(`The query parameter "${name}" is there twice`, 'queryParameter');
		names.add(name.toLowerCase());
		const [key, text] = [encodeText(name, 'name', 'queryParameter'), encodeText(value, 'value', 'queryParameter')];
		query.push(`${key}=${text}`);
	}
	return `${baseUrl}/plans-embed/v1/plan?${query.join('&')}`;
}

/**
 * An HTML element that shows the plan; everything in it is escaped.
 * @param frame its width and height are pixels or percentages, such as `800` or `100%`
 */
export function iframeElement(url: string, frame: { title: string; width: string; height: string }): string {
	const { title } = frame;
	// Browsers take `100 %` for 100 pixels.
	const [width, height] = [frame.width, frame.height].map((size) =>
		size.trim().replace(/ ?%$/, '%').replace(/px$/, ''),
	);
	const attributes = { src: url, title, width, height, loading: 'lazy', referrerpolicy: 'no-referrer' };
	const texts = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
	return `<iframe ${texts.join(' ')} style="border:0" allowfullscreen></iframe>`;
}

/** A timestamp of ISO 8601 in any of its forms. Section 2.2 says UTC, so one without an offset is. */
export function timestampMs(text: string): number | undefined {
	// Luxon reads a time without a date as one of today.
	if (!/^\s*[+-]?\d{4}/.test(text)) return undefined;
	const time = DateTime.fromISO(text.trim().toUpperCase().replace(' ', 'T'), { zone: 'utc' });
	return time.isValid ? time.toMillis() : undefined;
}

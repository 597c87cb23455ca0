import { embedAddress } from './address';
import { viewerTokensSchema } from './hierarchy';
import { InvalidInputError } from './invalid-input-error';
import type { JsonObject } from './json';

/** The levels of section 2.2. */
export type Access = 'allAreas' | 'allAreasAndChildren';

export interface ViewerToken {
	value: string;
	/** ISO 8601, UTC; null when nothing is known about it. */
	expiresAt: string | null;
}

/**
 * The viewer token of a lookup's answer (section 2.2).
 * @throws InvalidInputError when there is none at this level
 */
export function viewerTokenOf(lookup: JsonObject, access: Access): ViewerToken {
	const parsed = viewerTokensSchema.safeParse(lookup.viewerTokens);
	if (!parsed.success) {
		throw new InvalidInputError(
			'The item holds no viewer tokens',
			'Connect a Plan Hierarchy Lookup before this node, or set Token Source to "Enter a Token".',
		);
	}
	const value = parsed.data[access];
	if (typeof value !== 'string' || value.trim() === '') {
		throw new InvalidInputError(
			`The item's viewer token "${access}" is ${value === null ? 'null' : 'missing'}`,
			access === 'allAreas'
				? 'A client or building has no plan of its own: set Access to "All Areas and Children" and give the code of the plan to show.'
				: 'Look the resource up again, or choose another access level.',
		);
	}
	return { value, expiresAt: parsed.data.expiry ?? null };
}

/** Whether the token can no longer be used. @throws InvalidInputError when its expiry is no timestamp */
export function isExpired({ expiresAt }: ViewerToken, nowMs: number): boolean {
	if (expiresAt === null) return false;
	// Without an offset JavaScript would read local time; section 2.2 says UTC.
	const expiry = Date.parse(/T[\d:.]+$/.test(expiresAt) ? `${expiresAt}Z` : expiresAt);
	if (Number.isNaN(expiry)) {
		throw new InvalidInputError(
			"The viewer token's expiry is not a timestamp",
			'Connect the output of a Plan Hierarchy Lookup unchanged.',
		);
	}
	return expiry <= nowMs;
}

export interface EmbedRequest {
	baseUrl: string;
	viewerToken: string;
	planCode?: string;
	/** Undefined when the token was typed and its level is unknown. */
	access?: Access;
}

/** The embed address of section 4.5. @throws InvalidInputError when the level needs a plan code and none is given */
export function embedUrl({ baseUrl, viewerToken, planCode, access }: EmbedRequest): string {
	if (viewerToken.trim() === '') {
		throw new InvalidInputError('The viewer token is empty', 'Give a viewer token that a lookup returned.');
	}
	if (access === 'allAreasAndChildren' && planCode === undefined) {
		throw new InvalidInputError(
			'The plan code is missing',
			'A token for "All Areas and Children" opens many plans: set Plan Code to the one to show, such as the planCode of a floor.',
		);
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
export function iframe(url: string, { title, width, height }: IframeAttributes): string {
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

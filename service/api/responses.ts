import { z } from 'zod';
import type { Feature } from '../plan';
import { inertText, isJsonObject, isTooDeep, parseJson, textOf } from '../text';
import type { JsonObject, Secrets } from '../text';
import { lookupSchema, namedListSchema } from './hierarchy';
import { UnexpectedResponseError } from './errors';

/** Section 4.3. */
const planSchema = z.object({ features: z.array(z.object({}).passthrough()) });

/**
 * The features of a plan as the service sent them (section 4.3).
 * @param secrets hidden where the error quotes the answer
 * @throws UnexpectedResponseError
 */
export function readPlanResponse(text: string, secrets: Secrets): Feature[] {
	const response = readObject(text, secrets);
	const { features } = response;
	// zod would copy what it parses: a plan of 200,000 features is checked by hand and parsed by zod only to say why.
	if (!Array.isArray(features) || !features.every(isJsonObject))
		throw unexpectedError(issuesOf(planSchema, response), secrets);
	const more = partialBy(response, features.length);
	if (more !== undefined)
		throw new UnexpectedResponseError(`holds only a part of the plan, ${features.length} features: ${more}`);
	return features;
}

/** Members by which services say how many there are, and that a further page follows, in lower case without `_`. */
const TOTALS = ['total', 'totalcount', 'totalitems', 'totalresults', 'totalelements', '@odata.count'];
const FURTHER = ['next', 'nextpage', 'nextlink', 'nextcursor', 'nextpagetoken', 'nexturl', '@odata.nextlink'];
const HAS_MORE = ['hasmore', 'hasnext', 'hasnextpage'];

/**
 * Why an answer is not the whole plan, if it says so. Section 4.3 knows no pages: the rest would be taken for removed,
 * and pushed again.
 */
function partialBy(response: JsonObject, count: number): string | undefined {
	for (const [property, value] of Object.entries(response)) {
		const name = property.toLowerCase().replace(/_/g, '');
		if (TOTALS.includes(name) && Number.isInteger(value) && Number(value) > count)
			return `its "${inertText(property)}" is ${String(value)}`;
		const isGiven = value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');
		if (isGiven && (FURTHER.includes(name) || (HAS_MORE.includes(name) && value === true)))
			return `its "${inertText(property)}" leads to a further page`;
	}
	return undefined;
}

/** A lookup's answer as the service sent it (sections 2.1 and 4.4). @throws UnexpectedResponseError */
export function readLookupResponse(text: string, secrets: Secrets): JsonObject {
	const response = readObject(text, secrets);
	const issues = issuesOf(lookupSchema, response);
	if (issues.length > 0) throw unexpectedError(issues, secrets);
	return response;
}

/** A list of partners or clients, observed beside the specification. @throws UnexpectedResponseError */
export function readNamedList(text: string, secrets: Secrets): Array<{ code: string; name: string }> {
	const parsed = namedListSchema.safeParse(readJson(text, secrets));
	if (!parsed.success) throw new UnexpectedResponseError('is not a list of codes and names');
	return parsed.data;
}

export interface BearerToken {
	token: string;
	/** Seconds; undefined when the service does not say. */
	lifetimeSeconds: number | undefined;
}

/** Some services write the number as text. Anything else, such as null, counts as not given. */
const lifetimeSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** More than a server takes in a header; it would be stored, too. */
const MAX_TOKEN_LENGTH = 16_384;

/** Section 4.1. The unit of `expires_in` is not specified; seconds, as OAuth has it. */
const tokenResponseSchema = z
	.object({
		access_token: z
			.string()
			.max(MAX_TOKEN_LENGTH)
			.regex(/^[\x21-\x7e]+$/),
		expires_in: lifetimeSchema.optional().catch(undefined),
		token_type: z
			.string()
			.regex(/^bearer$/i)
			.optional(),
	})
	.passthrough();

/** The token of an answer (section 4.1); undefined where it holds none. */
export function readBearerToken(text: string): BearerToken | undefined {
	const response = tokenResponseSchema.safeParse(parseJson(text));
	if (!response.success) return undefined;
	return { token: response.data.access_token, lifetimeSeconds: response.data.expires_in };
}

/** Any JSON of bounded depth. @throws UnexpectedResponseError */
export function readJson(text: string, secrets: Secrets): unknown {
	if (text === '') throw new UnexpectedResponseError('is empty');
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw notJsonError(text, secrets);
	}
	if (isTooDeep(text)) throw new UnexpectedResponseError('nests too deep');
	return value;
}

/** What a schema finds wrong with a value; nothing where the value fits. */
function issuesOf(schema: z.ZodTypeAny, value: unknown): z.ZodIssue[] {
	return schema.safeParse(value).error?.issues ?? [];
}

function notJsonError(text: string, secrets: Secrets): UnexpectedResponseError {
	const start = textOf(text, secrets).slice(0, 80);
	const what = /^\s*</.test(text) ? 'is HTML or XML, not JSON' : 'is not complete JSON';
	return new UnexpectedResponseError(start === '' ? what : `${what}; it begins with "${start}"`);
}

function readObject(text: string, secrets: Secrets): JsonObject {
	const value = readJson(text, secrets);
	if (!isJsonObject(value)) throw new UnexpectedResponseError('is not a JSON object');
	return value;
}

function unexpectedError([{ path, message }]: z.ZodIssue[], secrets: Secrets): UnexpectedResponseError {
	const reason = textOf(`${path.join('.')} ${message}`, secrets);
	return new UnexpectedResponseError(`is not what the specification says: ${reason}`);
}

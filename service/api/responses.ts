import { z } from 'zod';
import { isEmpty } from '../plan';
import type { Feature } from '../plan';
import { inertText, isJsonObject, textOf } from '../text';
import type { JsonObject, Secrets } from '../text';
import { lookupSchema, namedListSchema } from './hierarchy';
import { readServiceMessage } from './error-response';
import { UnexpectedResponseError } from './errors';

/** Section 4.3. */
const planSchema = z.object({ features: z.array(z.object({})) });

/**
 * The features of a plan as the service sent them (section 4.3).
 * @param secrets hidden where the error quotes the response
 * @throws UnexpectedResponseError
 */
export function readPlanResponse(text: string, secrets: Secrets): Feature[] {
	const response = readObject(text, secrets);
	const features = response.features as Feature[];
	// zod would copy what it parses: a plan of 200,000 features is checked by hand and parsed by zod only to say why.
	if (!Array.isArray(features) || !features.every(isJsonObject)) assertFits(planSchema, response, secrets);
	const more = partialBy(response, features.length);
	if (more !== undefined)
		throw new UnexpectedResponseError(`holds only a part of the plan, ${features.length} features: ${more}`);
	return features;
}

/** Names by which services say how many there are, and that a further page follows. */
const TOTAL = /^(?:total_?(?:count|items|results|elements|features|records)?|@odata\.count)$/i;
const FURTHER = /^(?:has_?more|has_?next_?(?:page)?|next_?(?:page|link|cursor|page_?token|url)?|@odata\.nextlink)$/i;

/** Names of objects in which services say so. */
const ENVELOPE = /^(?:_?links|meta(?:data)?|paging|pagination|page_?info)$/i;

/**
 * Why a response is not the whole plan, if it says so. Section 4.3 knows no pages: the rest would be taken for removed,
 * and pushed again.
 */
function partialBy(response: JsonObject, count: number): string | undefined {
	const all = Object.entries(response);
	const isLast = all.some(([name, value]) => /^has/i.test(name) && FURTHER.test(name) && value === false);
	for (const [name, value] of all) {
		const number = typeof value === 'object' ? NaN : Number(value);
		if (TOTAL.test(name) && Number.isInteger(number) && number > count) return `its "${inertText(name)}" is ${number}`;
		const isText = typeof value === 'string' && !/^(?:false|null|0)?$/i.test(value);
		const isGiven = isText || number > 0 || (isJsonObject(value) && !isEmpty(value));
		if (FURTHER.test(name) && isGiven && !isLast) return `its "${inertText(name)}" leads to a further page`;
		const inner = ENVELOPE.test(name) && isJsonObject(value) ? partialBy(value, count) : undefined;
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** A lookup's response as the service sent it (sections 2.1 and 4.4). @throws UnexpectedResponseError */
export function readLookupResponse(text: string, secrets: Secrets): JsonObject {
	const response = readObject(text, secrets);
	assertFits(lookupSchema, response, secrets);
	return response;
}

/** A list of partners or clients, observed beside the specification. @throws UnexpectedResponseError */
export function readNamedList(text: string, secrets: Secrets): Array<{ code: string; name: string }> {
	const parsed = namedListSchema.safeParse(readJson(text, secrets));
	if (!parsed.success) throw new UnexpectedResponseError('is not a list of codes and names');
	return parsed.data;
}

/** Names by which services say what went wrong, also with status 200. */
const MESSAGE = /^(?:message|errors?)$/i;

/** Any JSON. @throws UnexpectedResponseError */
export function readJson(text: string, secrets: Secrets): unknown {
	if (text === '') throw new UnexpectedResponseError('is empty');
	try {
		return JSON.parse(text);
	} catch {
		throw notJsonError(text, secrets);
	}
}

function notJsonError(text: string, secrets: Secrets): UnexpectedResponseError {
	const start = textOf(text, secrets).slice(0, 80);
	const what = /^\s*</.test(text) ? 'is HTML or XML, not JSON' : 'is not complete JSON';
	return new UnexpectedResponseError(start === '' ? what : `${what}; it begins with "${start}"`);
}

function readObject(text: string, secrets: Secrets): JsonObject {
	const value = readJson(text, secrets);
	if (!isJsonObject(value)) throw new UnexpectedResponseError('is not a JSON object');
	// Sections 4.3 and 4.4 have none: whoever sends it says why something else is missing.
	const said = Object.entries(value).filter(([name]) => MESSAGE.test(name));
	const message = said.length === 0 ? '' : readServiceMessage(JSON.stringify(Object.fromEntries(said)), secrets);
	if (message !== '') throw new UnexpectedResponseError(`has a message: ${message}`);
	return value;
}

/** @throws UnexpectedResponseError with the first place that does not fit */
function assertFits(schema: z.ZodTypeAny, value: unknown, secrets: Secrets): void {
	const [issue] = (schema.safeParse(value).error?.issues ?? []) as Array<z.ZodIssue | undefined>;
	if (issue === undefined) return;
	const reason = textOf(`${issue.path.join('.')} ${issue.message}`, secrets);
	throw new UnexpectedResponseError(`is not what the specification says: ${reason}`);
}

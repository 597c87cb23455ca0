import type { z } from 'zod';
import { planSchema } from './features';
import type { Feature } from './features';
import { lookupSchema, namedListSchema } from './hierarchy';
import { isJsonObject, nestsTooDeep } from './json';
import type { JsonObject } from './json';
import { inertText, redact } from './words';

/** An answer that is not what the specification says. Its message fits after "The service's answer …". */
export class UnexpectedAnswerError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UnexpectedAnswerError';
	}
}

/**
 * The features of a plan as the service sent them (section 4.3).
 * @param secrets hidden where the error quotes the answer, should the service repeat them
 * @throws UnexpectedAnswerError
 */
export function readPlanAnswer(text: string, secrets: readonly string[] = []): Feature[] {
	const answer = readObject(text, secrets);
	const { features } = answer;
	// zod would copy what it parses: a plan of 200,000 features is checked by hand and parsed by zod only to say why.
	if (!Array.isArray(features) || !features.every(isJsonObject)) throw unexpected(planSchema, answer);
	return features;
}

/** A lookup's answer as the service sent it (sections 2.1 and 4.4). @throws UnexpectedAnswerError */
export function readLookupAnswer(text: string, secrets: readonly string[] = []): JsonObject {
	const answer = readObject(text, secrets);
	if (!lookupSchema.safeParse(answer).success) throw unexpected(lookupSchema, answer);
	return answer;
}

/** A list of partners or clients, observed beside the specification. @throws UnexpectedAnswerError */
export function readNamedList(text: string, secrets: readonly string[] = []): Array<{ code: string; name: string }> {
	const parsed = namedListSchema.safeParse(readJson(text, secrets));
	if (!parsed.success) throw new UnexpectedAnswerError('is not a list of codes and names');
	return parsed.data;
}

/** Any JSON of bounded depth. @throws UnexpectedAnswerError */
export function readJson(text: string, secrets: readonly string[] = []): unknown {
	if (text === '') throw new UnexpectedAnswerError('is empty');
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw notJson(text, secrets);
	}
	if (nestsTooDeep(value)) throw new UnexpectedAnswerError('nests too deep');
	return value;
}

function notJson(text: string, secrets: readonly string[]): UnexpectedAnswerError {
	// Redacted before it is cut: half a secret would not be found any more.
	const start = inertText(redact(text.slice(0, 20_000), secrets).slice(0, 500)).slice(0, 80);
	const what = /^\s*</.test(text) ? 'is HTML or XML, not JSON' : 'is not complete JSON';
	return new UnexpectedAnswerError(start === '' ? what : `${what}; it begins with "${start}"`);
}

function readObject(text: string, secrets: readonly string[]): JsonObject {
	const value = readJson(text, secrets);
	if (!isJsonObject(value)) throw new UnexpectedAnswerError('is not a JSON object');
	return value;
}

function unexpected(schema: z.ZodTypeAny, answer: unknown): UnexpectedAnswerError {
	const issue = schema.safeParse(answer).error?.issues[0];
	const path = issue?.path.join('.') ?? '';
	return new UnexpectedAnswerError(`is not what the specification says: ${path} ${issue?.message ?? ''}`.trim());
}

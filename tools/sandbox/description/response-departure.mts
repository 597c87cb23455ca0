import { parseJson } from '../json.mts';
import { responseOf } from './openapi.mts';
import type { DescribedOperation } from './operations.mts';
import { departureFrom } from './validity.mts';

/** A response on its way out. */
export interface SeenResponse {
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** What every HTTP server sends. */
const HTTP_HEADERS = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive']);

/** Where a response departs from the description, in words; undefined when it does not. */
export function responseDeparture(operation: DescribedOperation, sent: SeenResponse): string | undefined {
	const { status, headers, body } = sent;
	const described = operation.responses[status];
	if (described === undefined) return `status ${status} is not described`;
	const response = responseOf(described);
	const known = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()));
	const unknown = Object.keys(headers).find((name) => !HTTP_HEADERS.has(name) && !known.has(name));
	if (unknown !== undefined) return `the header ${unknown} is not described for status ${status}`;
	const missing = [...known].find((name) => headers[name] === undefined);
	if (missing !== undefined) return `the header ${missing} is missing for status ${status}`;

	if (response.content === undefined) return body ? `status ${status} has a body` : undefined;
	const [type] = String(headers['content-type'] ?? '').split(';');
	const content = response.content[type];
	if (content === undefined) return `the Content-Type of status ${status} is "${type}"`;
	if (content.schema === undefined) return undefined;
	const departure = departureFrom(content.schema, parseJson(String(body)));
	return departure === undefined ? undefined : `the body of status ${status}: ${departure}`;
}

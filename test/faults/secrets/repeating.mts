import type { Intercept } from '../../../tools/sandbox/server.mts';

/** A response that repeats what a request came with, in its words and in its list of errors. */
export function repeating(status: number, secrets: string[]): Intercept['reply'] {
	const message = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).join(' and ');
	return { status, body: JSON.stringify({ message, errors: [{ index: 0, message }] }) };
}

const hex = (text: string) =>
	text.replace(/[^ ]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
const entities = (text: string) => text.replace(/[^ ]/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`);

/** Responses that repeat a secret so that a cut, an escape or a list hides where it begins. */
export const DISGUISES: Record<string, (secret: string) => string> = {
	'cut in its middle by the longest words': (secret) => JSON.stringify({ message: `${'x'.repeat(280)}${secret}` }),
	'cut by a proxy': (secret) => JSON.stringify({ detail: `Invalid token: ${secret.slice(3, 20)}…` }),
	'in escapes of .NET': (secret) => `{"title":"no","errors":{"features[0].name":["${hex(secret)}"]}}`,
	'in a web page': (secret) => `<html><p>${entities(secret)}</p>`,
	'in base64': (secret) => JSON.stringify({ error: { message: Buffer.from(`key:${secret}`).toString('base64') } }),
	'as the name of a field': (secret) => JSON.stringify({ errors: { [`features[0].${secret}`]: ['is wrong'] } }),
	'as plain text': (secret) => `Bearer ${secret} is not known`,
};

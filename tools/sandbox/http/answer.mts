/** What a route answers; `body` is left out where the service sends none. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
	return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** Thrown by a route to respond with something else than success. */
export class Refusal extends Error {
	constructor(readonly answer: Answer) {
		super(`refused with status ${answer.status}`);
		this.name = 'Refusal';
	}
}

/** The sandbox's shape of an error: section 7 gives none. */
export function refusal(
	status: number,
	message: string,
	more: Record<string, unknown> = {},
	headers: Record<string, string> = {},
): Refusal {
	return new Refusal(json({ message, ...more }, status, headers));
}

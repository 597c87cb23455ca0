/** What a route gives; `body` is left out where the service sends none. */
export interface SandboxResponse {
	status: number;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): SandboxResponse {
	return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** Thrown by a route to respond with something else than success. */
export class ErrorResponse extends Error {
	constructor(readonly response: SandboxResponse) {
		super(`rejected with status ${response.status}`);
		this.name = 'ErrorResponse';
	}
}

/** The sandbox's shape of an error: section 7 gives none. */
export function errorResponse(
	status: number,
	message: string,
	more: Record<string, unknown> = {},
	headers: Record<string, string> = {},
): ErrorResponse {
	return new ErrorResponse(json({ message, ...more }, status, headers));
}

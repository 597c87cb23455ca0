import type { FastifyRequest } from 'fastify';
import type { SandboxResponse } from './http/response.mts';

const MAX_KEPT = 20;
const MAX_LENGTH = 2000;

/** What workflows have sent to `/messages`, the last ones first. */
export class Messages {
	readonly last: string[] = [];

	/** @param print gets each message as one line that a terminal can show */
	constructor(private readonly print: (text: string) => void = () => {}) {}

	take({ body }: FastifyRequest): SandboxResponse {
		const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
		const line = asOneLine(text.slice(0, MAX_LENGTH));
		this.last.unshift(line);
		this.last.splice(MAX_KEPT);
		this.print(line);
		return { status: 204 };
	}
}

/** As a terminal can show it. */
export function asOneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

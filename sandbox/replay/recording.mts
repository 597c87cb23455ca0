import { readFile } from 'node:fs/promises';
import { isJsonObject, parseJson } from '../json.mts';

/** One request and its answer. In a recording everything that tells whose it is has been replaced. */
export interface RecordedExchange {
	method: 'GET' | 'POST';
	/** Below the base address, without the query; of a login, below the authentication service's. */
	path: string;
	query: Record<string, string>;
	/** The names of the headers that matter, never their values. */
	sent: string[];
	status: number;
	headers: Record<string, string>;
	/** Parsed where it is JSON, else text; why there was no answer where the status is 0. */
	body: unknown;
	/** Milliseconds since 1970. */
	answeredAt: number;
}

/** What `npm run probe -- --save` writes. */
export interface Recording {
	recording: 1;
	scope: string;
	tokenLifetimeSeconds: unknown;
	tokenHeaders: { Authentication: boolean; Authorization: boolean };
	exchanges: RecordedExchange[];
}

/** @throws Error in words when the file is none */
export async function readRecording(file: string): Promise<Recording> {
	const content = parseJson(await readFile(file, 'utf8'));
	if (!isRecording(content)) {
		throw new Error(`--replay: ${file} is no recording. npm run probe -- --save <file> makes one.`);
	}
	return content;
}

function isRecording(content: unknown): content is Recording {
	return isJsonObject(content) && content.recording === 1 && Array.isArray(content.exchanges);
}

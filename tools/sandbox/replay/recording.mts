import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../json.mts';

/** Headers that matter. */
export const SENT = ['Authentication', 'Authorization', 'X-CSS-Partner-Code'] as const;

const exchange = z.strictObject({
	method: z.enum(['GET', 'POST']),
	/** Below the base address, without the query; of a login, below the authentication service's. */
	path: z.string().startsWith('/'),
	query: z.record(z.string()),
	/** Their names, never their values. */
	sent: z.array(z.enum(SENT)),
	status: z.number().int().min(100).max(599),
	headers: z.record(z.string()),
	/** Parsed where it is JSON, else text. */
	body: z.unknown(),
	/** Milliseconds since 1970. */
	receivedAt: z.number().int(),
});

/** What `npm run probe -- --save` writes. */
const recording = z.strictObject({
	recording: z.literal(2),
	scope: z.string().min(1),
	tokenLifetimeSeconds: z.number().positive().optional(),
	tokenHeader: z.enum(['both', 'authentication', 'authenticationBare', 'authorization']),
	exchanges: z.array(exchange),
});

export type Recording = z.infer<typeof recording>;

/** One request and its response. In a recording everything that tells whose it is has been replaced. */
export type RecordedExchange = z.infer<typeof exchange>;

/** @throws Error in words when the file is none */
export async function readRecording(file: string): Promise<Recording> {
	const read = recording.safeParse(parseJson(await readFile(file, 'utf8')));
	if (read.success) return read.data;
	const at = read.error.issues[0]?.path.join('.') ?? '';
	throw new Error(
		`--replay: ${file} is no recording${at === '' ? '' : ` (see ${at})`}. npm run probe -- --save <file> makes one.`,
	);
}

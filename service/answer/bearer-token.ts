import { z } from 'zod';
import { parseJson } from '../text';

export interface BearerToken {
	token: string;
	/** Seconds; undefined when the service does not say. */
	lifetimeSeconds: number | undefined;
}

/** Some services write the number as text. Anything else, such as null, counts as not given. */
const lifetimeSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** More than a server takes in a header; it would be stored, too. */
const LONGEST_TOKEN = 16_384;

/** Section 4.1. The unit of `expires_in` is not specified; seconds, as OAuth has it. */
const tokenAnswerSchema = z
	.object({
		access_token: z
			.string()
			.max(LONGEST_TOKEN)
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
	const answer = tokenAnswerSchema.safeParse(parseJson(text));
	if (!answer.success) return undefined;
	return { token: answer.data.access_token, lifetimeSeconds: answer.data.expires_in };
}

import { description } from '../description/openapi.mts';
import { json } from '../http/answer.mts';
import type { Answer } from '../http/answer.mts';

/** `tools/openapi/openapi.json`, as it is in the repository. */
export function describe(): Answer {
	return json(description);
}

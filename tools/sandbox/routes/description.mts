import { description } from '../description/openapi.mts';
import { json } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';

/** `tools/openapi/openapi.json`, as it is in the repository. */
export function describe(): SandboxResponse {
	return json(description);
}

import type { FastifyRequest } from 'fastify';
import { errorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { colourOf, photoFault } from '../photos.mts';
import { png } from '../png.mts';
import { pathParameter, queryOf } from './context.mts';

/** Section 2.5: a photo is opened by the authentication parameters of its address alone. */
export function photo(request: FastifyRequest): SandboxResponse {
	const path = `/photos/${pathParameter(request, 'photo')}`;
	const { expires = '', nonce = '', signature = '' } = queryOf(request);
	const fault = photoFault(path, { expires, nonce, signature }, Date.now());
	if (fault !== undefined) throw errorResponse(403, fault);
	return { status: 200, headers: { 'content-type': 'image/png' }, body: png(320, 240, colourOf(path)) };
}

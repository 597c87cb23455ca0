import type { FastifyRequest } from 'fastify';
import { demo } from '../demo/constants.mts';
import { json, errorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { checkBearer, checkPartner, pathParameter, recordedResponse } from './context.mts';
import type { RouteContext } from './context.mts';

/** `GET /Partners`, observed beside the specification. */
export function listPartners(context: RouteContext, request: FastifyRequest): SandboxResponse {
	if (context.replay !== undefined) return recordedResponse(context, request);
	checkListing(context, request);
	return json([{ code: demo.partnerCode, name: demo.partnerName }]);
}

/** `GET /Partners/{partner}/Clients`, observed beside the specification. */
export function listClients(context: RouteContext, request: FastifyRequest): SandboxResponse {
	if (context.replay !== undefined) return recordedResponse(context, request);
	checkListing(context, request);
	const partner = pathParameter(request, 'partnerCode');
	if (partner !== demo.partnerCode) throw errorResponse(404, `There is no partner "${partner}".`);
	const { code, name, fields } = context.state.client;
	return json([{ code, name, status: fields.status, chargeable: fields.chargeable }]);
}

function checkListing(context: RouteContext, request: FastifyRequest): void {
	checkBearer(context, request);
	checkPartner(request, 'optional');
	if (!context.settings.listing) throw errorResponse(404, 'This deployment lists nothing.');
}

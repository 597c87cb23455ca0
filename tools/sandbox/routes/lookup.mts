import type { FastifyRequest } from 'fastify';
import { demo } from '../demo/constants.mts';
import type { HierarchyNode, Resource } from '../demo/hierarchy.mts';
import { json, errorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { signViewerToken } from '../viewer-tokens.mts';
import { checkBearer, checkPartner, foreignPartner, pathParameter, queryOf, recordedResponse } from './context.mts';
import type { RouteContext } from './context.mts';

/** The member that nests the resources below, and the one that names the resource above. */
const NESTING = {
	client: { children: 'campuses', parent: undefined },
	campus: { children: 'buildings', parent: 'clientCode' },
	building: { children: 'floors', parent: 'campusCode' },
	floor: { children: undefined, parent: 'buildingCode' },
} as const satisfies Record<Resource, { children?: string; parent?: string }>;

/** Section 4.4; the query and the nesting rest on observation. */
export function lookup(context: RouteContext, resource: Resource, request: FastifyRequest): SandboxResponse {
	if (context.replay !== undefined) return recordedResponse(context, request);
	checkBearer(context, request);
	checkPartner(request, 'optional');
	const { partnerCode } = queryOf(request);
	if (partnerCode && partnerCode !== demo.partnerCode) throw foreignPartner(partnerCode);
	const node = context.state.node(resource, pathParameter(request, 'code'));
	const lifetimeMs = lifetimeOf(request, context.settings.viewerTokenLifetimeMinutes);
	return json({ ...nested(node), viewerTokens: viewerTokensOf(node, Date.now() + lifetimeMs) });
}

function nested({ resource, code, name, planCode, fields, parent, children }: HierarchyNode): object {
	const names = NESTING[resource];
	return {
		code,
		name,
		...(planCode !== undefined && { planCode }),
		...(names.parent && { [names.parent]: parent?.code }),
		...fields,
		...(names.children && { [names.children]: children.map(nested) }),
	};
}

/** Section 2.2: only a campus and a floor have a plan of their own. */
function viewerTokensOf({ code: resourceCode, planCode }: HierarchyNode, expiresAtMs: number) {
	return {
		allAreas: planCode ? signViewerToken({ resourceCode, access: 'allAreas', expiresAtMs }) : null,
		allAreasAndChildren: signViewerToken({ resourceCode, access: 'allAreasAndChildren', expiresAtMs }),
		expiry: new Date(expiresAtMs).toISOString(),
	};
}

/** Milliseconds, from `viewerTokenLifetime` (minutes) or else `expiry` (seconds). @throws ErrorResponse 400 */
function lifetimeOf(request: FastifyRequest, defaultMinutes: number): number {
	const { viewerTokenLifetime, expiry } = queryOf(request);
	if (viewerTokenLifetime !== undefined) return 60_000 * positive('viewerTokenLifetime', viewerTokenLifetime);
	if (expiry !== undefined) return 1000 * positive('expiry', expiry);
	return 60_000 * defaultMinutes;
}

function positive(name: string, text: string): number {
	if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
	throw errorResponse(400, `The query parameter ${name} must be a whole number, 1 or more.`);
}

import type { FastifyRequest } from 'fastify';
import { dataFields } from '../demo/constants.mts';
import { withDescendants } from '../demo/hierarchy.mts';
import { PAGE_HEADERS } from '../embed/html.mts';
import { messagePage } from '../embed/message-page.mts';
import { planPage } from '../embed/plan-page.mts';
import { ErrorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { identityIn } from '../identity.mts';
import { isJsonObject } from '../json.mts';
import type { Plan } from '../plan.mts';
import type { SandboxState } from '../state.mts';
import { readViewerToken } from '../viewer-tokens.mts';
import type { ViewerGrant } from '../viewer-tokens.mts';
import { queryOf } from './context.mts';
import type { RouteContext } from './context.mts';

/** Section 4.5. */
export function embed({ state }: RouteContext, request: FastifyRequest): SandboxResponse {
	const plan = grantedPlan(state, request);
	const places = [];
	for (let node = state.nodeOfPlan(plan.code); node !== undefined; node = node.parent) places.unshift(node.name);
	const view = { address: addressOf(request), room: queryOf(request).room ?? '' };
	return { status: 200, headers: PAGE_HEADERS, body: planPage(places, plan, view) };
}

/** Gives a room another tenant, as somebody in the service's own editor would: the API has no way to. */
export async function changeRoom({ state, file }: RouteContext, request: FastifyRequest): Promise<SandboxResponse> {
	const plan = grantedPlan(state, request);
	const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
	const [room, value] = [form.get('room') ?? '', form.get('tenant')];
	if (room === '' || value === null) throw page(400, 'The change is incomplete', 'Give a room and its tenant.');
	const index = plan.features.findIndex((feature) => identityIn(feature) === room);
	if (index < 0) throw page(404, 'There is no such room', 'Somebody else may have removed it: open the plan again.');

	const { data, ...feature } = plan.features[index];
	const entries: unknown[] = Array.isArray(data) ? data : [];
	const others = entries.filter((entry) => !isJsonObject(entry) || entry.key !== dataFields.tenant.key);
	plan.features[index] = { ...feature, data: [...others, { ...dataFields.tenant, value }] };
	plan.lastEditedMs = Date.now();
	await file?.write();
	return { status: 303, headers: { location: `${addressOf(request)}&room=${encodeURIComponent(room)}` } };
}

/** The address of the plan, without a chosen room. */
function addressOf(request: FastifyRequest): string {
	const { viewerToken = '', planCode = '' } = queryOf(request);
	return `?${new URLSearchParams({ viewerToken, ...(planCode && { planCode }) })}`;
}

/** @throws ErrorResponse with a page, unless the viewer token opens the plan */
function grantedPlan(state: SandboxState, request: FastifyRequest): Plan {
	const { viewerToken = '', planCode = '' } = queryOf(request);
	return state.plan(planToShow(state, grantOf(viewerToken), planCode));
}

function grantOf(viewerToken: string): ViewerGrant {
	if (viewerToken === '') throw page(400, 'The viewer token is missing', 'Add viewerToken to the address.');
	const grant = readViewerToken(viewerToken);
	if (grant === undefined) {
		throw page(403, 'The viewer token is not valid', 'It was changed on its way, not URL-encoded, or not signed here.');
	}
	if (grant.expiresAtMs <= Date.now()) {
		throw page(403, 'The viewer token has expired', 'Look the resource up again for a new one.');
	}
	return grant;
}

/** Section 2.2. That a token of one plan needs no plan code is the sandbox's choice. */
function planToShow(state: SandboxState, { resourceCode, access }: ViewerGrant, requested: string): string {
	const node = state.nodeByCode(resourceCode);
	const nodes = node === undefined ? [] : access === 'allAreas' ? [node] : withDescendants(node);
	const granted = nodes.flatMap(({ planCode }) => planCode ?? []);
	if (requested === '' && granted.length === 1) return granted[0];
	if (requested === '') {
		throw page(400, 'The plan code is missing', `This viewer token opens ${granted.length} plans: add planCode.`);
	}
	if (granted.includes(requested)) return requested;
	throw page(403, 'The viewer token does not open this plan', `It grants no access to "${requested}".`);
}

function page(status: number, title: string, words: string): ErrorResponse {
	return new ErrorResponse({ status, headers: PAGE_HEADERS, body: messagePage(title, words) });
}

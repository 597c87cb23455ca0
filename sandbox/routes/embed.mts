import type { FastifyRequest } from 'fastify';
import { withDescendants } from '../demo/hierarchy.mts';
import { messagePage } from '../embed/message-page.mts';
import { planPage } from '../embed/plan-page.mts';
import { Refusal } from '../http/answer.mts';
import type { Answer } from '../http/answer.mts';
import type { SandboxState } from '../state.mts';
import { readViewerToken } from '../viewer-tokens.mts';
import type { ViewerGrant } from '../viewer-tokens.mts';
import { queryOf } from './context.mts';
import type { RouteContext } from './context.mts';

/** Nothing on the page comes from elsewhere, and no name of a feature can run. */
const HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	'referrer-policy': 'no-referrer',
	'cache-control': 'no-store',
};

/** Section 4.5. */
export function embed({ state }: RouteContext, request: FastifyRequest): Answer {
	const { viewerToken = '', planCode = '' } = queryOf(request);
	const grant = grantOf(viewerToken);
	const code = planToShow(state, grant, planCode);
	const places = [];
	for (let node = state.nodeOfPlan(code); node !== undefined; node = node.parent) places.unshift(node.name);
	const body = planPage(places, state.plan(code));
	return { status: 200, headers: HEADERS, body };
}

function grantOf(viewerToken: string): ViewerGrant {
	if (viewerToken === '') throw page(400, 'The viewer token is missing', 'Add viewerToken to the address.');
	const grant = readViewerToken(viewerToken);
	if (grant === undefined) {
		throw page(
			403,
			'The viewer token is not valid',
			'It was changed on its way, not URL-encoded, or not signed here.',
		);
	}
	if (grant.expiresAtMs <= Date.now()) {
		throw page(403, 'The viewer token has expired', 'Look the resource up again for a new one.');
	}
	return grant;
}

/** Section 2.2. That a token of one plan needs no plan code is the sandbox's choice. */
function planToShow(state: SandboxState, { resourceCode, access }: ViewerGrant, asked: string): string {
	const node = state.nodeByCode(resourceCode);
	const nodes = node === undefined ? [] : access === 'allAreas' ? [node] : withDescendants(node);
	const granted = nodes.flatMap(({ planCode }) => planCode ?? []);
	if (asked === '' && granted.length === 1) return granted[0];
	if (asked === '') {
		throw page(
			400,
			'The plan code is missing',
			`This viewer token opens ${granted.length} plans: add planCode.`,
		);
	}
	if (granted.includes(asked)) return asked;
	throw page(403, 'The viewer token does not open this plan', `It grants no access to "${asked}".`);
}

function page(status: number, title: string, words: string): Refusal {
	return new Refusal({ status, headers: HEADERS, body: messagePage(title, words) });
}

import type { FastifyRequest } from 'fastify';
import { CREDENTIAL_LABELS, credentialOf } from '../credential.mts';
import { withDescendants } from '../demo/hierarchy.mts';
import { PAGE_HEADERS, escapeHtml, htmlPage } from '../embed/html.mts';
import type { SandboxResponse } from '../http/response.mts';
import { AUTH_PATH } from '../paths.mts';
import { signViewerToken } from '../viewer-tokens.mts';
import type { RouteContext } from './context.mts';

const STYLE = `body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; color: #23272f; overflow-wrap: anywhere;
	font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
th { text-align: left; padding-right: 1rem; white-space: nowrap; }`;

const HOUR_MS = 60 * 60 * 1000;

/** What somebody sees who opens the sandbox's address in a browser. */
export function home({ state, settings, messages }: RouteContext, request: FastifyRequest): SandboxResponse {
	const baseUrl = `${request.protocol}://${request.host}`;
	const credential = credentialOf(baseUrl, `${baseUrl}${AUTH_PATH}`, settings.allowedScope);
	const fields = Object.entries(CREDENTIAL_LABELS).map(
		([name, label]) => `<tr><th>${label}</th><td>${escapeHtml(credential[name as keyof typeof credential])}</td></tr>`,
	);
	const plans = withDescendants(state.client).flatMap(({ code, name, parent, planCode }) => {
		if (!planCode) return [];
		const expiresAtMs = Date.now() + HOUR_MS;
		const viewerToken = signViewerToken({ resourceCode: code, access: 'allAreas', expiresAtMs });
		const address = `/plans-embed/v1/plan?${new URLSearchParams({ viewerToken, planCode })}`;
		return `<li><a href="${escapeHtml(address)}">${escapeHtml(`${parent?.name}, ${name}`)}</a></li>`;
	});
	const said = messages.last.map((message) => `<li>${escapeHtml(message)}</li>`);
	const body = `<main><h1>Sandbox of a Plan Content and Access Service</h1>
<p>For the credential <b>Plan Service API</b> in n8n (demo values, no secrets of anybody):</p>
<table>${fields.join('')}</table>
<h2>Plans</h2><ul>${plans.join('')}</ul>
<h2>Messages</h2><p>What is sent to ${escapeHtml(baseUrl)}/messages:</p><ul>${said.join('')}</ul>
<p><a href="/openapi.json">Description of the service</a></p></main>`;
	return { status: 200, headers: PAGE_HEADERS, body: htmlPage('Sandbox', STYLE, body) };
}

import type { SandboxCredential } from '../../sandbox/server.mts';
import type { Part } from './parts.mts';

const BEARER = "=Bearer {{ $('Token').first().json.access_token }}";

/** What a user builds today, without this package: n8n's own nodes, set up as simply as they go. */
export function builtInNodes({ baseUrl, authUrl, partnerCode, ...login }: SandboxCredential) {
	const request = (name: string, parameters: Record<string, unknown>): Part => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters,
	});
	const pairs = (values: Record<string, string>) => ({
		parameters: Object.entries(values).map(([name, value]) => ({ name, value })),
	});
	const signed = {
		sendHeaders: true,
		headerParameters: pairs({ Authentication: BEARER, 'X-CSS-Partner-Code': partnerCode }),
	};
	const plan = (planCode: string) => `${baseUrl}/esapi/api/v1/Plans/${planCode}`;
	return {
		token: request('Token', {
			method: 'POST',
			url: `${authUrl}/connect/token`,
			sendBody: true,
			contentType: 'form-urlencoded',
			bodyParameters: pairs({
				grant_type: 'password',
				scope: login.scope,
				client_id: login.applicationId,
				client_secret: login.applicationSecret,
				username: login.apiKey,
				password: login.apiSecret,
			}),
			options: {},
		}),
		get: (planCode: string) => request('Get', { url: `${plan(planCode)}/Features`, ...signed, options: {} }),
		split: {
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'features', options: {} },
		} satisfies Part,
		aggregate: {
			name: 'Aggregate',
			type: 'n8n-nodes-base.aggregate',
			typeVersion: 1,
			parameters: { aggregate: 'aggregateAllItemData', destinationFieldName: 'features', options: {} },
		} satisfies Part,
		push: (planCode: string) =>
			request('Push', {
				method: 'POST',
				url: `${plan(planCode)}/PushFeatures`,
				...signed,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify({ features: $json.features }) }}',
				options: {},
			}),
		/** Of each item's `code`, with what follows it; an item that is rejected goes on with its error. */
		lookup: (more = '') => ({
			...request('Look Up', { url: `=${baseUrl}/esapi/api/v1/Floors/{{ $json.code }}${more}`, ...signed, options: {} }),
			onError: 'continueRegularOutput',
		}),
	};
}

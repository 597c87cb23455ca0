import type { IHttpRequestOptions } from 'n8n-workflow';

/** Marks the request that n8n sends when a person presses "Test". */
export const TEST_HEADER = 'X-Plan-Service-Credential-Test';

/** The request that "Test" begins with. What is sent of it, and what it proves, is decided in `login-steps.ts`. */
export const testRequest = {
	baseURL: '={{ $credentials.baseUrl }}',
	url: '/esapi/api/v1/Partners',
	headers: { [TEST_HEADER]: 'true' },
};

/**
 * Whether n8n is testing the credential with this request. The header alone does not tell, because anyone can send it
 * with the HTTP Request node. That node says `uri`, n8n's agent tool has no base, and neither can say a path and a
 * base.
 */
export function isTestRequest({ url, baseURL, headers, ...more }: IHttpRequestOptions): boolean {
	const marked = headers !== undefined && TEST_HEADER in headers;
	return marked && url === testRequest.url && typeof baseURL === 'string' && !('uri' in more);
}

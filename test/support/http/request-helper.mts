import axios from 'axios';
import type { IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

/** The part of n8n's request helper that the credential uses, on the HTTP client that n8n uses too. */
export class RequestHelper implements IHttpRequestHelper {
	readonly requested: IHttpRequestOptions[] = [];

	readonly helpers: IHttpRequestHelper['helpers'] = {
		httpRequest: async (options: IHttpRequestOptions): Promise<unknown> => {
			this.requested.push(options);
			const { status, headers, data } = await axios.request<unknown>({
				method: options.method,
				url: options.url,
				headers: { ...options.headers } as Record<string, string>,
				data: options.body,
				timeout: options.timeout,
				signal: options.abortSignal,
				responseType: options.encoding,
				transformResponse: (text: unknown) => text,
				maxRedirects: options.disableFollowRedirect ? 0 : 5,
				validateStatus: (code) => options.ignoreHttpStatusErrors === true || code < 300,
				proxy: false,
			});
			return options.returnFullResponse ? { statusCode: status, headers, body: data } : data;
		},
	};
}

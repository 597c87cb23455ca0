import type { Service } from './service/service.mts';

/** The least a client can do: `fetch` on a connection that is kept, and JSON.parse. */
export class Floor {
	private constructor(
		private readonly service: Service,
		readonly headers: Record<string, string>,
	) {}

	static async logIn(service: Service): Promise<Floor> {
		const { authUrl, scope, applicationId, applicationSecret, apiKey, apiSecret, partnerCode } = service.credential;
		const response = await fetch(`${authUrl}/connect/token`, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'password',
				scope,
				client_id: applicationId,
				client_secret: applicationSecret,
				username: apiKey,
				password: apiSecret,
			}),
		});
		const { access_token } = (await response.json()) as { access_token: string };
		return new Floor(service, { Authentication: `Bearer ${access_token}`, 'X-CSS-Partner-Code': partnerCode });
	}

	address(planCode: string): string {
		return `${this.service.baseUrl}/esapi/api/v1/Plans/${planCode}/Features`;
	}

	/** @returns the parsed response */
	async get(planCode: string): Promise<unknown> {
		const response = await fetch(this.address(planCode), { headers: this.headers });
		if (response.status !== 200) throw new Error(`${planCode} responded with ${response.status}.`);
		return JSON.parse(await response.text());
	}

	/** All features of one plan to another, in one request. */
	async copy(from: string, to: string): Promise<void> {
		const body = JSON.stringify(await this.get(from));
		const url = `${this.service.baseUrl}/esapi/api/v1/Plans/${to}/PushFeatures`;
		const response = await fetch(url, {
			method: 'POST',
			body,
			headers: { ...this.headers, 'Content-Type': 'application/json' },
		});
		if (response.status !== 200) throw new Error(`${to} responded with ${response.status}.`);
	}
}

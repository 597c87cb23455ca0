import type { Service } from './service/service.mts';

/** The least a client can do: `fetch` on a connection that is kept, and JSON.parse. */
export class Floor {
	private constructor(
		private readonly service: Service,
		readonly headers: Record<string, string>,
	) {}

	static async logIn(service: Service): Promise<Floor> {
		const { authUrl, scope, applicationId, applicationSecret, apiKey, apiSecret, partnerCode } = service.credential;
		const answer = await fetch(`${authUrl}/connect/token`, {
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
		const { access_token } = (await answer.json()) as { access_token: string };
		return new Floor(service, { Authentication: `Bearer ${access_token}`, 'X-CSS-Partner-Code': partnerCode });
	}

	address(planCode: string): string {
		return `${this.service.baseUrl}/esapi/api/v1/Plans/${planCode}/Features`;
	}

	/** @returns the parsed answer */
	async get(planCode: string): Promise<unknown> {
		const answer = await fetch(this.address(planCode), { headers: this.headers });
		if (answer.status !== 200) throw new Error(`${planCode} answered ${answer.status}.`);
		return JSON.parse(await answer.text());
	}

	/** All features of one plan to another, in one request. */
	async copy(from: string, to: string): Promise<void> {
		const body = JSON.stringify(await this.get(from));
		const url = `${this.service.baseUrl}/esapi/api/v1/Plans/${to}/PushFeatures`;
		const answer = await fetch(url, {
			method: 'POST',
			body,
			headers: { ...this.headers, 'Content-Type': 'application/json' },
		});
		if (answer.status !== 200) throw new Error(`${to} answered ${answer.status}.`);
	}
}

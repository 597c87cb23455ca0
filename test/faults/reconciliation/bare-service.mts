import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Feature } from '../../../service/plan';
import { readHead } from '../proxy/request-head.mts';

/** How a plan responds. */
export interface PlanTraits {
	/** Reads show the plan as it was so long before. */
	behindMs?: number;
	/** What is stored in place of a feature. */
	change?: (feature: Feature, count: number) => Feature;
	/** The response to a push, by its number from 1; taken, unless it says otherwise. */
	response?: (push: number) => PushResponse;
}

export interface PushResponse {
	isTaken: boolean;
	/** The bytes that are written before the connection is closed. */
	bytes: Buffer | string;
}

interface Plan extends PlanTraits {
	pushes: number;
	held: Array<{ feature: Feature; at: number }>;
}

/** Of a response in gzip that is cut: less than its header. */
const CUT_AFTER_BYTES = 4;
const head = (status: string, ...headers: string[]) =>
	[`HTTP/1.1 ${status}`, ...headers, 'Connection: close', '', ''].join('\r\n');

/** The bytes of responses to a push, as services were seen to write them. */
export const responses = {
	well: { isTaken: true, bytes: head('200 OK', 'Content-Length: 0') },
	lost: { isTaken: true, bytes: '' },
	/** Nothing proves that it is whole, and nothing was taken. */
	cut: { isTaken: false, bytes: head('200 OK') },
	cutGzip: {
		isTaken: false,
		bytes: Buffer.concat([
			Buffer.from(head('200 OK', 'Content-Encoding: gzip')),
			gzipSync('true').subarray(0, CUT_AFTER_BYTES),
		]),
	},
	noContent: { isTaken: true, bytes: head('204 No Content') },
	accepted: { isTaken: true, bytes: head('202 Accepted', 'Content-Length: 0') },
	message: { isTaken: true, bytes: `${head('200 OK', 'Content-Length: 20')}{"message":"queued"}` },
	migrating: { isTaken: false, bytes: head('422 Unprocessable Entity', 'Content-Length: 0') },
} satisfies Record<string, PushResponse>;

/** Get and Push Features (sections 4.2 and 4.3) over bare TCP, one request a connection. Any token will do. */
export class BareService {
	private readonly plans = new Map<string, Plan>();

	private readonly clients = new Set<Socket>();

	private readonly server = createServer((client) => this.serve(client));

	static async start(): Promise<BareService> {
		const service = new BareService();
		await once(service.server.listen(0, '127.0.0.1'), 'listening');
		return service;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	addPlan(code: string, traits: PlanTraits = {}): void {
		this.plans.set(code, { ...traits, pushes: 0, held: [] });
	}

	/** How many pushes of a plan have arrived, and how many features it holds. */
	countsOf(code: string): { pushes: number; held: number } {
		const { pushes, held } = this.planOf(code);
		return { pushes, held: held.length };
	}

	async close(): Promise<void> {
		this.server.close();
		for (const client of this.clients) client.destroy();
		if (this.server.listening) await once(this.server, 'close');
	}

	private planOf(code: string): Plan {
		const plan = this.plans.get(code);
		if (plan === undefined) throw new Error(`There is no plan ${code} here`);
		return plan;
	}

	private serve(client: Socket): void {
		this.clients.add(client);
		client.once('close', () => this.clients.delete(client));
		client.on('error', () => undefined);
		let request = Buffer.alloc(0);
		client.on('data', (chunk: Buffer) => {
			request = Buffer.concat([request, chunk]);
			const whole = readHead(request);
			if (whole === undefined || request.length < whole.length + whole.bodyLength) return;
			const plan = this.planOf(whole.planCode ?? '');
			const body = request.subarray(whole.length).toString();
			client.end(whole.method === 'POST' ? this.take(plan, body) : this.show(plan));
		});
	}

	private take(plan: Plan, body: string): Buffer | string {
		const { isTaken, bytes } = plan.response?.(++plan.pushes) ?? responses.well;
		if (!isTaken) return bytes;
		const { features } = JSON.parse(body) as { features: Feature[] };
		for (const feature of features)
			plan.held.push({ feature: plan.change?.(feature, plan.held.length) ?? feature, at: Date.now() });
		return bytes;
	}

	private show({ held, behindMs = 0 }: Plan): string {
		const shown = held.filter(({ at }) => at <= Date.now() - behindMs).map(({ feature }) => feature);
		const body = JSON.stringify({ features: shown });
		const length = `Content-Length: ${Buffer.byteLength(body)}`;
		return `${head('200 OK', 'Content-Type: application/json', length)}${body}`;
	}
}

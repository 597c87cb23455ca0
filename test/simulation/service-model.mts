import type { Feature } from '../../service/plan';
import type { FaultScript, Script, ServiceTraits } from './script.mts';
import type { VirtualTime } from './virtual-time.mts';

export const DATA_KEY = `dfld_${'k'.repeat(25)}`;
const OTHER_KEY = `dfld_${'o'.repeat(25)}`;
const RESTART_MS = 1500;

/** One request that reached the network, and what came of it. Times are virtual. */
export interface Exchange {
	method: 'GET' | 'POST';
	plan: number;
	execution: number;
	credential: number;
	sentAt: number;
	/** When the client had its answer, or gave up. */
	endedAt?: number;
	/** Of a push: names of its features. */
	names: string[];
	/** Of a push: when each feature came onto the plan. */
	effects: Array<{ name: string; at: number }>;
	/** Of a read: when the service looked. */
	lookedAt?: number;
	/** The client got 200 with what it asked for, or a plain yes. */
	isWell: boolean;
	/** Answered with 401, so that the client renews its token and sends at once. */
	isUnauthorized: boolean;
	/** The client does not know whether it had an effect. */
	isLost: boolean;
}

interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: string;
}

const WELL: FaultScript = {
	name: 'none',
	effect: 'whole',
	effectAfterMs: 10,
	answer: { afterMs: 25, status: 200, body: '' },
};
const CERTAIN_STATUSES = new Set([400, 401, 403, 404, 409, 413, 422, 429, 501, 505]);
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'CERT_HAS_EXPIRED']);

let lastService = 0;

/** The service, and the network on the way to it. */
export class ServiceModel {
	readonly exchanges: Exchange[] = [];

	/** Of its own in each history, because the node remembers of a service how much it takes. */
	readonly address = `http://service-${++lastService}.test`;

	/** Kinds of faults that were met. */
	readonly met = new Set<string>();

	readonly plans: Feature[][];

	isCalm = false;

	private readonly atWork: number[];

	private readonly requests: number[];

	private lastId = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly script: Script,
	) {
		this.plans = script.plans.map((count) =>
			Array.from({ length: count }, (_, index) =>
				this.stored({ type: 'zone', zoneType: 'common', name: `before ${index}` }),
			),
		);
		this.atWork = script.plans.map(() => 0);
		this.requests = script.plans.map(() => 0);
	}

	private get traits(): ServiceTraits {
		return this.script.service;
	}

	/** Sends one request. Rejects as n8n's helper does. */
	async request(exchange: Exchange, body: string | undefined, signal: AbortSignal): Promise<Reply> {
		this.exchanges.push(exchange);
		const { plan, method } = exchange;
		const fault = this.faultOf(plan);
		if (method === 'POST') return await this.push(exchange, fault, body ?? '', signal);
		return await this.read(exchange, fault, signal);
	}

	private faultOf(plan: number): FaultScript {
		if (this.isCalm) return WELL;
		const { restartsAtMs = Infinity } = this.traits;
		if (this.time.elapsedMs >= restartsAtMs && this.time.elapsedMs < restartsAtMs + RESTART_MS) {
			return { name: 'restart', effect: 'none', effectAfterMs: 0, answer: { afterMs: 1, code: 'ECONNREFUSED' } };
		}
		return this.script.faults[plan][this.requests[plan]++] ?? WELL;
	}

	private async push(exchange: Exchange, fault: FaultScript, body: string, signal: AbortSignal): Promise<Reply> {
		const { plan } = exchange;
		const { features } = JSON.parse(body) as { features: Feature[] };
		exchange.names = features.map(({ name }) => String(name));
		let { answer, effect } = fault;
		if (this.traits.migrates && this.atWork[plan] > 0 && !this.isCalm) {
			this.met.add('422 while a push is at work');
			[answer, effect] = [{ afterMs: 10, status: 422, body: '{"message":"migrating"}' }, 'none'];
		} else {
			this.met.add(fault.name);
			const bad = features.findIndex(({ extra }) => extra === 'bad');
			if (bad >= 0 && effect !== 'none') {
				this.met.add('400');
				const errors = bad % 2 === 0 ? [{ index: bad, message: 'is bad' }] : [];
				effect = 'none';
				if (answer !== undefined && 'status' in answer && answer.status === 200)
					answer = { ...answer, status: 400, body: JSON.stringify({ message: 'bad', errors }) };
			}
		}
		if (effect !== 'none') this.takeLater(exchange, features, effect, fault.effectAfterMs);
		exchange.isLost = true;
		const reply = await this.answered(exchange, answer, signal);
		exchange.isLost = !CERTAIN_STATUSES.has(reply.statusCode) && !(reply.statusCode === 200 && reply.body === '');
		exchange.isWell = reply.statusCode === 200 && reply.body === '';
		exchange.isUnauthorized = reply.statusCode === 401;
		return reply;
	}

	private takeLater(exchange: Exchange, features: Feature[], effect: 'whole' | 'part', afterMs: number): void {
		const { plan, effects } = exchange;
		const order = this.traits.reorders ? features.toReversed() : features;
		const taken = effect === 'part' && features.length > 1 ? order.slice(0, order.length >> 1) : order;
		this.atWork[plan]++;
		this.time.after(afterMs, () => {
			this.atWork[plan]--;
			for (const feature of taken) {
				this.plans[plan].push(this.stored(feature));
				effects.push({ name: String(feature.name), at: this.time.now });
			}
		});
	}

	private async read(exchange: Exchange, fault: FaultScript, signal: AbortSignal): Promise<Reply> {
		const { plan } = exchange;
		const { answer } = fault;
		if (fault.name !== 'none') this.met.add(`read: ${fault.name.split(',')[0]}`);
		const features = [...this.plans[plan]];
		exchange.lookedAt = this.time.now;
		const isWell = answer !== undefined && 'status' in answer && answer.status === 200 && answer.body === '';
		const reply = await this.answered(
			exchange,
			isWell ? { ...answer, body: JSON.stringify({ features }) } : answer,
			signal,
		);
		exchange.isWell = isWell;
		return reply;
	}

	/** The answer when its time has come, or what breaks the connection before. */
	private async answered(exchange: Exchange, answer: FaultScript['answer'], signal: AbortSignal): Promise<Reply> {
		return await new Promise<Reply>((resolve, reject) => {
			const end = (settle: () => void) => {
				if (exchange.endedAt !== undefined) return;
				exchange.endedAt = this.time.now;
				// Node keeps a signal with a listener alive, and with it the history.
				signal.removeEventListener('abort', givenUp);
				settle();
			};
			const givenUp = () => end(() => reject({ cause: { name: 'CanceledError', code: 'ERR_CANCELED' } }));
			if (signal.aborted) return givenUp();
			signal.addEventListener('abort', givenUp);
			if (answer === undefined) return;
			this.time.after(answer.afterMs, () =>
				end(() => {
					if ('code' in answer) {
						if (NEVER_CONNECTED.has(answer.code)) exchange.isLost = false;
						return reject({ cause: { code: answer.code } });
					}
					const headers: Record<string, string> =
						answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter };
					resolve({ statusCode: answer.status, headers, body: answer.body });
				}),
			);
		});
	}

	/** A feature as the service keeps it. */
	private stored(feature: Feature): Feature {
		const { adds, renames, rewrites } = this.traits;
		const kept: Feature = { ...feature };
		if (kept.position === null) kept.position = { x: 1, y: 2 };
		const data = Array.isArray(kept.data) ? (kept.data as Array<Record<string, unknown>>) : [];
		if (adds) {
			kept.data = [{ key: OTHER_KEY, name: 'Other', value: null }, ...data];
			if (!data.some(({ key }) => key === DATA_KEY))
				(kept.data as unknown[]).push({ key: DATA_KEY, name: 'Label', value: null });
			kept.id = ++this.lastId;
		}
		if (renames)
			for (const entry of Array.isArray(kept.data) ? (kept.data as Array<Record<string, unknown>>) : [])
				entry.name = `Registered ${String(entry.key)}`;
		if (rewrites) {
			kept.zoneType = 'other';
			kept.rounded = true;
			kept.geometry = {
				type: 'Polygon',
				coordinates: [
					[
						[0, 0],
						[1, 0],
						[1, 1],
						[0, 0],
					],
				],
			};
		}
		return kept;
	}
}

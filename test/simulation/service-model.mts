import type { Feature } from '../../service/plan';
import { ReadModel } from './read-model.mts';
import { PlanModel } from './plan-model.mts';
import { rejectionOf } from './rejection-model.mts';
import { RESTART, WELL, headersOf } from './exchange.mts';
import type { Exchange, Reply } from './exchange.mts';
import type { FaultScript, Script, ServiceTraits } from './scenario.mts';
import type { VirtualTime } from './virtual-time.mts';

const RESTART_MS = 1500;

/** By these the service says that it took nothing; by 503, too, if it says when to come back. */
const CERTAIN_STATUSES = new Set([400, 401, 403, 404, 409, 413, 422, 429, 501, 505]);
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'CERT_HAS_EXPIRED']);

let lastService = 0;

/** The service, and the network on the way to it. */
export class ServiceModel {
	readonly exchanges: Exchange[] = [];

	/** Of its own in each history, because the node remembers of a service how much it takes. */
	readonly url = `http://service-${++lastService}.test`;

	/** Kinds of faults that were met. */
	readonly met = new Set<string>();

	readonly plans: PlanModel;

	isCalm = false;

	private readonly reads: ReadModel;

	private readonly atWork: number[];

	private readonly requests: number[];

	constructor(
		private readonly time: VirtualTime,
		private readonly script: Script,
	) {
		this.plans = new PlanModel(script);
		this.reads = new ReadModel(script.service, this.plans, this.met);
		this.atWork = script.plans.map(() => 0);
		this.requests = script.plans.map(() => 0);
		for (const { atMs, plan, what } of script.edits) {
			time.after(
				atMs,
				() => {
					this.met.add(`a person ${what}`);
					this.plans.edit(plan, what, time.now);
				},
				true,
			);
		}
	}

	private get traits(): ServiceTraits {
		return this.script.service;
	}

	/** Sends one request. Rejects as n8n's helper does. */
	async request(
		exchange: Exchange,
		body: string | undefined,
		headers: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<Reply> {
		this.exchanges.push(exchange);
		const { plan, method } = exchange;
		const fault = this.faultOf(plan);
		if (method === 'POST') return await this.push(exchange, fault, body ?? '', signal);
		return await this.read(exchange, fault, headers, signal);
	}

	private faultOf(plan: number): FaultScript {
		if (this.isCalm) return WELL;
		const { restartsAtMs = Infinity } = this.traits;
		if (this.time.elapsedMs >= restartsAtMs && this.time.elapsedMs < restartsAtMs + RESTART_MS) {
			return RESTART;
		}
		return this.script.faults[plan][this.requests[plan]++] ?? WELL;
	}

	private async push(exchange: Exchange, fault: FaultScript, body: string, signal: AbortSignal): Promise<Reply> {
		const { plan } = exchange;
		const { features } = JSON.parse(body) as { features: Feature[] };
		exchange.names = features.map(({ name }) => String(name));
		let { response, effect } = fault;
		let taken = features;
		if (this.traits.migrates && this.atWork[plan] > 0 && !this.isCalm) {
			this.met.add('422 while a push is at work');
			[response, effect] = [{ afterMs: 10, status: 422, body: '{"message":"migrating"}' }, 'none'];
		} else {
			this.met.add(fault.name);
			const rejection = effect === 'none' ? undefined : rejectionOf(features, this.traits.rejection);
			if (rejection !== undefined) {
				this.met.add(rejection.met);
				taken = rejection.taken;
				if (response !== undefined && 'status' in response && response.status === 200)
					response = { ...response, status: 400, body: rejection.body };
			}
		}
		// What is rejected is taken, if at all, before that is said.
		const rejectedAt =
			response !== undefined && 'status' in response && response.status === 400 ? response.afterMs : Infinity;
		const effectAfterMs = Math.min(fault.effectAfterMs, rejectedAt);
		if (effect !== 'none') this.takeLater(exchange, taken, effect, { ...fault, effectAfterMs });
		exchange.isUnknown = true;
		const reply = await this.responded(exchange, response, signal);
		const { statusCode: status } = reply;
		const isFramed = reply.headers['content-length'] === '0' || reply.headers['transfer-encoding'] === 'chunked';
		exchange.isTaken = status === 200 && reply.body === '' && isFramed;
		const isPutOff = status === 503 && exchange.retryAfterMs !== undefined;
		exchange.isUnknown = !CERTAIN_STATUSES.has(status) && !isPutOff && !exchange.isTaken;
		exchange.isUnauthorized = [401, 403].includes(status);
		return reply;
	}

	private takeLater(
		exchange: Exchange,
		features: Feature[],
		effect: 'whole' | 'part',
		{ effectAfterMs, againAfterMs }: FaultScript,
	): void {
		const { plan, effects } = exchange;
		const order = this.traits.reorders ? features.toReversed() : features;
		const taken = effect === 'part' && features.length > 1 ? order.slice(0, order.length >> 1) : order;
		const take = () => {
			this.atWork[plan]--;
			for (const feature of taken) {
				this.plans.add(plan, feature, this.time.now);
				effects.push({ name: String(feature.name), at: this.time.now });
			}
		};
		this.atWork[plan]++;
		this.time.after(effectAfterMs, take);
		if (againAfterMs === undefined) return;
		this.met.add('delivered twice');
		exchange.isTwice = true;
		this.atWork[plan]++;
		this.time.after(effectAfterMs + againAfterMs, take);
	}

	private async read(
		exchange: Exchange,
		fault: FaultScript,
		requested: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<Reply> {
		const { plan } = exchange;
		const { response } = fault;
		if (fault.name !== 'none') this.met.add(`read: ${fault.name.split(',')[0]}`);
		if (response === undefined || !('status' in response) || response.body !== '')
			return await this.responded(exchange, response, signal);
		if (response.status !== 200 && response.holds === undefined)
			return await this.responded(exchange, response, signal);
		const { features, at } = this.reads.read(plan, this.time.now, requested);
		const { holds = 'all' } = response;
		const list = holds === 'nothing' ? [] : holds === 'half' ? features.slice(0, features.length >> 1) : features;
		const body = JSON.stringify({ features: list });
		const reply = await this.responded(exchange, { ...response, body }, signal);
		exchange.shownAt = at;
		exchange.isWhole = response.status === 200;
		return reply;
	}

	/** The response when its time has come, or what breaks the connection before. */
	private async responded(exchange: Exchange, response: FaultScript['response'], signal: AbortSignal): Promise<Reply> {
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
			if (response === undefined) return;
			this.time.after(response.afterMs, () =>
				end(() => {
					if ('code' in response) {
						if (NEVER_CONNECTED.has(response.code)) exchange.isUnknown = false;
						return reject({ cause: { code: response.code } });
					}
					exchange.status = response.status;
					if (response.retryAfter !== undefined) exchange.retryAfterMs = Number(response.retryAfter) * 1000;
					resolve({
						statusCode: response.status,
						headers: headersOf(response, this.time.now + this.traits.skewMs),
						body: response.body,
					});
				}),
			);
		});
	}
}

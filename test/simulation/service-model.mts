import type { Feature } from '../../service/plan';
import { ReadModel } from './read-model.mts';
import { PlanModel } from './plan-model.mts';
import { refusalOf } from './rejection-model.mts';
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
	readonly address = `http://service-${++lastService}.test`;

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
		let { answer, effect } = fault;
		let taken = features;
		if (this.traits.migrates && this.atWork[plan] > 0 && !this.isCalm) {
			this.met.add('422 while a push is at work');
			[answer, effect] = [{ afterMs: 10, status: 422, body: '{"message":"migrating"}' }, 'none'];
		} else {
			this.met.add(fault.name);
			const refusal = effect === 'none' ? undefined : refusalOf(features, this.traits.refusal);
			if (refusal !== undefined) {
				this.met.add(refusal.met);
				taken = refusal.taken;
				if (answer !== undefined && 'status' in answer && answer.status === 200)
					answer = { ...answer, status: 400, body: refusal.body };
			}
		}
		// What is rejected is taken, if at all, before that is said.
		const refusedAt = answer !== undefined && 'status' in answer && answer.status === 400 ? answer.afterMs : Infinity;
		const effectAfterMs = Math.min(fault.effectAfterMs, refusedAt);
		if (effect !== 'none') this.takeLater(exchange, taken, effect, { ...fault, effectAfterMs });
		exchange.isUnknown = true;
		const reply = await this.answered(exchange, answer, signal);
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
		asked: Record<string, unknown>,
		signal: AbortSignal,
	): Promise<Reply> {
		const { plan } = exchange;
		const { answer } = fault;
		if (fault.name !== 'none') this.met.add(`read: ${fault.name.split(',')[0]}`);
		if (answer === undefined || !('status' in answer) || answer.body !== '')
			return await this.answered(exchange, answer, signal);
		if (answer.status !== 200 && answer.holds === undefined) return await this.answered(exchange, answer, signal);
		const { features, at } = this.reads.read(plan, this.time.now, asked);
		const { holds = 'all' } = answer;
		const list = holds === 'nothing' ? [] : holds === 'half' ? features.slice(0, features.length >> 1) : features;
		const body = JSON.stringify({ features: list });
		const reply = await this.answered(exchange, { ...answer, body }, signal);
		exchange.shownAt = at;
		exchange.isWhole = answer.status === 200;
		return reply;
	}

	/** The response when its time has come, or what breaks the connection before. */
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
						if (NEVER_CONNECTED.has(answer.code)) exchange.isUnknown = false;
						return reject({ cause: { code: answer.code } });
					}
					exchange.status = answer.status;
					if (answer.retryAfter !== undefined) exchange.retryAfterMs = Number(answer.retryAfter) * 1000;
					resolve({
						statusCode: answer.status,
						headers: headersOf(answer, this.time.now + this.traits.skewMs),
						body: answer.body,
					});
				}),
			);
		});
	}
}

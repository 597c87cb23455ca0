import { sleep } from 'n8n-workflow';
import { BoundedCache } from '../../service/cache';

/** A call that was started: its number, and how many calls were under way then, itself included. */
export interface StartedCall {
	number: number;
	active: number;
}

/** How many calls a service takes at once, as far as its responses have shown. */
export interface LimitState {
	limit: number;
	/** Good responses since the limit changed. */
	successes: number;
	/** When the service last rate limited; undefined when it never did. */
	throttledAtMs?: number;
	/** Calls up to this number started before the limit was last lowered: they are one round. */
	roundEnd: number;
	/** One round does not lower the limit below this. */
	roundFloor: number;
}

export const FIRST_STATE: LimitState = { limit: 16, successes: 0, roundEnd: 0, roundFloor: 1 };

const FIRST_FACTOR = 4;
/** A limit that throttling has shown is kept so long: each time costs everybody the wait of `Retry-After`. */
const KEPT_MS = 10_000;
/** After so long without throttling the service counts as one that never throttled. */
const QUIET_MS = 60_000;

/**
 * After a good response while as many calls were under way as might be: the limit quadruples after each round of these,
 * and grows by one a round for a while after it was lowered.
 * @param max what the limit never exceeds
 */
export function raisedLimit(state: LimitState, max: number, nowMs: number): LimitState {
	const { limit, throttledAtMs } = state;
	const quietMs = throttledAtMs === undefined ? Infinity : nowMs - throttledAtMs;
	const successes = state.successes + 1;
	// A whole round, because good responses may be read before the throttling that came with them.
	if (quietMs < KEPT_MS || successes < limit) return { ...state, successes };
	const grown = quietMs < QUIET_MS ? limit + 1 : limit * FIRST_FACTOR;
	return { ...state, successes: 0, limit: Math.max(limit, Math.min(max, grown)) };
}

/**
 * After a throttled call: one fewer than were under way when it started is what the service takes, down to half in one
 * round.
 * @param started the number of the last call that was started
 */
export function loweredLimit(state: LimitState, call: StartedCall, started: number, nowMs: number): LimitState {
	const { limit, roundEnd } = state;
	const isNewRound = call.number > roundEnd;
	const roundFloor = isNewRound ? Math.max(1, Math.floor(limit / 2)) : state.roundFloor;
	const lowered = Math.max(roundFloor, Math.min(limit, call.active - 1));
	return { limit: lowered, successes: 0, throttledAtMs: nowMs, roundEnd: isNewRound ? started : roundEnd, roundFloor };
}

/** A longer wait is left to each call, because a call that waits here uses up none of its Max Wait. */
const MAX_PAUSE_MS = 30_000;
/** After so long a service counts as one that was never called. */
const FORGOTTEN_MS = 600_000;
const MAX_SERVICES = 100;

/** The calls of one run: never more at once than its own bound, nor than the service takes of this process. */
export interface RunQueue {
	/** The Concurrency of the run. */
	readonly max: number;
	/** A single call at first, until `endProbe` says that the way is clear. */
	isProbing: boolean;
	/** The run has ended: its calls need not wait any more to find that they are not to be sent. */
	isOver: boolean;
	active: number;
	/** Each call gets how it was started, or undefined when the run is over. */
	readonly calls: Array<(started?: StartedCall) => void>;
	/** How many of `calls` no longer wait: taken from its front one by one, 100,000 would take seconds. */
	started: number;
}

export function newQueue(max: number, isProbing = false): RunQueue {
	return { max, isProbing, isOver: false, active: 0, calls: [], started: 0 };
}

/**
 * Bounds how many calls of this process are under way at one service. All runs share it, each with a queue of its own,
 * and take turns where they wait.
 */
export class Limiter {
	private state = FIRST_STATE;

	private active = 0;

	private started = 0;

	/** Queues with calls that wait or are under way; the one whose turn it is comes first. */
	private readonly queues = new Set<RunQueue>();

	/** By a clock that nobody sets. */
	private pausedUntilMs = 0;

	/** Without a good response the service is down: further pauses would keep what fails anyway for hours. */
	private hasSucceededSincePause = true;

	private wakesUp = false;

	/** Runs a call when there is a slot; `throttled` needs to know how it was started. */
	async run<T>(queue: RunQueue, call: (started: StartedCall) => Promise<T>): Promise<T> {
		const started = queue.isOver
			? undefined
			: await new Promise<StartedCall | undefined>((start) => {
					queue.calls.push(start);
					this.queues.add(queue);
					this.startWaiting();
				});
		if (started === undefined) return await call({ number: 0, active: 0 });
		try {
			return await call(started);
		} finally {
			this.active--;
			queue.active--;
			this.forgetIfEmpty(queue);
			this.startWaiting();
		}
	}

	/** The first call of a run went through: others need not wait for it any more. */
	endProbe(queue: RunQueue): void {
		if (!queue.isProbing) return;
		queue.isProbing = false;
		this.startWaiting();
	}

	release(queue: RunQueue): void {
		queue.isOver = true;
		const released = queue.calls.splice(queue.started);
		this.forgetIfEmpty(queue);
		for (const start of released) start();
	}

	succeeded(): void {
		this.hasSucceededSincePause = true;
		if (this.active < this.state.limit) return;
		const max = Math.max(...[...this.queues].map((queue) => queue.max));
		this.state = raisedLimit(this.state, max, performance.now());
	}

	/** The service rate limited: no call starts until the pause is over. */
	throttled(call: StartedCall, retryAfterMs = 0): void {
		const nowMs = performance.now();
		this.state = loweredLimit(this.state, call, this.started, nowMs);
		if (retryAfterMs > MAX_PAUSE_MS || (nowMs >= this.pausedUntilMs && !this.hasSucceededSincePause)) return;
		this.hasSucceededSincePause = false;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + retryAfterMs);
	}

	/** Starts one call of each queue in turn, as long as there is a slot. */
	private startWaiting(): void {
		if (this.isPaused()) return;
		let hasStarted: boolean;
		do {
			hasStarted = false;
			for (const queue of [...this.queues]) {
				const start = queue.calls.at(queue.started);
				if (start === undefined || !this.hasSlotFor(queue)) continue;
				// To the end of the round.
				this.queues.delete(queue);
				this.queues.add(queue);
				queue.started++;
				queue.active++;
				start({ number: ++this.started, active: ++this.active });
				hasStarted = true;
			}
		} while (hasStarted);
	}

	/** While the service rejects nothing, no run waits until the slow calls of another one have ended. */
	private hasSlotFor(queue: RunQueue): boolean {
		if (queue.active >= (queue.isProbing ? 1 : queue.max)) return false;
		const isFirstOfRun = queue.active === 0 && this.state.throttledAtMs === undefined;
		return isFirstOfRun || this.active < this.state.limit;
	}

	private isPaused(): boolean {
		const pauseMs = this.pausedUntilMs - performance.now();
		if (pauseMs <= 0) return false;
		if (!this.wakesUp) {
			this.wakesUp = true;
			void sleep(pauseMs).then(() => {
				this.wakesUp = false;
				this.startWaiting();
			});
		}
		return true;
	}

	private forgetIfEmpty(queue: RunQueue): void {
		if (queue.started === queue.calls.length && queue.active === 0) this.queues.delete(queue);
	}
}

/** A run keeps the limiter that it began with. */
const limiters = new BoundedCache<Limiter>({ maxAgeMs: FORGOTTEN_MS, maxWeight: MAX_SERVICES, weightOf: () => 1 });

export function limiterOf(baseUrl: string): Limiter {
	const limiter = limiters.get(baseUrl) ?? new Limiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}

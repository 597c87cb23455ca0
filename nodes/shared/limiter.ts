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
 * @param max what a run with that response allows
 */
export function raisedLimit(state: LimitState, max: number, nowMs: number): LimitState {
	const { limit, throttledAtMs } = state;
	const quietMs = throttledAtMs === undefined ? Infinity : nowMs - throttledAtMs;
	const successes = state.successes + 1;
	// A whole round, because good responses may be read before the throttling that came with them.
	if (quietMs < KEPT_MS || successes < limit || limit >= max) return { ...state, successes };
	return { ...state, successes: 0, limit: Math.min(max, quietMs < QUIET_MS ? limit + 1 : limit * FIRST_FACTOR) };
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
export class RunQueue {
	active = 0;

	/** The run has ended: its calls need not wait any more to find that they are not to be sent. */
	isOver = false;

	/** Each gets how it was started, or undefined when the run is over. */
	readonly waiting = new Set<(started?: StartedCall) => void>();

	/**
	 * @param max the Concurrency of the run
	 * @param isProbing a single call at first, until `endProbe` says that the way is clear
	 */
	constructor(
		readonly max: number,
		public isProbing = false,
	) {}
}

/**
 * Bounds how many calls of this process are under way at one service. All runs share it, each with a queue of its own,
 * and take turns where they wait.
 */
export class Limiter {
	private state = FIRST_STATE;

	private active = 0;

	private started = 0;

	/** Those with calls that wait; the one whose turn it is comes first. */
	private readonly queues = new Set<RunQueue>();

	/** Pauses that are not over: no call starts meanwhile. */
	private pauses = 0;

	/** Without a good response the service is down: further pauses would keep what fails anyway for hours. */
	private hasSucceededSincePause = true;

	/** Runs a call when there is a slot; `throttled` needs to know how it was started. */
	async run<T>(queue: RunQueue, call: (started: StartedCall) => Promise<T>): Promise<T> {
		const started = queue.isOver
			? undefined
			: await new Promise<StartedCall | undefined>((start) => {
					queue.waiting.add(start);
					this.queues.add(queue);
					this.startWaiting();
				});
		if (started === undefined) return await call({ number: 0, active: 0 });
		try {
			return await call(started);
		} finally {
			this.active--;
			queue.active--;
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
		for (const start of queue.waiting) start();
		queue.waiting.clear();
		this.queues.delete(queue);
	}

	/** A call of the queue had a good response. */
	succeeded({ max }: RunQueue): void {
		this.hasSucceededSincePause = true;
		if (this.active >= this.state.limit) this.state = raisedLimit(this.state, max, performance.now());
	}

	/** The service rate limited: no call starts until the pause is over. */
	throttled(call: StartedCall, retryAfterMs = 0): void {
		this.state = loweredLimit(this.state, call, this.started, performance.now());
		const isDown = this.pauses === 0 && !this.hasSucceededSincePause;
		if (retryAfterMs === 0 || retryAfterMs > MAX_PAUSE_MS || isDown) return;
		this.hasSucceededSincePause = false;
		this.pauses++;
		void sleep(retryAfterMs).then(() => {
			this.pauses--;
			this.startWaiting();
		});
	}

	/** Starts one call of each queue in turn, as long as there is a slot. */
	private startWaiting(): void {
		if (this.pauses > 0) return;
		for (const queue of this.queues) {
			const [start] = queue.waiting;
			if (!this.hasSlotFor(queue)) continue;
			queue.waiting.delete(start);
			this.queues.delete(queue);
			// To the end of the round: what is added to a set while one goes through it is visited, too.
			if (queue.waiting.size > 0) this.queues.add(queue);
			queue.active++;
			start({ number: ++this.started, active: ++this.active });
		}
	}

	/** While the service rejects nothing, no run waits until the slow calls of another one have ended. */
	private hasSlotFor(queue: RunQueue): boolean {
		if (queue.active >= (queue.isProbing ? 1 : queue.max)) return false;
		const isFirstOfRun = queue.active === 0 && this.state.throttledAtMs === undefined;
		return isFirstOfRun || this.active < this.state.limit;
	}
}

/** A run keeps the limiter that it began with. */
const limiters = new BoundedCache<Limiter>({ maxAgeMs: FORGOTTEN_MS, maxWeight: MAX_SERVICES, weightOf: () => 1 });

export function limiterOf(baseUrl: string): Limiter {
	const limiter = limiters.get(baseUrl) ?? new Limiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}

import { sleep } from 'n8n-workflow';
import { BoundedCache } from '../../service/cache';

/** How many calls a service is given at once, until its responses show how many it takes. */
const FIRST_LIMIT = 16;
const GROWTH_FACTOR = 4;
/** A limit that throttling has shown is kept so long: each time costs everybody the wait of `Retry-After`. */
const KEPT_MS = 10_000;
/** After so long without throttling the service counts as one that never throttled. */
const QUIET_MS = 60_000;
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

	/** Each gets its number, or undefined when the run is over. */
	readonly waiting = new Set<(started?: number) => void>();

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
	private limit = FIRST_LIMIT;

	/** Good responses since the limit changed. */
	private successes = 0;

	/** When the service last rate limited. */
	private throttledAtMs = -Infinity;

	private active = 0;

	private started = 0;

	/** Calls up to this number started before the limit was last lowered: they are one round. */
	private roundEnd = 0;

	/** One round does not lower the limit below this. */
	private roundFloor = 1;

	/** Those with calls that wait; the one whose turn it is comes first. */
	private readonly queues = new Set<RunQueue>();

	/** Pauses that are not over: no call starts meanwhile. */
	private pauses = 0;

	/** Without a good response the service is down: further pauses would keep what fails anyway for hours. */
	private hasSucceededSincePause = true;

	/** Runs a call when there is a slot; `throttled` needs to know its number. */
	async run<T>(queue: RunQueue, call: (started: number) => Promise<T>): Promise<T> {
		const started = queue.isOver
			? undefined
			: await new Promise<number | undefined>((start) => {
					queue.waiting.add(start);
					this.queues.add(queue);
					this.startWaiting();
				});
		if (started === undefined) return await call(0);
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

	/**
	 * A call of the queue had a good response. Where as many calls were under way as might be, the limit quadruples after
	 * each round of these, and grows by one a round for a while after it was lowered.
	 */
	succeeded({ max }: RunQueue): void {
		this.hasSucceededSincePause = true;
		if (this.active < this.limit) return;
		this.successes++;
		const quietMs = performance.now() - this.throttledAtMs;
		// A whole round, because good responses may be read before the throttling that came with them.
		if (quietMs < KEPT_MS || this.successes < this.limit || this.limit >= max) return;
		this.successes = 0;
		this.limit = Math.min(max, quietMs < QUIET_MS ? this.limit + 1 : this.limit * GROWTH_FACTOR);
	}

	/**
	 * The service rate limited: no call starts until the pause is over. One fewer than are under way is what it takes,
	 * down to half in one round.
	 */
	throttled(call: number, retryAfterMs = 0): void {
		if (call > this.roundEnd) {
			this.roundEnd = this.started;
			this.roundFloor = Math.max(1, Math.floor(this.limit / 2));
		}
		this.limit = Math.max(this.roundFloor, Math.min(this.limit, this.active - 1));
		this.successes = 0;
		this.throttledAtMs = performance.now();
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
			this.active++;
			start(++this.started);
		}
	}

	/** While the service rejects nothing, no run waits until the slow calls of another one have ended. */
	private hasSlotFor(queue: RunQueue): boolean {
		if (queue.active >= (queue.isProbing ? 1 : queue.max)) return false;
		const isFirstOfRun = queue.active === 0 && this.throttledAtMs === -Infinity;
		return isFirstOfRun || this.active < this.limit;
	}
}

/** A run keeps the limiter that it began with. */
const limiters = new BoundedCache<Limiter>({ maxAgeMs: FORGOTTEN_MS, maxWeight: MAX_SERVICES, weightOf: () => 1 });

export function limiterOf(baseUrl: string): Limiter {
	const limiter = limiters.get(baseUrl) ?? new Limiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}

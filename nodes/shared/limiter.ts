import { sleep } from 'n8n-workflow';
import { BoundedCache } from '../../service/cache';
import { FIRST_STATE, nextLimit } from './next-limit';
import type { StartedCall } from './next-limit';

/** A longer wait is left to each call, because a call that waits here uses up none of its Max Wait. */
const LONGEST_PAUSE_MS = 30_000;
/** After so long a service counts as one that was never called. */
const FORGOTTEN_MS = 600_000;
const MAX_SERVICES = 100;

/** The calls of one run: never more at once than its own bound, nor than the service takes of this process. */
export interface Line {
	/** The Concurrency of the run. */
	readonly most: number;
	/** A single call at first, until `open` says that the way is clear. */
	isAlone: boolean;
	/** The run has ended: its calls need not wait any more to find that they are not to be sent. */
	isOver: boolean;
	active: number;
	/** Each call is told how it was started, or undefined when the run is over. */
	waiting: Array<(started?: StartedCall) => void>;
	/** Those before it in `waiting` have been started. */
	nextWaiting: number;
}

export function newLine(most: number, isAlone = false): Line {
	return { most, isAlone, isOver: false, active: 0, waiting: [], nextWaiting: 0 };
}

/**
 * Bounds how many calls of this process are under way at one service. All runs share it, each with a line of its own,
 * and take turns where they wait.
 */
export class Limiter {
	private state = FIRST_STATE;

	private active = 0;

	private started = 0;

	/** Lines with calls that wait or are under way; the one whose turn it is comes first. */
	private readonly lines = new Set<Line>();

	/** By a clock that nobody sets. */
	private pausedUntilMs = 0;

	/**
	 * A service that gives no good answer after a pause is down: further pauses would keep what fails anyway for hours.
	 */
	private hasAnsweredSincePause = true;

	private wakesUp = false;

	/** Runs a call when there is room; `putOff` wants to know how it was started. */
	async run<T>(line: Line, call: (started: StartedCall) => Promise<T>): Promise<T> {
		const started = line.isOver
			? undefined
			: await new Promise<StartedCall | undefined>((start) => {
					line.waiting.push(start);
					this.lines.add(line);
					this.startWaiting();
				});
		if (started === undefined) return await call({ number: 0, active: 0 });
		try {
			return await call(started);
		} finally {
			this.active--;
			line.active--;
			this.forgetIfEmpty(line);
			this.startWaiting();
		}
	}

	/** The first call of a run went through: others need not wait for it any more. */
	open(line: Line): void {
		if (!line.isAlone) return;
		line.isAlone = false;
		this.startWaiting();
	}

	/** The run is over. */
	release(line: Line): void {
		line.isOver = true;
		const released = line.waiting.slice(line.nextWaiting);
		line.waiting = [];
		line.nextWaiting = 0;
		this.forgetIfEmpty(line);
		for (const start of released) start();
	}

	/** The service answered well. */
	answeredWell(): void {
		this.hasAnsweredSincePause = true;
		if (this.active < this.state.limit) return;
		const most = Math.max(...[...this.lines].map((line) => line.most));
		this.state = nextLimit(this.state, { kind: 'well', most, nowMs: performance.now() });
	}

	/** The service asked to slow down: nobody starts a call until it may be asked again. */
	putOff(call: StartedCall, retryAfterMs = 0): void {
		const { started } = this;
		const nowMs = performance.now();
		this.state = nextLimit(this.state, { kind: 'refused', call, started, nowMs });
		if (retryAfterMs > LONGEST_PAUSE_MS || (nowMs >= this.pausedUntilMs && !this.hasAnsweredSincePause)) return;
		this.hasAnsweredSincePause = false;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + retryAfterMs);
	}

	/** Starts one call of each line in turn, as long as there is room. */
	private startWaiting(): void {
		if (this.isPaused()) return;
		let hasStarted: boolean;
		do {
			hasStarted = false;
			for (const line of [...this.lines]) {
				if (!isWaiting(line) || !this.hasRoomFor(line)) continue;
				// To the end of the round.
				this.lines.delete(line);
				this.lines.add(line);
				this.start(line);
				hasStarted = true;
			}
		} while (hasStarted);
	}

	private start(line: Line): void {
		const start = line.waiting[line.nextWaiting++];
		if (!isWaiting(line)) {
			line.waiting = [];
			line.nextWaiting = 0;
		}
		line.active++;
		start({ number: ++this.started, active: ++this.active });
	}

	/** While the service refuses nothing, no run waits until the slow calls of another one have ended. */
	private hasRoomFor(line: Line): boolean {
		if (line.active >= (line.isAlone ? 1 : line.most)) return false;
		const isFirstOfRun = line.active === 0 && this.state.refusedAtMs === undefined;
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

	private forgetIfEmpty(line: Line): void {
		if (!isWaiting(line) && line.active === 0) this.lines.delete(line);
	}
}

/** A run keeps the limiter that it began with. */
const limiters = new BoundedCache<Limiter>({ maxAgeMs: FORGOTTEN_MS, maxWeight: MAX_SERVICES, weightOf: () => 1 });

/** The one limiter of this process for a service. */
export function limiterOf(baseUrl: string): Limiter {
	const limiter = limiters.get(baseUrl) ?? new Limiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}

function isWaiting({ waiting, nextWaiting }: Line): boolean {
	return nextWaiting < waiting.length;
}

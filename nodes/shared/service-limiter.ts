import { sleep } from 'n8n-workflow';
import { FIRST_STATE, nextLimit } from './next-limit';
import type { StartedCall } from './next-limit';
import type { RunLimiter } from './run-limiter';

/** A longer wait is left to each call, because a call that waits here uses up none of its Max Wait. */
const LONGEST_PAUSE_MS = 30_000;
const MOST_SERVICES = 100;

/**
 * Bounds how many calls of this process are under way at one service. All runs share it, and take turns where they
 * wait.
 */
export class ServiceLimiter {
	private state = FIRST_STATE;

	private active = 0;

	private started = 0;

	/** Runs with calls that wait or are under way; the one whose turn it is comes first. */
	private readonly runs = new Set<RunLimiter>();

	private pausedUntilMs = 0;

	/**
	 * A service that gives no good answer after a pause is down: further pauses would keep what fails anyway for hours.
	 */
	private hasAnsweredSincePause = true;

	private wakesUp = false;

	get isIdle(): boolean {
		return this.runs.size === 0;
	}

	/** A run has a call that waits. */
	enter(run: RunLimiter): void {
		this.runs.add(run);
		this.startWaiting();
	}

	/** A call of a run has ended. */
	leave(run: RunLimiter): void {
		this.active--;
		this.forget(run);
		this.startWaiting();
	}

	/** A run may have no calls any more. */
	forget(run: RunLimiter): void {
		if (!run.isWaiting && run.active === 0) this.runs.delete(run);
	}

	answeredWell(): void {
		this.hasAnsweredSincePause = true;
		if (this.active < this.state.limit) return;
		const most = Math.max(...[...this.runs].map((run) => run.most));
		this.state = nextLimit(this.state, { kind: 'well', most, nowMs: Date.now() });
	}

	/** The service asked to slow down: nobody starts a call until it may be asked again. */
	putOff(call: StartedCall, retryAfterMs = 0): void {
		const { started } = this;
		const nowMs = Date.now();
		this.state = nextLimit(this.state, { kind: 'refused', call, started, nowMs });
		if (retryAfterMs > LONGEST_PAUSE_MS || (nowMs >= this.pausedUntilMs && !this.hasAnsweredSincePause)) return;
		this.hasAnsweredSincePause = false;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, nowMs + retryAfterMs);
	}

	/** Starts one call of each run in turn, as long as there is room. */
	startWaiting(): void {
		if (this.isPaused()) return;
		let hasStarted: boolean;
		do {
			hasStarted = false;
			for (const run of [...this.runs]) {
				if (!run.isWaiting || !this.hasRoomFor(run)) continue;
				// To the end of the line.
				this.runs.delete(run);
				this.runs.add(run);
				this.active++;
				run.startNext({ number: ++this.started, active: this.active });
				hasStarted = true;
			}
		} while (hasStarted);
	}

	/** While the service refuses nothing, no run waits until the slow calls of another one have ended. */
	private hasRoomFor(run: RunLimiter): boolean {
		if (!run.hasRoom) return false;
		const isFirstOfRun = run.active === 0 && this.state.refusedAtMs === undefined;
		return isFirstOfRun || this.active < this.state.limit;
	}

	private isPaused(): boolean {
		const pauseMs = this.pausedUntilMs - Date.now();
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
}

const limiters = new Map<string, ServiceLimiter>();

/** The one limiter of this process for a service. */
export function limiterOf(baseUrl: string): ServiceLimiter {
	const known = limiters.get(baseUrl);
	if (known !== undefined) return known;
	for (const [url, limiter] of limiters) if (limiters.size >= MOST_SERVICES && limiter.isIdle) limiters.delete(url);
	const limiter = new ServiceLimiter();
	limiters.set(baseUrl, limiter);
	return limiter;
}

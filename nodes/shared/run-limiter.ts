import type { StartedCall } from './next-limit';
import type { ServiceLimiter } from './service-limiter';

/** The calls of one run: never more at once than its own bound, nor than the service takes of this process. */
export class RunLimiter {
	active = 0;

	/** Each is told how it was started, or undefined when it is released. */
	private waiting: Array<(started?: StartedCall) => void> = [];

	private nextWaiting = 0;

	private isReleased = false;

	/**
	 * @param most the Concurrency of the run
	 * @param alone start with a single call, until `open` says that the way is clear
	 */
	constructor(
		private readonly service: ServiceLimiter,
		readonly most: number,
		private alone: boolean,
	) {}

	get isWaiting(): boolean {
		return this.nextWaiting < this.waiting.length;
	}

	get hasRoom(): boolean {
		return this.active < (this.alone ? 1 : this.most);
	}

	/** Runs a call when there is room; `putOff` wants to know how it was started. */
	async run<T>(call: (started: StartedCall) => Promise<T>): Promise<T> {
		const started = this.isReleased
			? undefined
			: await new Promise<StartedCall | undefined>((start) => {
					this.waiting.push(start);
					this.service.enter(this);
				});
		if (started === undefined) return await call({ number: 0, active: 0 });
		try {
			return await call(started);
		} finally {
			this.active--;
			this.service.leave(this);
		}
	}

	/** For the limiter of the service, when it is this run's turn. */
	startNext(started: StartedCall): void {
		this.active++;
		const start = this.waiting[this.nextWaiting++];
		if (!this.isWaiting) {
			this.waiting = [];
			this.nextWaiting = 0;
		}
		start(started);
	}

	/** The run is over: calls need not wait any more to find that they are not to be sent. */
	release(): void {
		this.isReleased = true;
		const released = this.waiting.slice(this.nextWaiting);
		this.waiting = [];
		this.nextWaiting = 0;
		this.service.forget(this);
		for (const start of released) start();
	}

	/** The first call went through: others need not wait for it any more. */
	open(): void {
		if (!this.alone) return;
		this.alone = false;
		this.service.startWaiting();
	}

	/** The service answered well. */
	answeredWell(): void {
		this.service.answeredWell();
	}

	/** The service asked to slow down. @param retryAfterMs how long, where it said so */
	putOff(started: StartedCall, retryAfterMs?: number): void {
		this.service.putOff(started, retryAfterMs);
	}
}

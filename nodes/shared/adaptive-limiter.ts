const FIRST_LIMIT = 16;
/** For each good answer: the first round shows whether the service minds. */
const FIRST_GROWTH = 3;

/**
 * Bounds how many calls are under way. The bound starts low, quadruples each round while the service
 * answers well, halves when it asks to slow down, and from then on grows by one a round.
 */
export class AdaptiveLimiter {
	private limit: number;

	private active = 0;

	private growsFast = true;

	private readonly waiting: Array<() => void> = [];

	private nextWaiter = 0;

	/** Calls that started before this many had started may not lower the bound again: they are one round. */
	private started = 0;

	private roundEnd = 0;

	/**
	 * @param most the bound never exceeds this
	 * @param alone start with a single call, until `open` says that the way is clear
	 */
	constructor(
		private readonly most: number,
		private alone: boolean,
	) {
		this.limit = alone ? 1 : Math.min(FIRST_LIMIT, most);
	}

	/** Runs a call when there is room; its number says in which round it started. */
	async run<T>(call: (startedAs: number) => Promise<T>): Promise<T> {
		if (this.active >= Math.floor(this.limit)) {
			await new Promise<void>((start) => this.waiting.push(start));
		} else {
			this.active++;
		}
		try {
			return await call(++this.started);
		} finally {
			this.active--;
			this.startWaiting();
		}
	}

	/** The first call went through: others need not wait for it any more. */
	open(): void {
		if (!this.alone) return;
		this.alone = false;
		this.limit = Math.max(this.limit, Math.min(FIRST_LIMIT, this.most));
		this.startWaiting();
	}

	/** The service answered well. */
	answeredWell(): void {
		this.limit = Math.min(this.most, this.limit + (this.growsFast ? FIRST_GROWTH : 1 / this.limit));
		this.startWaiting();
	}

	/** The service asked to slow down. */
	putOff(startedAs: number): void {
		if (startedAs <= this.roundEnd) return;
		this.roundEnd = this.started;
		this.growsFast = false;
		this.limit = Math.max(1, this.limit / 2);
	}

	private startWaiting(): void {
		while (this.active < Math.floor(this.limit) && this.nextWaiter < this.waiting.length) {
			const start = this.waiting[this.nextWaiter++];
			this.active++;
			start();
		}
		if (this.nextWaiter === this.waiting.length) {
			this.waiting.length = 0;
			this.nextWaiter = 0;
		}
	}
}

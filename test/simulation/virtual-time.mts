interface Timer {
	at: number;
	order: number;
	run: () => void;
	/** Does not keep a history going: a time-out of a request that has its response. */
	isBackground: boolean;
}

/** One for all, because an error of its own for each signal costs more than the rest of a request. */
const TIMED_OUT = new Error('The time is up');

/** Where virtual time begins; a day like any other. */
const START = Date.UTC(2026, 0, 5, 9);

/** A clock that stands still while there is something to do, and jumps to the next timer when there is not. */
export class VirtualTime {
	now = START;

	/** The clock of n8n's machine is wrong by so much. */
	wrongByMs = 0;

	private readonly timers: Timer[] = [];

	private foreground = 0;

	private order = 0;

	get elapsedMs(): number {
		return this.now - START;
	}

	after(ms: number, run: () => void, isBackground = false): Timer {
		const timer = { at: this.now + Math.max(0, ms), order: this.order++, run, isBackground };
		let place = this.timers.length;
		while (place > 0 && this.timers[place - 1].at <= timer.at) place--;
		this.timers.splice(place, 0, timer);
		if (!isBackground) this.foreground++;
		return timer;
	}

	cancel(timer: Timer): void {
		const place = this.timers.indexOf(timer);
		if (place < 0) return;
		this.timers.splice(place, 1);
		if (!timer.isBackground) this.foreground--;
	}

	async wait(ms: number): Promise<void> {
		await new Promise<void>((resolve) => void this.after(ms, resolve));
	}

	/** Runs until the work is done and nothing is left to happen. @throws Error when the work waits for nothing */
	async runUntil(work: Promise<unknown>): Promise<void> {
		let isDone = false;
		let failure: { error: unknown } | undefined;
		work.then(
			() => (isDone = true),
			(error: unknown) => {
				isDone = true;
				failure = { error };
			},
		);
		for (;;) {
			await settled();
			if (failure !== undefined) throw failure.error;
			if (isDone && this.foreground === 0) return;
			const timer = this.timers.pop();
			if (timer === undefined) throw new Error('everything waits, and nothing will happen any more');
			if (!timer.isBackground) this.foreground--;
			this.now = timer.at;
			timer.run();
		}
	}

	/** Puts this clock, and a stream of random numbers, in place of the process's own. @returns what undoes it */
	install(random: () => number): () => void {
		const { setTimeout, clearTimeout } = globalThis;
		const { now } = Date;
		const { timeout, any } = AbortSignal;
		const steadyNow = performance.now;
		const mathRandom = Math.random;
		const timers = new Map<object, Timer>();
		const start = (run: () => void, ms = 0): object => {
			const handle = {};
			timers.set(handle, this.after(ms, run));
			return handle;
		};
		const end = (handle: object): void => {
			const timer = timers.get(handle);
			if (timer !== undefined) this.cancel(timer);
		};
		Object.assign(globalThis, { setTimeout: start, clearTimeout: end });
		Date.now = () => this.now + this.wrongByMs;
		performance.now = () => this.now - START;
		Math.random = random;
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			this.after(ms, () => controller.abort(TIMED_OUT), true);
			return controller.signal;
		};
		AbortSignal.any = firstOf;
		return () => {
			Object.assign(globalThis, { setTimeout, clearTimeout });
			Date.now = now;
			performance.now = steadyNow;
			Math.random = mathRandom;
			Object.assign(AbortSignal, { timeout, any });
		};
	}
}

/** Ends with the first of its signals. Node's own keeps weak references: a twentieth of the time of a history. */
function firstOf(signals: AbortSignal[]): AbortSignal {
	const controller = new AbortController();
	const ended = signals.find(({ aborted }) => aborted);
	if (ended !== undefined) controller.abort(ended.reason);
	else for (const signal of signals) signal.addEventListener('abort', () => controller.abort(signal.reason));
	return controller.signal;
}

/** Until every promise that can go on has gone on: Node takes the next tick when they have. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => void process.nextTick(resolve));
}

import timersPromises from 'node:timers/promises';
import { Script } from 'node:vm';
import type { Context, RunningScriptOptions } from 'node:vm';

const real = { Date, setTimeout, performanceNow: performance.now.bind(performance) };

/** What `setTimeout` and `setInterval` give: Node's own have these members, too. */
class VirtualTimer {
	dueMs = 0;

	constructor(
		private readonly clock: VirtualClock,
		readonly run: () => void,
		private readonly ms: number,
		readonly repeats: boolean,
	) {
		this.refresh();
	}

	refresh(): this {
		this.clock.start(this, this.ms);
		return this;
	}

	close(): this {
		this.clock.end(this);
		return this;
	}

	// A test that is over ends its clock with all timers, whether anybody waits for them or not.
	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	hasRef(): boolean {
		return true;
	}

	[Symbol.dispose](): void {
		this.close();
	}
}

type Repeats = 'once' | 'again and again';

/** A clock that stands still until it is told to go on. It takes the place of the process's own. */
export class VirtualClock {
	/** By what time they are due, then by what was started first. */
	private readonly timers: VirtualTimer[] = [];

	private nowMs = real.Date.now();

	private readonly startMs = this.nowMs;

	private readonly startOfPerformanceMs = real.performanceNow();

	private started: () => void = () => {};

	get now(): number {
		return Math.floor(this.nowMs);
	}

	/** When the next timer is due. */
	get nextMs(): number | undefined {
		return this.timers[0]?.dueMs;
	}

	/** Until there is a timer. */
	async untilStarted(): Promise<void> {
		if (this.timers.length === 0) await new Promise<void>((resolve) => (this.started = resolve));
	}

	start(timer: VirtualTimer, ms: number): void {
		this.end(timer);
		// As Node has it: no timer is due at once.
		timer.dueMs = this.nowMs + Math.max(1, Number.isFinite(ms) ? ms : 1);
		const place = this.timers.findLastIndex(({ dueMs }) => dueMs <= timer.dueMs) + 1;
		this.timers.splice(place, 0, timer);
		this.started();
	}

	end(timer: VirtualTimer): void {
		const place = this.timers.indexOf(timer);
		if (place >= 0) this.timers.splice(place, 1);
	}

	/** Runs the next timer, at its time. */
	runNext(): void {
		const [timer] = this.timers;
		this.nowMs = Math.max(this.nowMs, timer.dueMs);
		if (timer.repeats) timer.refresh();
		else this.end(timer);
		timer.run();
	}

	/** Puts this clock in place of the process's own. @returns what undoes it */
	install(): () => void {
		const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
		const { timeout } = AbortSignal;
		const { now } = performance;
		const { setTimeout: sleep } = timersPromises;
		Object.assign(globalThis, {
			Date: this.dateClass(),
			setTimeout: this.starter('once'),
			setInterval: this.starter('again and again'),
			clearTimeout: this.ender(clearTimeout),
			clearInterval: this.ender(clearInterval),
		});
		performance.now = () => this.startOfPerformanceMs + this.nowMs - this.startMs;
		AbortSignal.timeout = (ms) => this.timeout(ms);
		Object.assign(timersPromises, { setTimeout: this.sleep.bind(this) });
		const { runInContext } = Script.prototype;
		// n8n gives each pattern of a display condition 250 ms of the real clock, which a busy machine takes for itself.
		Script.prototype.runInContext = function (this: Script, context: Context, options?: RunningScriptOptions): unknown {
			return runInContext.call(this, context, { ...options, timeout: undefined });
		};
		return () => {
			Object.assign(globalThis, { Date: real.Date, setTimeout, clearTimeout, setInterval, clearInterval });
			performance.now = now;
			AbortSignal.timeout = timeout;
			Object.assign(timersPromises, { setTimeout: sleep });
			Script.prototype.runInContext = runInContext;
		};
	}

	private starter(repeats: Repeats) {
		return (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): VirtualTimer =>
			new VirtualTimer(this, () => run(...args), ms, repeats === 'again and again');
	}

	private ender(endReal: (timer: NodeJS.Timeout | undefined) => void) {
		return (timer: VirtualTimer | NodeJS.Timeout | undefined): void => {
			if (timer instanceof VirtualTimer) this.end(timer);
			else endReal(timer);
		};
	}

	private timeout(ms: number): AbortSignal {
		const controller = new AbortController();
		const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
		new VirtualTimer(this, abort, ms, false);
		return controller.signal;
	}

	private async sleep<T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> {
		signal?.throwIfAborted();
		return await new Promise((resolve, reject) => {
			const timer = new VirtualTimer(this, () => resolve(value as T), ms ?? 1, false);
			signal?.addEventListener('abort', () => {
				timer.close();
				reject(signal.reason as Error);
			});
		});
	}

	private dateClass(): DateConstructor {
		const now = () => this.now;
		const VirtualDate = function (...args: []) {
			if (new.target === undefined) return new real.Date(now()).toString();
			return Reflect.construct(real.Date, args.length > 0 ? args : [now()], new.target) as Date;
		};
		// Whatever made a date, it is one of both.
		VirtualDate.prototype = real.Date.prototype;
		return Object.assign(Object.setPrototypeOf(VirtualDate, real.Date) as DateConstructor, { now });
	}
}

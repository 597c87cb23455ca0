/** While another first poll waits for the same service. */
const BESIDE_ANOTHER_MS = 5_000;
/** After another one has waited in vain. */
const AFTER_ANOTHER_MS = 2_000;
const REMEMBERED_MS = 30_000;

/** What the first polls of one service know of each other. */
interface Service {
	/** The one that waits for its whole time. */
	waiting?: FirstPoll;
	waitedInVainAt: number;
}

const services = new Map<string, Service>();

/**
 * How long a first poll may wait. n8n publishes five workflows at once, and at its start all of them: first polls that
 * wait for a service that hangs would hold up workflows that have nothing to do with it. So of the first polls of a
 * service one waits for its whole time. The others of this process end early; the next poll reads what they could not.
 */
export class FirstPoll {
	private readonly startedAt = Date.now();

	private readonly service: Service;

	/** @param wholeMs what a first poll may take by itself */
	constructor(
		baseUrl: string,
		private readonly wholeMs: number,
	) {
		for (const [key, { waiting, waitedInVainAt }] of services) {
			if (waiting === undefined && !isFresh(waitedInVainAt)) services.delete(key);
		}
		this.service = services.get(baseUrl) ?? { waitedInVainAt: -Infinity };
		services.set(baseUrl, this.service);
	}

	/** Milliseconds since it started, as far as is known by now. */
	longestMs(): number {
		const { waiting, waitedInVainAt } = this.service;
		if (waiting === this) return this.wholeMs;
		if (isFresh(waitedInVainAt)) return AFTER_ANOTHER_MS;
		if (waiting !== undefined) return BESIDE_ANOTHER_MS;
		this.service.waiting = this;
		return this.wholeMs;
	}

	/** @param hasMissed whether something could not be read */
	end(hasMissed: boolean): void {
		const hasWaited = Date.now() - this.startedAt >= AFTER_ANOTHER_MS;
		if (!hasMissed) this.service.waitedInVainAt = -Infinity;
		else if (hasWaited) this.service.waitedInVainAt = Date.now();
		if (this.service.waiting === this) this.service.waiting = undefined;
	}
}

function isFresh(timeMs: number): boolean {
	return Date.now() - timeMs < REMEMBERED_MS;
}

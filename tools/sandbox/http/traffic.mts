import type { FastifyReply } from 'fastify';
import type { SandboxSettings } from '../settings.mts';
import type { RecordedRequest, RequestRoute } from './recorded-request.mts';

const LIMITED: ReadonlySet<RequestRoute> = new Set(['lookup', 'list', 'features', 'push']);

/** How many requests are in flight, and which are too many. */
export class Traffic {
	/** The most lookups, lists, reads and pushes that were open at once, rejected ones included. */
	maxSeen = 0;
	private open = 0;
	private served = 0;
	private readonly tooMany = new WeakSet<RecordedRequest>();

	constructor(private readonly settings: SandboxSettings) {}

	arrived(record: RecordedRequest, reply: FastifyReply): void {
		if (!LIMITED.has(record.route)) return;
		const { maxInFlight } = this.settings;
		const rejected = maxInFlight > 0 && this.served >= maxInFlight;
		if (rejected) this.tooMany.add(record);
		else this.served++;
		this.maxSeen = Math.max(this.maxSeen, ++this.open);
		reply.raw.once('close', () => {
			this.open--;
			if (!rejected) this.served--;
		});
	}

	isTooMany(record: RecordedRequest): boolean {
		return this.tooMany.has(record);
	}
}

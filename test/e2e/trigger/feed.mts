import type { ServerResponse } from 'node:http';
import type { Intercept } from '../../../sandbox/server.mts';

/** A feed for n8n's own polling trigger, which meets the faults that the service has beside it. */
export class Feed {
	/** How it answers from now on; undefined for well. */
	reply: Intercept['reply'] | undefined;

	/** Faults that the next requests meet first, one each. */
	readonly faults: Array<Intercept['reply']> = [];

	delayMs = 0;

	private readonly items: string[] = [];

	private lastAt = 0;

	constructor(private readonly path: string) {}

	/** The trigger goes by dates, which have whole seconds only: each item gets one of its own. */
	add(title: number): void {
		this.lastAt = Math.max(Date.now(), this.lastAt + 1_000);
		this.items.push(`<item><title>${title}</title><guid>${title}</guid><pubDate>${new Date(this.lastAt).toUTCString()}</pubDate></item>`);
	}

	/** False for requests of something else. */
	serve(url: string, response: ServerResponse): boolean {
		if (url !== this.path) return false;
		const reply = this.faults.shift() ?? this.reply;
		if (reply === 'hang') return true;
		if (reply === 'reset') response.destroy();
		else if (reply !== undefined) response.writeHead(reply.status).end(reply.body);
		else setTimeout(() => response.end(`<rss version="2.0"><channel><title>t</title>${this.items.join('')}</channel></rss>`), this.delayMs);
		return true;
	}
}

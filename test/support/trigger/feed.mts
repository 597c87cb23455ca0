import type { ServerResponse } from 'node:http';
import type { Intercept } from '../../../sandbox/server.mts';
import type { Listener } from '../http/listener.mts';

/** A feed for n8n's own polling trigger, which meets the faults that the service has beside it. */
export class Feed {
	/** How it answers from now on; undefined for well. */
	reply: Intercept['reply'] | undefined;

	/** Faults that the next requests meet first, one each. */
	readonly faults: Array<Intercept['reply']> = [];

	delayMs = 0;

	private readonly items: string[] = [];

	private lastAt = 0;

	private readonly path: string;

	/** @param listener answers everything else as before */
	constructor(
		private readonly listener: Listener,
		name: string,
	) {
		this.path = `/feed/${name}`;
		const { answer } = listener;
		listener.answer = (request, response) => {
			if (request.url === this.path) this.serve(response);
			else answer(request, response);
		};
	}

	get address(): string {
		return `${this.listener.url}${this.path}`;
	}

	/** The trigger goes by dates, which have whole seconds only: each item gets one of its own. */
	add(title: number): void {
		this.lastAt = Math.max(Date.now(), this.lastAt + 1_000);
		const date = new Date(this.lastAt).toUTCString();
		this.items.push(`<item><title>${title}</title><guid>${title}</guid><pubDate>${date}</pubDate></item>`);
	}

	private serve(response: ServerResponse): void {
		const reply = this.faults.shift() ?? this.reply;
		if (reply === 'hang') return;
		if (reply === 'reset') response.destroy();
		else if (reply !== undefined) response.writeHead(reply.status).end(reply.body);
		else
			setTimeout(
				() => response.end(`<rss version="2.0"><channel><title>t</title>${this.items.join('')}</channel></rss>`),
				this.delayMs,
			);
	}
}

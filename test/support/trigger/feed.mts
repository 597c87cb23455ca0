import type { WorkflowDraft } from '../../../tools/n8n/driver/workflows.mts';
import type { HeardRequest, Listener } from '../http/listener.mts';
import { REPORT, pollEvery, reportNode } from './trigger-workflow.mts';

/** Later than any poll before n8n's RSS trigger has delivered the first item. */
const AHEAD_MS = 600_000;

/** Feeds for n8n's own polling trigger, of which each change of a plan is a new item. */
export class Feeds {
	private readonly items: string[][];

	private lastAt = Date.now() + AHEAD_MS;

	private last = 0;

	/** @param listener responds to everything else as before */
	constructor(
		private readonly listener: Listener,
		count: number,
	) {
		this.items = Array.from({ length: count }, () => []);
		for (const index of this.items.keys()) this.add(index);
		const { respond } = listener;
		listener.respond = (request, response) => {
			const [, index] = /^\/feed\/(\d+)$/.exec(request.url) ?? [];
			if (index === undefined) respond(request, response);
			else
				response.end(
					`<rss version="2.0"><channel><title>t</title>${this.items[Number(index)].join('')}</channel></rss>`,
				);
		};
	}

	/** The trigger goes by dates, which have whole seconds only: each item gets one of its own. @returns its number */
	add(index: number): number {
		const title = ++this.last;
		this.lastAt += 1_000;
		const date = new Date(this.lastAt).toUTCString();
		this.items[index].push(`<item><title>${title}</title><guid>${title}</guid><pubDate>${date}</pubDate></item>`);
		return title;
	}

	/** A workflow with an RSS trigger for each of them. */
	draft(): WorkflowDraft {
		const triggers = this.items.map((_items, index) => ({
			id: `rss ${index}`,
			name: `RSS ${index}`,
			type: 'n8n-nodes-base.rssFeedReadTrigger',
			typeVersion: 1,
			position: [0, 0] satisfies [number, number],
			parameters: { pollTimes: { item: pollEvery(2) }, feedUrl: `${this.listener.url}/feed/${index}` },
		}));
		const toDeliver = { main: [[{ node: REPORT, type: 'main', index: 0 }]] };
		return {
			name: 'RSS',
			nodes: [...triggers, reportNode(`${this.listener.url}/rss`, '{ title: item.json.title }')],
			connections: Object.fromEntries(triggers.map(({ name }) => [name, toDeliver])),
		};
	}

	/** How many of these items were not delivered, and how many redelivered. */
	outcome(items: readonly number[]): { lost: number; again: number } {
		const emitted = titlesIn(this.listener.heard);
		const times = items.map((item) => emitted.filter((title) => title === item).length);
		return {
			lost: times.filter((count) => count === 0).length,
			again: times.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
		};
	}

	/** Whether the first item of each feed was delivered: from then on n8n remembers something of it. */
	get areKnown(): boolean {
		const emitted = titlesIn(this.listener.heard);
		return this.items.every((_items, index) => emitted.includes(index + 1));
	}
}

function titlesIn(heard: readonly HeardRequest[]): number[] {
	return heard
		.filter(({ url }) => url === '/rss')
		.flatMap(({ body }) => (JSON.parse(body) as Array<{ title: string }>).map(({ title }) => Number(title)));
}

import { chosenHost } from '../../hosts/driver/host-folder.mts';
import type { EditorSession } from '../../hosts/driver/editor-session.mts';
import { N8nHost } from '../../hosts/driver/n8n-host.mts';
import { tarball } from '../../hosts/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { faultHistories } from './trigger/fault-histories.mts';
import { schedulers } from '../support/trigger/schedulers.mts';
import { TwinHistory } from './trigger/twin-history.mts';
import type { Outcome } from './trigger/twin-history.mts';

/** On a machine under load the polls of more would pile up in n8n until it answers nothing else. */
const AT_ONCE = 3;
const LONGEST_MS = 1_200_000;

/** A line of the table: what came of a history, for the trigger and for n8n's own beside it. */
interface Line {
	history: string;
	/** `told`, or what went wrong. */
	result: string;
	ours?: Outcome;
	rss?: Outcome;
}

describe(`the trigger on the schedulers of the ${chosenHost()} n8n`, () => {
	const listener = useListener();
	const tables = new Map<string, Line[]>();
	const twins: TwinHistory[] = [];

	// Side by side: they wait for polls most of the time.
	beforeAll(async () => {
		listener.answer = (request, response) => {
			if (!twins.some((twin) => twin.serve(request, response))) response.end();
		};
		await Promise.all(schedulers.map(async ([scheduler, env]) => {
			const host = await N8nHost.start({ host: chosenHost(), tarball, env });
			try {
				const table: Line[] = [];
				tables.set(scheduler, table);
				const waiting = Object.keys(faultHistories);
				const runWaiting = async () => {
					for (let history = waiting.shift(); history !== undefined; history = waiting.shift()) {
						table.push(await run(history, `${scheduler} ${history}`, host.session));
					}
				};
				await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
				table.sort((one, other) => one.history.localeCompare(other.history));
			} finally {
				await host.close();
			}
		}));
	}, LONGEST_MS);

	/** A history that fails is a line that says so, and the others go on. */
	async function run(history: string, name: string, session: EditorSession): Promise<Line> {
		try {
			const twin = await TwinHistory.open(name, session, listener);
			twins.push(twin);
			try {
				const versions = await faultHistories[history](twin);
				// Until no poll is under way that may tell something twice.
				await twin.morePolls();
				await twin.stopPolls();
				return { history, result: 'told', ours: await twin.outcome('ours', versions), rss: await twin.outcome('rss', versions) };
			} finally {
				await twin.close();
			}
		} catch (error) {
			return { history, result: String(error) };
		}
	}

	test.each(schedulers)('%s: tells each change once and shows each failure, whatever the history', (scheduler) => {
		const table = tables.get(scheduler) ?? [];
		console.info(`${scheduler}\n${table.map((line) => JSON.stringify(line)).join('\n')}`);
		expect(table).toHaveLength(Object.keys(faultHistories).length);
		expect(table).toEqual(table.map((line) => ({ ...line, result: 'told', ours: expect.objectContaining({ lost: 0, twice: 0 }) as unknown })));
	});
});

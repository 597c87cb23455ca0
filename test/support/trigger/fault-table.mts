import type { EditorSession } from '../../../tools/n8n/driver/editor-session.mts';
import type { Listener } from '../http/listener.mts';
import { faultHistories } from './fault-histories.mts';
import { FaultHistory } from './fault-history.mts';
import type { Outcome } from './fault-history.mts';

/** On a machine under load the polls of more would pile up in n8n until it responds to nothing else. */
const AT_ONCE = 3;

/** A line of the table: what came of a history. */
interface Line {
	history: string;
	/** `reported`, or what went wrong. */
	result: string;
	outcome?: Outcome;
}

/** Each history of faults in one n8n, side by side: they wait for polls most of the time. */
export class FaultTable {
	private readonly lines: Line[] = [];

	private constructor(
		private readonly scheduler: string,
		private readonly session: EditorSession,
		private readonly listener: Listener,
	) {}

	static async run(scheduler: string, session: EditorSession, listener: Listener): Promise<FaultTable> {
		const table = new FaultTable(scheduler, session, listener);
		const waiting = Object.keys(faultHistories);
		const runWaiting = async () => {
			for (let history = waiting.shift(); history !== undefined; history = waiting.shift())
				table.lines.push(await table.line(history));
		};
		await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
		table.lines.sort((one, other) => one.history.localeCompare(other.history));
		return table;
	}

	/** Prints the table. Each change was delivered once, and each failure was seen. */
	expectAllDelivered(): void {
		const { scheduler, lines } = this;
		console.info(`${scheduler}\n${lines.map((line) => JSON.stringify(line)).join('\n')}`);
		expect(lines).toHaveLength(Object.keys(faultHistories).length);
		expect(lines).toEqual(
			lines.map((line) => ({
				...line,
				result: 'reported',
				outcome: expect.objectContaining({ lost: 0, twice: 0 }) as unknown,
			})),
		);
	}

	/** A history that fails is a line that says so, and the others go on. */
	private async line(history: string): Promise<Line> {
		const { scheduler, session, listener } = this;
		try {
			const plans = await FaultHistory.open(`${scheduler} ${history}`, session, listener);
			try {
				const versions = await faultHistories[history](plans);
				// Until no poll is under way that may deliver something twice.
				await plans.morePolls();
				await plans.stopPolls();
				return {
					history,
					result: 'reported',
					outcome: await plans.outcome(versions),
				};
			} finally {
				await plans.close();
			}
		} catch (error) {
			return { history, result: String(error) };
		}
	}
}

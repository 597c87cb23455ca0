import type { EditorSession } from '../../../hosts/driver/editor-session.mts';
import type { HostProcess } from '../../../hosts/driver/host-process.mts';

/** An n8n that can be ended in both ways, and started again. */
export interface Machine {
	session: EditorSession;
	start(): Promise<void>;
	/** As it should: SIGTERM. */
	stop(): Promise<void>;
	/** A power cut: SIGKILL. */
	kill(): Promise<void>;
}

/** n8n gives itself 30 s; a machine under load may need more. */
const LONGEST_STOP_MS = 60_000;

/** @param process n8n's, of main where it has workers */
export function machineOf(session: EditorSession, process: HostProcess): Machine {
	return {
		session,
		start: async () => await process.start(),
		stop: async () => await process.stop(LONGEST_STOP_MS),
		kill: async () => await process.kill(),
	};
}

export type Incident = 'stop' | 'kill';

/** From the signal until n8n was gone. */
interface End {
	how: Incident;
	from: number;
	to: number;
}

/** n8n has stored what a poll gave, and run the workflow, when both have passed: so long, and so many polls. */
const UNDER_WAY_MS = 8_000;
const UNDER_WAY_POLLS = 2;
/** From the arrival of a poll until the service has read the plan for it. */
const ANSWERING_MS = 200;

/** Ends of an n8n, and which polls were under way at them. */
export class Incidents {
	private readonly ends: End[] = [];

	constructor(private readonly machine: Machine) {}

	/** @param meanwhile is done while there is no n8n */
	async restart(how: Incident, meanwhile: () => void): Promise<void> {
		const end: End = { how, from: Date.now(), to: Infinity };
		this.ends.push(end);
		await this.machine[how]();
		end.to = Date.now();
		meanwhile();
		await this.machine.start();
	}

	/**
	 * At which end the poll was under way that saw an edit first; undefined when at none.
	 * @param answers when each poll of the plan came that was answered well
	 */
	endOf(editedAt: number, answers: readonly number[]): Incident | undefined {
		const seen = [editedAt - ANSWERING_MS, editedAt].map((time) => answers.findIndex((at) => at >= time));
		return this.ends.find((end) => seen.some((poll) => poll >= 0 && isUnderWay(answers.slice(poll), end)))?.how;
	}
}

/** @param first the poll in question, and those after it */
function isUnderWay([first, ...later]: number[], { from, to }: End): boolean {
	return first <= to && (from - first < UNDER_WAY_MS || later.filter((at) => at <= from).length < UNDER_WAY_POLLS);
}

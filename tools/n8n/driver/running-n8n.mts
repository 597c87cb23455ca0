import { EditorSession, ownerOf } from './editor-session.mts';
import { executionEnd, startExecution } from './executions.mts';
import type { ManualStart } from './executions.mts';
import type { ExecutionResult } from './execution-result.mts';
import type { HostProcess } from './host-process.mts';
import type { StoredWorkflow } from './workflows.mts';

/** A real n8n, for whoever uses it and did not start it. */
export class RunningN8n {
	readonly baseUrl: string;

	/** n8n's home folder: it writes files to `.n8n-files` in it, where that exists. */
	readonly userFolder: string;

	readonly process: HostProcess;

	/** The owner's, once it is logged in. */
	readonly session: EditorSession;

	protected constructor(baseUrl: string, userFolder: string, hostProcess: HostProcess) {
		this.baseUrl = baseUrl;
		this.userFolder = userFolder;
		this.process = hostProcess;
		this.session = new EditorSession(baseUrl, ownerOf(userFolder));
	}

	/** An n8n that runs already, in the session of who started it. */
	static join({ baseUrl, userFolder, process, session }: RunningN8n): RunningN8n {
		const joined = new RunningN8n(baseUrl, userFolder, process);
		joined.session.resume(session);
		return joined;
	}

	/** Everything that n8n has written so far. */
	get log(): readonly string[] {
		return this.process.log;
	}

	/** A power cut and a new start: same folder, same ports; the login stays valid. */
	async killAndRestart(): Promise<void> {
		await this.process.kill();
		await this.process.start();
	}

	/** Runs a workflow by hand, and waits for its end. */
	async run(workflow: StoredWorkflow, start: ManualStart, timeoutMs?: number): Promise<ExecutionResult> {
		const id = await startExecution(this.session, workflow, start);
		return await executionEnd(this.session, id, timeoutMs);
	}
}

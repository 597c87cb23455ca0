import { EditorSession, ownerOf } from './editor-session.mts';
import { executionEnd, startExecution } from './executions.mts';
import type { ManualStart } from './executions.mts';
import type { ExecutionResult } from './execution-result.mts';
import type { StoredWorkflow } from './workflows.mts';

/** A real n8n, for whoever uses it and did not start it. */
export class RunningN8n {
	readonly baseUrl: string;

	/** n8n's home folder: it writes files to `.n8n-files` in it, where that exists. */
	readonly userFolder: string;

	/** Everything that n8n has written so far. */
	readonly log: readonly string[];

	/** The owner's, once it is logged in. */
	readonly session: EditorSession;

	protected constructor(baseUrl: string, userFolder: string, log: readonly string[]) {
		this.baseUrl = baseUrl;
		this.userFolder = userFolder;
		this.log = log;
		this.session = new EditorSession(baseUrl, ownerOf(userFolder));
	}

	/** An n8n that runs already, in the session of who started it. */
	static join({ baseUrl, userFolder, log, session }: RunningN8n): RunningN8n {
		const joined = new RunningN8n(baseUrl, userFolder, log);
		joined.session.resume(session);
		return joined;
	}

	/** Runs a workflow by hand, and waits for its end. */
	async run(workflow: StoredWorkflow, start: ManualStart, timeoutMs?: number): Promise<ExecutionResult> {
		const id = await startExecution(this.session, workflow, start);
		return await executionEnd(this.session, id, timeoutMs);
	}
}

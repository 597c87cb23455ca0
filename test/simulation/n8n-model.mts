import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { isUnexpired, parseBoundToken } from '../../credentials/login.ts';
import { credentialFor, tokenOf } from './credential-model.mts';
import { nodeOf, parameterOf, requestHelper } from './n8n-context.mts';
import type { RawCredential } from './n8n-context.mts';
import type { ExecutionScript } from './scenario.mts';
import type { ServiceModel } from './service-model.mts';
import type { VirtualTime } from './virtual-time.mts';

/** The code under test: what n8n calls. */
export type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** What n8n shows of an execution in the end. */
export interface Shown {
	output?: INodeExecutionData[];
	error?: unknown;
	isStopped: boolean;
	/** When it had a token for the first time; left out where it never had one. */
	loggedInAt?: number;
	/** When it logged in. */
	logins: number[];
	/** When each attempt of n8n began. */
	attempts: number[];
	stoppedAt?: number;
	/** What the editor shows beside the output. */
	hints: string[];
}

type End = Pick<Shown, 'output' | 'error'>;

const STOPPED = new Error('The execution was cancelled');
const LOGIN_FAULT = Object.assign(new Error('The login was rejected'), {
	name: 'LoginFailure',
	what: 'The login was rejected',
	advice: 'Correct the credential.',
	rejected: true,
});

/** One execution of a workflow with one Push node, as n8n's engine or an agent's tool loop runs it. */
export class ExecutionModel {
	private readonly controller = new AbortController();

	private readonly node: INode;

	private readonly credential: RawCredential;

	private readonly token: string;

	private loggedInAt: number | undefined;

	private readonly logins: number[] = [];

	private readonly attempts: number[] = [];

	private readonly hints: string[] = [];

	private stoppedAt: number | undefined;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: ServiceModel,
		private readonly index: number,
		private readonly script: ExecutionScript,
		private readonly items: INodeExecutionData[],
	) {
		this.credential = credentialFor(service.url, script.credential);
		this.token = tokenOf(this.credential);
		this.node = nodeOf(script, index);
	}

	async run(execute: Execute): Promise<Shown> {
		await this.time.wait(this.script.startMs);
		const { stopAtMs, login } = this.script;
		if (login?.hasToken !== false) this.loggedInAt = this.time.now;
		if (stopAtMs !== undefined) this.time.after(stopAtMs, () => this.stop(), true);
		const end = this.script.isTool ? await this.inToolLoop(execute) : await this.inEngine(execute);
		const { loggedInAt, logins, attempts, stoppedAt, hints } = this;
		return { ...end, isStopped: this.controller.signal.aborted, loggedInAt, logins, attempts, stoppedAt, hints };
	}

	private stop(): void {
		this.stoppedAt = this.time.now;
		this.controller.abort(STOPPED);
	}

	/** As n8n counts them. */
	private get maxTries(): number {
		const { maxTries } = this.script;
		return maxTries === 1 ? 1 : Math.min(5, Math.max(2, maxTries || 3));
	}

	/** `WorkflowExecute` of n8n-core: a throw, and an error in the first item, are tried again. */
	private async inEngine(execute: Execute): Promise<End> {
		const { waitBetweenTriesMs } = this.script;
		let error: unknown;
		for (let attemptIndex = 0; attemptIndex < this.maxTries; attemptIndex++) {
			if (attemptIndex > 0 && waitBetweenTriesMs > 0) await this.time.wait(waitBetweenTriesMs);
			try {
				error = undefined;
				let [output] = await this.attempt(execute);
				while (isTruthyError(output) && attemptIndex !== this.maxTries - 1) {
					await this.time.wait(waitBetweenTriesMs);
					[output] = await this.attempt(execute);
					attemptIndex++;
				}
				return { output };
			} catch (thrown) {
				error = thrown;
			}
		}
		return { error };
	}

	/** `makeHandleToolInvocation` of n8n-core: a throw is tried again, with the next run index. */
	private async inToolLoop(execute: Execute): Promise<End> {
		const { waitBetweenTriesMs } = this.script;
		let error: unknown;
		for (let attemptIndex = 0; attemptIndex < this.maxTries; attemptIndex++) {
			if (this.controller.signal.aborted) return { error: new Error('Execution was cancelled') };
			if (attemptIndex > 0) await this.time.wait(waitBetweenTriesMs);
			try {
				const [output] = await this.attempt(execute, attemptIndex);
				// An agent reads the JSON alone.
				return { output: output.map(({ json, pairedItem }) => ({ json, pairedItem })) };
			} catch (thrown) {
				error = thrown;
			}
		}
		return { error };
	}

	private async attempt(execute: Execute, runIndex?: number): Promise<INodeExecutionData[][]> {
		this.attempts.push(this.time.now);
		return await execute.call(this.context(runIndex ?? (this.script.follows?.as === 'round' ? 1 : 0)));
	}

	private context(runIndex: number): IExecuteFunctions {
		const { node, items, script, controller, time, service, index } = this;
		const raw = { ...this.credential, accessToken: this.loggedInAt === undefined ? '' : this.token };
		const logIn = async () => await this.logIn(raw);
		const model = {
			getNode: () => node,
			getInputData: () => items,
			continueOnFail: () => node.onError !== 'stopWorkflow',
			getExecutionId: () => (script.isTool ? undefined : `${service.url} ${script.follows?.execution ?? index}`),
			getTimezone: () => 'UTC',
			getMode: () => (script.isRetry ? 'retry' : 'webhook'),
			evaluateExpression: () => runIndex,
			getExecutionCancelSignal: () => controller.signal,
			getCredentials: async () => await Promise.resolve(raw),
			addExecutionHints: (...hints: Array<{ message: string }>) =>
				void this.hints.push(...hints.map(({ message }) => message)),
			getNodeParameter: (name: string, item: number, fallback?: unknown) =>
				parameterOf(node, script, items, name, item) ?? fallback,
			...(script.isTool ? { getNextRunIndex: () => runIndex } : {}),
			helpers: { httpRequestWithAuthentication: requestHelper({ time, service, script, index, logIn }) },
		};
		// The part of n8n's context that the node uses; what the model does not have fails loudly.
		return Object.assign(Object.create(null) as IExecuteFunctions, model);
	}

	/** As n8n does before each request: the credential logs in where there is no token, or an expired one. */
	private async logIn(raw: RawCredential): Promise<void> {
		const bond = parseBoundToken(raw.accessToken);
		if (bond !== undefined && isUnexpired(bond, this.time.now)) return;
		this.logins.push(this.time.now);
		const { afterMs, fails } = this.script.login ?? { afterMs: 0, fails: false };
		if (afterMs > 0) await this.time.wait(afterMs);
		this.service.met.add(fails ? 'a login that fails' : afterMs > 10_000 ? 'a login that hangs' : 'a login');
		if (fails) throw { cause: LOGIN_FAULT };
		raw.accessToken = this.token;
		this.loggedInAt ??= this.time.now;
	}
}

function isTruthyError(output: INodeExecutionData[]): boolean {
	const error: unknown = output[0]?.json?.error;
	return error !== undefined && error !== null && error !== false;
}

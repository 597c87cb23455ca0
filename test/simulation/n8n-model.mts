import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { isFreshText } from '../../credentials/token-bond.ts';
import { credentialFor, tokenOf } from './credential-model.mts';
import type { ExecutionScript } from './script.mts';
import { DATA_KEY } from './service-model.mts';
import type { Exchange, ServiceModel } from './service-model.mts';
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
}

const STOPPED = new Error('The execution was stopped');
const CANCELLED = { cause: { name: 'CanceledError', code: 'ERR_CANCELED' } };
const LOGIN_FAULT = Object.assign(new Error('The login was refused'), {
	name: 'LoginFault',
	description: 'Correct the credential.',
	refused: true,
});

/** One execution of a workflow with one Push node, as n8n's engine or an agent's tool loop runs it. */
export class ExecutionModel {
	private readonly controller = new AbortController();

	private readonly node: INode;

	private readonly credential: ICredentialDataDecryptedObject;

	private readonly token: string;

	private loggedInAt: number | undefined;

	constructor(
		private readonly time: VirtualTime,
		private readonly service: ServiceModel,
		private readonly index: number,
		private readonly script: ExecutionScript,
		private readonly items: INodeExecutionData[],
	) {
		const { options, onError, maxTries, waitBetweenTriesMs, isTool } = script;
		const { batchSize, maxRetries, maxWaitSeconds, timeoutSeconds, skip, isolate, byLabel } = options;
		this.credential = credentialFor(service.address, script.credential);
		this.token = tokenOf(this.credential);
		this.node = {
			id: isTool ? 'tool' : `push ${index}`,
			name: 'Push',
			type: `n8n-nodes-plan-service.pushFeatures${isTool ? 'Tool' : ''}`,
			typeVersion: 1,
			position: [0, 0],
			onError,
			retryOnFail: maxTries > 1,
			maxTries,
			waitBetweenTries: waitBetweenTriesMs,
			parameters: {
				operation: 'push',
				planCode: '={{ $json.planCode }}',
				source: script.isVolatile ? 'json' : 'field',
				fieldName: 'features',
				featureJson: '={{ made anew }}',
				author: '',
				options: {
					batchSize,
					maxRetries,
					maxWaitSeconds,
					timeoutSeconds,
					existing: skip ? 'skip' : 'push',
					onBatchError: isolate ? 'isolate' : 'stop',
					...(byLabel ? { matchBy: 'dataField', matchDataField: DATA_KEY } : {}),
				},
			},
		};
	}

	async run(execute: Execute): Promise<Shown> {
		await this.time.wait(this.script.startMs);
		const { stopAtMs, login } = this.script;
		if (login?.hasToken !== false) this.loggedInAt = this.time.now;
		if (stopAtMs !== undefined) this.time.after(stopAtMs, () => this.controller.abort(STOPPED), true);
		const end = this.script.isTool ? await this.inToolLoop(execute) : await this.inEngine(execute);
		return { ...end, isStopped: this.controller.signal.aborted, loggedInAt: this.loggedInAt };
	}

	/** `WorkflowExecute` of n8n-core: a throw, and an error in the first item, are tried again. */
	private async inEngine(execute: Execute): Promise<Omit<Shown, 'isStopped'>> {
		const { maxTries, waitBetweenTriesMs } = this.script;
		let error: unknown;
		for (let tryIndex = 0; tryIndex < maxTries; tryIndex++) {
			if (tryIndex > 0 && waitBetweenTriesMs > 0) await this.time.wait(waitBetweenTriesMs);
			try {
				error = undefined;
				let [output] = await execute.call(this.context());
				while (isTruthyError(output) && tryIndex !== maxTries - 1) {
					await this.time.wait(waitBetweenTriesMs);
					[output] = await execute.call(this.context());
					tryIndex++;
				}
				return { output };
			} catch (thrown) {
				error = thrown;
			}
		}
		return { error };
	}

	/** `makeHandleToolInvocation` of n8n-core: a throw is tried again, with the next run index. */
	private async inToolLoop(execute: Execute): Promise<Omit<Shown, 'isStopped'>> {
		const { maxTries, waitBetweenTriesMs } = this.script;
		let error: unknown;
		for (let tryIndex = 0; tryIndex < maxTries; tryIndex++) {
			if (this.controller.signal.aborted) return { error: new Error('Execution was cancelled') };
			if (tryIndex > 0) await this.time.wait(waitBetweenTriesMs);
			try {
				const [output] = await execute.call(this.context(tryIndex));
				// An agent reads the JSON alone.
				return { output: output.map(({ json, pairedItem }) => ({ json, pairedItem })) };
			} catch (thrown) {
				error = thrown;
			}
		}
		return { error };
	}

	private context(runIndex = 0): IExecuteFunctions {
		const { node, items, script, controller, time, service, index } = this;
		const raw = { ...this.credential, accessToken: this.loggedInAt === undefined ? '' : this.token };
		const logIn = async () => await this.logIn(raw);
		const model = {
			getNode: () => node,
			getInputData: () => items,
			continueOnFail: () => node.onError !== 'stopWorkflow',
			getExecutionId: () => (script.isTool ? undefined : `${service.address} ${index}`),
			evaluateExpression: () => runIndex,
			getExecutionCancelSignal: () => controller.signal,
			getCredentials: async () => await Promise.resolve(raw),
			// A person sees hints in the editor; no law is about them.
			addExecutionHints: () => undefined,
			getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) =>
				this.parameter(name, itemIndex, fallback),
			...(script.isTool ? { getNextRunIndex: () => runIndex } : {}),
			helpers: {
				async httpRequestWithAuthentication(
					this: IExecuteFunctions,
					_type: string,
					options: { method: 'GET' | 'POST'; url: string; body?: string },
				) {
					const signal = this.getExecutionCancelSignal?.();
					if (signal === undefined) throw new Error('A request without a signal cannot be stopped');
					await logIn();
					if (signal.aborted) throw CANCELLED;
					const exchange: Exchange = {
						method: options.method,
						plan: Number(/pln_(\d+)/.exec(options.url)?.[1]),
						execution: index,
						credential: script.credential,
						sentAt: time.now,
						names: [],
						effects: [],
						isWell: false,
						isLost: false,
						isUnauthorized: false,
					};
					return await service.request(exchange, options.body, signal);
				},
			},
		};
		// The part of n8n's context that the node uses; what the model does not have fails loudly.
		return Object.assign(Object.create(null) as IExecuteFunctions, model);
	}

	/** As n8n does before each request: the credential logs in where there is no token, or an expired one. */
	private async logIn(raw: ICredentialDataDecryptedObject): Promise<void> {
		if (isFreshText(String(raw.accessToken), this.time.now)) return;
		const { afterMs, fails } = this.script.login ?? { afterMs: 0, fails: false };
		if (afterMs > 0) await this.time.wait(afterMs);
		this.service.met.add(fails ? 'a login that fails' : afterMs > 10_000 ? 'a login that hangs' : 'a login');
		if (fails) throw { cause: LOGIN_FAULT };
		raw.accessToken = this.token;
		this.loggedInAt ??= this.time.now;
	}

	private parameter(name: string, itemIndex: number, fallback: unknown): unknown {
		let value: unknown = this.node.parameters;
		for (const step of name.split('.'))
			value = typeof value === 'object' && value !== null ? (value as IDataObject)[step] : undefined;
		if (value === '={{ $json.planCode }}') return this.items[itemIndex].json.planCode;
		if (value !== '={{ made anew }}') return value ?? fallback;
		const features = this.items[itemIndex].json.features as IDataObject[];
		return JSON.stringify(features.map((feature) => ({ ...feature, note: `made anew ${Math.random()}` })));
	}
}

function isTruthyError(output: INodeExecutionData[]): boolean {
	const error: unknown = output[0]?.json?.error;
	return error !== undefined && error !== null && error !== false;
}

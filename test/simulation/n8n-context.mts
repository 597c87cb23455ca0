import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { isMixed, isSkipped } from './features.mts';
import type { ExecutionScript } from './scenario.mts';
import type { Exchange } from './exchange.mts';
import type { ServiceModel } from './service-model.mts';
import type { VirtualTime } from './virtual-time.mts';

const CANCELLED = { cause: { name: 'CanceledError', code: 'ERR_CANCELED' } };

/** The node as the workflow holds it. */
export function nodeOf(script: ExecutionScript, index: number): INode {
	const { options, onError, maxTries, waitBetweenTriesMs, isTool, source, isVolatile, follows } = script;
	const { batchSize, maxRetries, maxWaitSeconds, timeoutSeconds, skip, isolate, byLabel } = options;
	const mixed = isMixed(script);
	return {
		id: isTool ? 'tool' : `push ${follows?.as === 'round' ? follows.execution : index}`,
		name: 'Push',
		type: `n8n-nodes-plan-service.pushFeatures${isTool ? 'Tool' : ''}`,
		typeVersion: 1,
		position: [0, 0],
		onError,
		retryOnFail: maxTries !== 1,
		maxTries,
		waitBetweenTries: waitBetweenTriesMs,
		parameters: {
			operation: 'push',
			planCode: '={{ $json.planCode }}',
			source: source === 'item' && !isVolatile ? 'item' : 'json',
			featureJson: isVolatile
				? '={{ made anew }}'
				: source === 'field'
					? '={{ $json.features }}'
					: '={{ $json.features.toJsonString() }}',
			// n8n keeps it where each item is a feature.
			...(byLabel ? { columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Label'] } } : {}),
			author: mixed ? '={{ own author }}' : '',
			options: {
				batchSize: mixed ? '={{ own batchSize }}' : batchSize,
				maxRetries,
				maxWaitSeconds,
				timeoutSeconds,
				existing: mixed ? '={{ own existing }}' : skip ? 'skip' : 'push',
				onBatchError: isolate ? 'isolate' : 'stop',
			},
		},
	};
}

/** What an expression of the node gives for an item. */
export function parameterOf(
	node: INode,
	script: ExecutionScript,
	items: INodeExecutionData[],
	name: string,
	item: number,
): unknown {
	let value: unknown = node.parameters;
	for (const step of name.split('.'))
		value = typeof value === 'object' && value !== null ? (value as IDataObject)[step] : undefined;
	if (typeof value === 'object' && value !== null && !Array.isArray(value))
		return Object.fromEntries(
			Object.keys(value).map((key) => [key, parameterOf(node, script, items, `${name}.${key}`, item)]),
		);
	if (typeof value !== 'string' || !value.startsWith('={{')) return value;
	const { json } = items[item];
	const features = (json.features as IDataObject[] | undefined) ?? [];
	const { author = '', batchSize = script.options.batchSize } = script.items[item];
	switch (value) {
		case '={{ $json.planCode }}':
			return json.planCode;
		case '={{ $json.features }}':
			return features;
		case '={{ $json.features.toJsonString() }}':
			return JSON.stringify(features);
		case '={{ made anew }}':
			return JSON.stringify(features.map((feature) => ({ ...feature, note: `made anew ${Math.random()}` })));
		case '={{ own author }}':
			return author;
		case '={{ own batchSize }}':
			return batchSize;
		case '={{ own existing }}':
			return isSkipped({ ...script, isRetry: false }, item) ? 'skip' : 'push';
		default:
			throw new Error(`The model does not know the expression ${value}`);
	}
}

export interface RequestTools {
	time: VirtualTime;
	service: ServiceModel;
	script: ExecutionScript;
	index: number;
	logIn: () => Promise<void>;
}

interface HttpOptions {
	method: 'GET' | 'POST';
	url: string;
	body?: string;
	headers?: Record<string, unknown>;
}

/** n8n's request helper, which logs in first and sends nothing once its signal has ended. */
export function requestHelper({ time, service, script, index, logIn }: RequestTools) {
	return async function (this: IExecuteFunctions, _type: string, options: HttpOptions): Promise<unknown> {
		const signal = this.getExecutionCancelSignal?.();
		if (signal === undefined) throw new Error("A request without a signal can't be stopped");
		await logIn();
		if (signal.aborted) throw CANCELLED;
		const exchange: Exchange = {
			method: options.method,
			plan: Number(/pln_(\d+)/.exec(options.url)?.[1]),
			execution: index,
			process: script.process,
			credential: script.credential,
			author: /author=([^&]*)/.exec(options.url)?.[1] ?? '',
			sentAt: time.now,
			names: [],
			effects: [],
			status: 0,
			isWhole: false,
			isTaken: false,
			isUnknown: false,
			isUnauthorized: false,
			isTwice: false,
		};
		return await service.request(exchange, options.body, options.headers ?? {}, signal);
	};
}

export type RawCredential = ICredentialDataDecryptedObject;

import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	IPollFunctions,
	JsonObject as N8nJsonObject,
} from 'n8n-workflow';
import { Secrets, inertLine, withoutTrailing } from '../../service/text';
import { failureForAgent, isAgentTool } from './agent-tool';
import { withContext } from './item-failure';
import type { ItemFailure } from './item-failure';

/** The contexts in which nodes of this package call the service. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

type NodeError = NodeApiError | NodeOperationError;

/**
 * Everything that a run of a node emits as text: errors, items that failed, hints, and lines of n8n's log. Nobody else
 * calls n8n for these (a test sees to that), so whatever a text quotes, it repeats no secret. Lists of the panel go by
 * `entriesOf`.
 */
export class Reporter<Context extends ServiceContext = ServiceContext> {
	/** What no text may repeat. Before a session is open nothing of the service is known that could be redacted. */
	private secrets = new Secrets([]);

	/** What people see beside the output; an agent sees what its last entry repeats. */
	readonly hints: string[] = [];

	constructor(readonly context: Context) {}

	keep(secrets: Secrets): void {
		this.secrets = secrets;
	}

	redact(text: string): string {
		return this.secrets.redact(text);
	}

	/** A failure as an error that n8n shows at its item, or at the node where there are no items. */
	error(failure: ItemFailure, itemIndex?: number): NodeError {
		const redacted = this.redacted(failure);
		// Of an error n8n's AI Agent hands on the message alone.
		const message = isAgentTool(this.context.getNode()) ? messageWithAdvice(redacted) : redacted.message;
		return this.asNodeError(redacted, itemIndex, message);
	}

	/** A failed item that leaves by the error output with details; n8n merges the input's columns in. */
	failedItem(failure: ItemFailure, itemIndex: number): INodeExecutionData {
		const redacted = this.redacted(failure);
		const { message, details } = redacted;
		const json = { error: message, message: messageWithAdvice(redacted), details: { ...details, itemIndex } };
		const node = this.context.getNode();
		const pairedItem = { item: itemIndex };
		const item: INodeExecutionData = { json: isAgentTool(node) ? failureForAgent(json) : json, pairedItem };
		if (node.onError !== 'continueErrorOutput') return item;
		// n8n before 2.36 takes an item with `details` for a success unless it has an `error`, which would later
		// replace its JSON. One that is not enumerable is seen when outputs are chosen, and not copied along.
		return Object.defineProperty(item, 'error', { value: this.asNodeError(redacted, itemIndex) });
	}

	/**
	 * A failed item that does not make "Retry On Fail" run the node again, wherever it stands.
	 * n8n keeps nothing but the message of it, so the message says everything.
	 */
	finalItem(failure: ItemFailure, itemIndex: number): INodeExecutionData {
		const redacted = this.redacted(failure);
		const error = this.asNodeError(redacted, itemIndex, messageWithAdvice(redacted));
		return { json: {}, error, pairedItem: { item: itemIndex } };
	}

	hint(text: string): void {
		const message = this.redact(text);
		this.hints.push(message);
		if ('addExecutionHints' in this.context) this.context.addExecutionHints({ message, location: 'outputPane' });
	}

	/** A line of n8n's log: inert, because a plan code is written as it was typed, and the rest may quote the service. */
	log(level: 'info' | 'warn', message: string): void {
		this.context.logger[level](inertLine(`Plan Features Trigger: ${this.redact(message)}`));
	}

	/** A failure without secrets: nothing else becomes an error or an item. */
	private redacted(failure: ItemFailure): ItemFailure {
		const { message, advice, details } = failure;
		const withoutSecrets = (_name: string, value: unknown) => (typeof value === 'string' ? this.redact(value) : value);
		const redacted = JSON.parse(JSON.stringify(details, withoutSecrets)) as ItemFailure['details'];
		const texts = { message: this.redact(message), advice: this.redact(advice) };
		return withContext(failure, { ...texts, details: redacted });
	}

	private asNodeError(failure: ItemFailure, itemIndex?: number, message = failure.message): NodeError {
		const { advice, details } = failure;
		// What stands in the title is not said again below it.
		const description = message.includes(withoutTrailing(advice, '.')) ? undefined : advice;
		const node = this.context.getNode();
		const error =
			details.status === undefined
				? new NodeOperationError(node, message, { description, itemIndex })
				: new NodeApiError(node, { message } satisfies N8nJsonObject, {
						message,
						description,
						httpCode: String(details.status),
						itemIndex,
					});
		error.context.details = details;
		return error;
	}
}

/** What happened and what to do, each once. */
function messageWithAdvice({ message, advice }: ItemFailure): string {
	return message.includes(withoutTrailing(advice, '.')) ? message : `${message}. ${advice}`;
}

import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INodeExecutionData,
	IPollFunctions,
	JsonObject as N8nJsonObject,
} from 'n8n-workflow';
import { HIDDEN, Secrets, inertLine, inertText, isJsonObject, withoutTrailing } from '../../service/text';
import { failureForAgent, isAgentTool } from './agent-tool';
import { withContext } from './item-error';
import type { ItemFailure } from './item-error';

/** The contexts in which nodes of this package call the service. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

type NodeError = NodeApiError | NodeOperationError;

/** A failure that has been through a door: nothing else becomes an error or an item. */
type ToldFailure = ItemFailure & { readonly [isTold]: true };

declare const isTold: unique symbol;

/**
 * The doors by which words leave a run of a node: errors, items that failed, hints, and lines of n8n's log. Nobody else
 * calls n8n for these (a test sees to that), so whatever a text quotes, it repeats no secret. Lists of the panel have a
 * door of their own, `entriesOf`.
 */
export class Doors<Context extends ServiceContext = ServiceContext> {
	/** What no text may repeat. Before a session is open nothing of the service is known that could be told. */
	private secrets = new Secrets([]);

	constructor(readonly context: Context) {}

	/** From now on nothing may repeat these. */
	keep(secrets: Secrets): void {
		this.secrets = secrets;
	}

	/** Words as they may leave: the least part of them that repeats a secret is hidden. */
	tell(words: string): string {
		if (this.secrets.hide(words) === words) return words;
		const middle = words.indexOf(' ', words.length / 2);
		const at = middle === -1 ? words.indexOf(' ') : middle;
		if (at === -1) return HIDDEN;
		const told = `${this.tell(words.slice(0, at))} ${this.tell(words.slice(at + 1))}`;
		return told !== words && this.secrets.hide(told) === told ? told : HIDDEN;
	}

	/** A failure as an error that n8n shows at its item, or at the node where there are no items. */
	error(failure: ItemFailure, itemIndex?: number): NodeError {
		return this.asNodeError(this.told(failure), itemIndex);
	}

	/** A failed item that leaves by the error output with details; n8n merges the input's columns in. */
	failedItem(failure: ItemFailure, itemIndex: number): INodeExecutionData {
		const told = this.told(failure);
		const { message, details } = told;
		const json = { error: message, message: messageWithAdvice(told), details: { ...details, itemIndex } };
		const isTool = isAgentTool(this.context.getNode());
		const item: INodeExecutionData = {
			json: isTool ? failureForAgent(json) : json,
			pairedItem: { item: itemIndex },
		};
		if (this.context.getNode().onError !== 'continueErrorOutput') return item;
		// n8n before 2.36 takes an item with `details` for a success unless it has an `error`, which would later
		// replace its JSON. One that is not enumerable is seen when outputs are chosen, and not copied along.
		return Object.defineProperty(item, 'error', { value: this.asNodeError(told, itemIndex) });
	}

	/**
	 * A failed item that does not make "Retry On Fail" run the node again, wherever it stands.
	 * n8n keeps nothing but the message of it, so the message says everything.
	 */
	finalItem(failure: ItemFailure, itemIndex: number): INodeExecutionData {
		const told = this.told(failure);
		const error = this.asNodeError(told, itemIndex, messageWithAdvice(told));
		return { json: {}, error, pairedItem: { item: itemIndex } };
	}

	/** Words beside the output of the node. */
	hint(words: string): void {
		if ('addExecutionHints' in this.context)
			this.context.addExecutionHints({ message: this.tell(words), location: 'outputPane' });
	}

	/** A line of n8n's log: inert, because a plan code is written as it was typed, and the rest may quote the service. */
	log(level: 'info' | 'warn', words: string): void {
		this.context.logger[level](inertLine(`Plan Features Trigger: ${this.tell(words)}`));
	}

	private told(failure: ItemFailure): ToldFailure {
		const { message, advice, details } = failure;
		const told = mapTexts(details, (text) => this.tell(text)) as ItemFailure['details'];
		const words = { message: this.tell(message), advice: this.tell(`${advice}${this.nameOf(details)}`) };
		return withContext(failure, { ...words, details: told }) as ToldFailure;
	}

	/** People know a code by the name with which they chose it From List. */
	private nameOf({ planCode, resourceCode: code = planCode }: ItemFailure['details']): string {
		const name = code === undefined ? undefined : chosenName(this.context.getNode().parameters, code);
		return name === undefined ? '' : ` When it was chosen, its name was "${inertText(name)}".`;
	}

	private asNodeError(failure: ToldFailure, itemIndex?: number, message = failure.message): NodeError {
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
function messageWithAdvice({ message, advice }: ToldFailure): string {
	return message.includes(withoutTrailing(advice, '.')) ? message : `${message}. ${advice}`;
}

/** The same JSON with each of its texts made anew. */
function mapTexts(value: unknown, write: (text: string) => string): unknown {
	if (typeof value === 'string') return write(value);
	if (Array.isArray(value)) return value.map((one) => mapTexts(one, write));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, write)]));
}

/** The name that a list had for a code when it was chosen there: n8n keeps it in the parameter. */
function chosenName(given: unknown, code: string): string | undefined {
	if (Array.isArray(given)) return chosenName({ ...given }, code);
	if (!isJsonObject(given)) return undefined;
	const { value, cachedResultName: name } = given;
	if (value === code && typeof name === 'string' && name !== '') return name;
	for (const member of Object.values(given)) {
		const found = chosenName(member, code);
		if (found !== undefined) return found;
	}
	return undefined;
}

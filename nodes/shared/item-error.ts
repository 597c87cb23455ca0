import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, INode, INodeExecutionData, JsonObject as N8nJsonObject } from 'n8n-workflow';
import { InvalidInputError, UnexpectedAnswerError } from '../../service';
import type { Fault } from '../../service';

/** What a machine needs to repair an item that failed. */
export interface FailureDetails extends IDataObject {
	/** Status of the service's last answer. */
	status?: number;
	/** The service's words. */
	serviceSays?: string;
	planCode?: string;
	code?: string;
	/** Whether running the item again can do no harm. */
	safeToRetry: boolean;
}

/** A fault in words: what happened, what to do next, and what a machine needs. Holds no secret. */
export class ItemFailure extends Error {
	constructor(
		message: string,
		readonly advice: string,
		readonly details: FailureDetails,
		/** What decides whether and how the call is tried again. */
		readonly fault: Fault = { kind: 'final' },
		/** The login failed, so that no other item can succeed. */
		readonly isLogin = false,
		/** The JSON that the service answered with. */
		readonly answer?: unknown,
	) {
		// Without a full stop, with which many services end their words: counts and advice are put behind it.
		super(message.replace(/\.+$/, ''));
		this.name = 'ItemFailure';
	}
}

interface FailureContext {
	message?: string;
	advice?: string;
	details?: Partial<FailureDetails>;
}

/** The same failure with more to say. */
export function withContext(
	failure: ItemFailure,
	{ message = failure.message, advice = failure.advice, details }: FailureContext,
): ItemFailure {
	const { fault, isLogin, answer } = failure;
	return new ItemFailure(message, advice, { ...failure.details, ...details }, fault, isLogin, answer);
}

/** The one error mapper: anything that was thrown, as a failure with words. */
export function asItemFailure(error: unknown): ItemFailure {
	if (error instanceof ItemFailure) return error;
	if (error instanceof InvalidInputError) {
		return new ItemFailure(error.message, error.advice, { safeToRetry: true });
	}
	if (error instanceof UnexpectedAnswerError) {
		return new ItemFailure(
			`The service's answer ${error.message}`,
			'Check Base URL in the credential. If it is right, report the answer to the operator of the service.',
			{ safeToRetry: true },
		);
	}
	// n8n's own errors, such as an expression that fails: their words are made for people.
	const { message, description } = Object(error) as Record<string, unknown>;
	return new ItemFailure(
		typeof message === 'string' && message !== '' ? message : 'Something unexpected happened',
		typeof description === 'string' ? description : 'Check the parameters of the node.',
		{ safeToRetry: true },
	);
}

/** A failure as an error that n8n shows at its item, or at the node where there are no items. */
export function asNodeError(node: INode, failure: ItemFailure, itemIndex?: number): NodeApiError | NodeOperationError {
	const { message, advice: description, details } = failure;
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

/** A failed item that leaves by the error output with details; n8n merges the input's columns in. */
export function errorItem(node: INode, failure: ItemFailure, itemIndex: number): INodeExecutionData {
	const { message, advice, details } = failure;
	const item: INodeExecutionData = {
		json: { error: message, message: `${message}. ${advice}`, details: { ...details, itemIndex } },
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	// n8n before 2.36 takes an item with `details` for a success unless it has an `error`, which would later
	// replace its JSON. One that is not enumerable is seen when outputs are chosen, and not copied along.
	return Object.defineProperty(item, 'error', { value: asNodeError(node, failure, itemIndex) });
}

/**
 * A failed item that does not make "Retry On Fail" run the node again, wherever it stands.
 * n8n keeps nothing but the message of it, so the message says everything.
 */
export function finalErrorItem(node: INode, failure: ItemFailure, itemIndex: number): INodeExecutionData {
	const told = new ItemFailure(`${failure.message}. ${failure.advice}`, failure.advice, failure.details);
	return { json: {}, error: asNodeError(node, told, itemIndex), pairedItem: { item: itemIndex } };
}

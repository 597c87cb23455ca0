import { ItemFailure } from '../shared/item-error';

/** A success has no body (section 4.2): a web page comes from something between n8n and the service. */
export function isSuccess(text: string): boolean {
	return !text.trimStart().startsWith('<');
}

export function webPage(): { failure: ItemFailure; decision: { action: 'readBack' } } {
	const failure = new ItemFailure({
		message: 'The push was answered with a web page, not by the service',
		advice: 'Check Base URL in the credential, and the proxy of n8n.',
		details: { safeToRetry: true },
	});
	return { failure, decision: { action: 'readBack' } };
}

import { serviceWords } from '../../service/answer';
import type { Secrets } from '../../service/text';
import { ItemFailure } from '../shared/item-error';
import type { Answer } from '../shared/request-failure';

/** An answer to a push that says neither yes nor no (section 4.2 gives status 200 with no body), in words. */
export function unclearAnswerFailure({ statusCode, body }: Answer, secrets: Secrets): ItemFailure {
	if (body.trimStart().startsWith('<')) {
		return new ItemFailure({
			code: 'oddAnswer',
			message: 'The push was answered with a web page, not by the service',
			advice: 'Check Base URL in the credential, and the proxy of n8n.',
			details: { status: statusCode },
		});
	}
	const serviceSays = serviceWords(body, secrets);
	return new ItemFailure({
		code: 'oddAnswer',
		message:
			`The push was answered with status ${statusCode}${serviceSays === '' ? '' : `: ${serviceSays}`}, which does ` +
			'not say that it was taken',
		advice: 'Report the answer to the operator of the service.',
		details: { status: statusCode, ...(serviceSays === '' ? {} : { serviceSays }) },
	});
}

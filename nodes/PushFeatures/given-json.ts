import { InvalidInputError } from '../../credentials/invalid-input-error';
import { inertText } from '../../service';

/** What is given as JSON or as the text of it: sheets and webhooks hand it over as text. @throws InvalidInputError for other text */
export function parseGiven(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch (error) {
		// The message quotes the text.
		const why = inertText((error as Error).message);
		throw new InvalidInputError(
			value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${why}`,
			`Give ${label} as JSON: an object, or a list of objects.`,
		);
	}
}

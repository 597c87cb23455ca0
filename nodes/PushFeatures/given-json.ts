import { InvalidInputError } from '../../credentials/invalid-input-error';
import { inertText, parseJson } from '../../service';

/** What is given as JSON or as the text of it: sheets and webhooks hand it over as text. @throws InvalidInputError for other text */
export function parseGiven(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const json = parseJson(value);
	if (json !== undefined) return json;
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${whyNoJson(value)}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

function whyNoJson(text: string): string {
	try {
		JSON.parse(text);
	} catch (error) {
		// The message quotes the text.
		if (error instanceof Error) return inertText(error.message);
	}
	return 'it cannot be read';
}

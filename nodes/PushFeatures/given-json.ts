import { InvalidInputError } from '../shared/invalid-input-error';
import { inertText } from '../../service/text';

/**
 * What is given as JSON or as the text of it: sheets and webhooks hand it over as text.
 * @throws InvalidInputError for other text
 */
export function parseGiven(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const { json, problem } = readJsonText(value);
	if (problem === undefined) return json;
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${problem}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

function readJsonText(text: string): { json?: unknown; problem?: string } {
	try {
		return { json: JSON.parse(text) as unknown };
	} catch (error) {
		// The message quotes the text.
		return { problem: inertText((error as Error).message) };
	}
}

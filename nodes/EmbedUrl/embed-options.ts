import { isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { InvalidInputError } from '../shared/item-failure';
import { lookupRequestOptions } from '../shared/lookup-resource';
import { choice, optionsOf, rows, shownWhen, text } from '../shared/parameter';
import { requestOptions } from '../shared/request-options';

const withLookup = { '/tokenSource': ['lookup'] };

export const options = optionsOf({
	expired: choice({
		displayName: 'Expired Token',
		name: 'expired',
		type: 'options',
		options: [
			{ name: 'Reject', value: 'error', description: 'The item fails' },
			{ name: 'Warn', value: 'warn', description: 'The URL is built, and the node shows a warning' },
		],
		default: 'error',
		description: 'What to do when the viewer token has expired',
	}),
	height: text({
		displayName: 'Height',
		name: 'height',
		type: 'string',
		default: '600',
		description: 'Height of the iframe in pixels, or a percentage such as 100%',
	}),
	outputField: text({
		displayName: 'Output Field',
		name: 'outputField',
		type: 'string',
		default: 'embed',
		requiresDataPath: 'single',
		description:
			'The field of the item that gets the URL and the iframe; a dot leads into an object, as in building.embed',
	}),
	parameters: rows(
		{
			displayName: 'Query Parameters',
			name: 'parameters',
			placeholder: 'Add Parameter',
			description: 'Further query parameters of the embed URL, as far as the service knows them',
		},
		{ displayName: 'Parameter', name: 'values' },
		{
			name: text({
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. layers',
				description: 'Name of the query parameter',
			}),
			value: text({
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				placeholder: 'e.g. structure,zone',
				description: 'Value of the query parameter',
			}),
		},
	),
	title: text({
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: 'Floorplan',
		description: 'Title of the iframe, read aloud by screen readers',
	}),
	width: text({
		displayName: 'Width',
		name: 'width',
		type: 'string',
		default: '100%',
		description: 'Width of the iframe in pixels, or a percentage such as 100%',
	}),
	clientPath: shownWhen(withLookup, lookupRequestOptions.clientPath),
	viewerTokenLifetime: shownWhen(withLookup, lookupRequestOptions.viewerTokenLifetime),
	...requestOptions,
});

/**
 * The object with a further field; a dot leads into an object, as in `building.embed`.
 * A new field stands right behind the plan code, because whoever reads the item needs the URL and not, say, the
 * counts of a push.
 * @throws InvalidInputError when the way leads through a value that is no object
 */
export function withField(json: JsonObject, path: string, value: unknown): JsonObject {
	const [name, ...further] = path.split('.');
	if (further.length === 0) return withProperty(json, name, value);
	const inner = Object.hasOwn(json, name) ? json[name] : {};
	if (!isJsonObject(inner)) {
		throw new InvalidInputError(
			`The field "${name}" of the item is no object`,
			'Correct Output Field: a dot in it leads into an object.',
		);
	}
	return { ...json, [name]: withField(inner, further.join('.'), value) };
}

function withProperty(json: JsonObject, name: string, value: unknown): JsonObject {
	if (Object.hasOwn(json, name) || !Object.hasOwn(json, 'planCode')) return { ...json, [name]: value };
	return Object.fromEntries(
		Object.entries(json).flatMap((property) => (property[0] === 'planCode' ? [property, [name, value]] : [property])),
	);
}

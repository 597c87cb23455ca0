import { InvalidInputError } from '../shared/invalid-input-error';
import { isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';

/**
 * The object with a further field; a dot leads into an object, so that `building.embed` becomes a member of `building`.
 * A new field stands right behind the plan code, because whoever looks at the item wants the address and not, say, the
 * counts of a push.
 * @throws InvalidInputError when the way leads through a value that is no object
 */
export function withField(json: JsonObject, path: string, value: unknown): JsonObject {
	const [name, ...further] = path.split('.');
	if (further.length === 0) return withMember(json, name, value);
	const inner = Object.hasOwn(json, name) ? json[name] : {};
	if (!isJsonObject(inner)) {
		throw new InvalidInputError(
			`The field "${name}" of the item is no object`,
			'Correct Output Field: a dot in it leads into an object.',
		);
	}
	return { ...json, [name]: withField(inner, further.join('.'), value) };
}

function withMember(json: JsonObject, name: string, value: unknown): JsonObject {
	if (Object.hasOwn(json, name) || !Object.hasOwn(json, 'planCode')) return { ...json, [name]: value };
	return Object.fromEntries(
		Object.entries(json).flatMap((member) => (member[0] === 'planCode' ? [member, [name, value]] : [member])),
	);
}

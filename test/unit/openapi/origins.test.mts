import description from '../../../tools/openapi/openapi.json';

const ORIGINS = ['specified', 'observed', 'sandbox'];

/** Each entry of a list or map of these names says what it rests on. */
const MARKED = ['paths', 'parameters', 'headers', 'responses', 'properties', 'securitySchemes'];

/** All such entries, by their place in the document. */
function* entriesIn(node: object, place: string): Generator<[place: string, entry: Record<string, unknown>]> {
	for (const [name, value] of Object.entries(node)) {
		if (typeof value !== 'object' || value === null) continue;
		const below = `${place}/${name}`;
		if (MARKED.includes(name)) {
			for (const [key, entry] of Object.entries(value)) yield [`${below}/${key}`, { ...Object(entry) }];
		}
		yield* entriesIn(value, below);
	}
}

describe('tools/openapi/openapi.json', () => {
	const entries = [...entriesIn(description, '')];

	it('marks each path, parameter, header, member and status as specified, observed or of the sandbox', () => {
		// What is described under components is marked there.
		const own = entries.filter(
			([, { $ref }]) => !/^#\/components\/(parameters|headers|responses)\//.test(String($ref)),
		);
		expect(own.length).toBeGreaterThan(120);
		expect(own.filter(([, entry]) => !ORIGINS.includes(String(entry['x-origin']))).map(([place]) => place)).toEqual([]);
	});

	it('refers to nothing that it does not hold', () => {
		const references = JSON.stringify(description).match(/#\/components\/\w+\/\w+/g) ?? [];
		const missing = references.filter((reference) => {
			const [, , kind, name] = reference.split('/');
			return !Object.hasOwn(Object(Object(description.components)[kind]), name);
		});
		expect(references.length).toBeGreaterThan(50);
		expect(missing).toEqual([]);
	});
});

/** As much of JSON Schema as n8n reads in `__schema__` files. */
export interface OutputSchema {
	type: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

/** How output stands to its schema; both lists are empty where it fits. */
export interface Misfit {
	/** Places of the schema that no output has, such as `features[].type`. */
	unseen: string[];
	/** Places whose value has a type that the schema does not name. */
	wrong: string[];
}

/** @param outputs the items of real runs, as their JSON */
export function misfit(schema: OutputSchema, outputs: unknown[]): Misfit {
	const unseen = new Set<string>();
	const wrong = new Set<string>();
	visit('item', schema, outputs);
	return { unseen: [...unseen], wrong: [...wrong] };

	function visit(path: string, { type, properties = {}, items }: OutputSchema, values: unknown[]): void {
		const types = [type].flat();
		for (const value of values) {
			if (!types.some((one) => isOfType(value, one))) wrong.add(`${path} is ${typeName(value)}`);
		}
		if (!values.some((value) => value !== null || types.includes('null'))) unseen.add(path);
		for (const [name, schemaOfMember] of Object.entries(properties)) {
			const members = values.filter(isObject).filter((value) => Object.hasOwn(value, name));
			visit(
				`${path}.${name}`,
				schemaOfMember,
				members.map((value) => value[name]),
			);
		}
		if (items !== undefined) visit(`${path}[]`, items, values.filter(Array.isArray).flat());
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeName(value) === 'object';
}

function isOfType(value: unknown, type: string): boolean {
	// The editor offers the members of an object only where its type is "object" alone, so none is named as null, too.
	if (value === null && (type === 'object' || type === 'array')) return true;
	if (type === 'integer') return Number.isInteger(value);
	return typeName(value) === type;
}

function typeName(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

import type { IDataObject, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { isNothing, parameter, wrongValue } from './parameter';
import type { Parameter, ValueOf } from './parameter';
import { asLocated } from './parameters';
import type { Located } from './parameters';

/** Parameters by their names: the compiler holds the key and the name of the description together. */
export type ParameterSet<M> = { [Name in keyof M]: Parameter<unknown, Name & string> };

export type ValuesOf<M> = { [Name in keyof M]: ValueOf<M[Name]> };

type Heading<Name> = Omit<INodeProperties, 'name' | 'type' | 'default' | 'options'> & { name: Name };

/** The collection `options` of a node. */
export function optionsOf<M extends ParameterSet<M>>(properties: M): Parameter<ValuesOf<M>, 'options'> {
	return collection({ displayName: 'Options', name: 'options', placeholder: 'Add option' }, properties);
}

/** Optional parameters, which a person adds one by one; the list is sorted by label, as n8n requires it. */
export function collection<const Name extends string, M extends ParameterSet<M>>(
	heading: Heading<Name>,
	properties: M,
): Parameter<ValuesOf<M>, Name> {
	const parts = entriesOf(properties);
	const options = parts
		.map(([, { property }]) => property)
		.sort((one, other) => one.displayName.localeCompare(other.displayName));
	const valuesFrom = (valueOf: (part: Parameter<unknown>, name: string) => unknown) =>
		Object.fromEntries(parts.map(([name, part]) => [name, valueOf(part, name)])) as ValuesOf<M>;
	return {
		property: { ...heading, type: 'collection', default: {}, options },
		fallback: {},
		valueOf: (input) => valuesFrom((part, name) => part.valueOf(propertyOf(input, name))),
		// Each property by itself, so that one expression among the options does not make n8n evaluate all of them.
		read: (parameters, itemIndex) =>
			parameters.once(heading.name, properties, () =>
				valuesFrom((part, name) => part.valueOf(parameters.value(`${heading.name}.${name}`, itemIndex, part.fallback))),
			),
	};
}

/**
 * Rows that a person adds, as n8n's fixedCollection holds them: `{ [row.name]: [{ … }, { … }] }`.
 * @param row the name and the label of one row
 */
export function rows<const Name extends string, M extends ParameterSet<M>>(
	heading: Heading<Name>,
	row: { displayName: string; name: string },
	properties: M,
): Parameter<Array<ValuesOf<M>>, Name> {
	const { valueOf } = collection(heading, properties);
	const rowsIn = (list: unknown) => {
		if (!Array.isArray(list)) throw wrongValue(heading, 'rows');
		return list.map(valueOf);
	};
	const values = entriesOf(properties).map(([, { property }]) => property);
	return {
		property: {
			...heading,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, ...heading.typeOptions },
			default: {},
			options: [{ ...row, values }],
		},
		fallback: {},
		valueOf: (input) => rowsIn(propertyOf(input, row.name) ?? []),
		read: (parameters, itemIndex) =>
			parameters.once(heading.name, properties, () =>
				rowsIn(parameters.value(`${heading.name}.${row.name}`, itemIndex, [])),
			),
	};
}

function entriesOf<M extends ParameterSet<M>>(properties: M): Array<[string, Parameter<unknown>]> {
	return Object.entries<Parameter<unknown>>(properties);
}

function propertyOf(input: unknown, name: string): unknown {
	if (isNothing(input) || typeof input !== 'object') return undefined;
	return (input as IDataObject)[name];
}

type LocatorProperty<Name> = Omit<INodeProperties, 'name' | 'type' | 'default'> & {
	name: Name;
	type: 'resourceLocator';
	default: { mode: string; value: string };
	modes: INodePropertyMode[];
};

/**
 * A parameter that can be filled in several ways, such as By Code and From List.
 * @param valueOf makes the value from the mode and from what stands in it
 */
export function locator<T, const Name extends string>(
	property: LocatorProperty<Name>,
	valueOf: (located: Located) => T,
): Parameter<T, Name> {
	return parameter(property, (input) => valueOf(asLocated(input)));
}

import type {
	IDataObject,
	IDisplayOptions,
	INodeProperties,
	INodePropertyMode,
	INodePropertyOptions,
} from 'n8n-workflow';
import { InvalidInputError } from './item-failure';
import { asLocated } from './parameters';
import type { Located, Parameters } from './parameters';

/**
 * A parameter of a node in one place: n8n's own description of it, and how its value is read. Because the value is
 * typed by the description, a default that is no choice, or a read of what is not described, does not compile.
 */
export interface Parameter<T, Name extends string = string> {
	readonly property: INodeProperties & { name: Name };
	/**
	 * The value in what n8n or a row of a collection holds; undefined stands for the default.
	 * @throws InvalidInputError
	 */
	valueOf(input: unknown): T;
	/**
	 * The value for one item. @throws InvalidInputError that names the parameter by its label
	 * @param path of a parameter in a collection, such as `options.partnerCode`
	 */
	read(parameters: Parameters, itemIndex: number, path?: string): T;
}

export type ValueOf<P> = P extends Parameter<infer T> ? T : never;

/** n8n's description of a parameter. */
type Heading<Name> = Omit<INodeProperties, 'name' | 'type' | 'default' | 'options'> & { name: Name };

/** The same of one type, with its default. */
type Described<Name, Type, Default> = Heading<Name> & { type: Type; default: Default };

export interface Choice<Value extends string> extends INodePropertyOptions {
	value: Value;
}

/**
 * A parameter of any kind.
 * @param valueOf gets what n8n gives for an item, and never undefined: the fallback stands in for that
 */
export function parameter<T, const Name extends string>(
	property: INodeProperties & { name: Name },
	valueOf: (input: unknown) => T,
	fallback: unknown = property.default,
): Parameter<T, Name> {
	return {
		property,
		valueOf: (input) => valueOf(input === undefined ? fallback : input),
		read: (parameters, itemIndex, path = property.name) => valueOf(parameters.value(path, itemIndex, fallback)),
	};
}

/** The same, but undefined where nobody added it: its default is only what the editor begins with. */
export function optional<T, const Name extends string>({
	property,
	valueOf,
}: Parameter<T, Name>): Parameter<T | undefined, Name> {
	return parameter(property, (input) => (isNothing(input) ? undefined : valueOf(input)), null);
}

/** One of the values that the list offers. Any other is an error: a silent default would do what nobody chose. */
export function choice<const Name extends string, const Value extends string>(
	property: Described<Name, 'options', NoInfer<Value>> & { options: Array<Choice<Value>> },
): Parameter<Value, Name> {
	return parameter(property, (input) => (isNothing(input) ? property.default : chosen(property, input, 'one of')));
}

/** Any number of the values that the list offers. */
export function choices<const Name extends string, const Value extends string>(
	property: Described<Name, 'multiOptions', Array<NoInfer<Value>>> & { options: Array<Choice<Value>> },
): Parameter<Value[], Name> {
	return parameter(property, (input) => textsIn(property, input).map((text) => chosen(property, text, 'a list of')));
}

function chosen<Value extends string>(
	property: { displayName: string; options: Array<Choice<Value>> },
	input: unknown,
	expected: string,
): Value {
	const values = property.options.map(({ value }) => value);
	const known = values.find((value) => value === input);
	if (known === undefined) throw wrongValue(property, `${expected} ${values.join(', ')}`);
	return known;
}

/**
 * On or off. Sheets and forms hand the two over as text; nothing, as a column that the item does not have, is the
 * default.
 */
export function flag<const Name extends string>(
	property: Described<Name, 'boolean', boolean>,
): Parameter<boolean, Name> {
	return parameter(property, (input) => {
		if (typeof input === 'boolean') return input;
		if (isNothing(input)) return property.default;
		const text = typeof input === 'string' ? input.trim().toLowerCase() : '';
		if (text !== 'true' && text !== 'false') throw wrongValue(property, 'true or false');
		return text === 'true';
	});
}

/** A text; numbers and booleans, as sheets give them, become text. Nothing is the default. */
export function text<const Name extends string>(
	property: Described<Name, 'string' | 'options', string> & Pick<INodeProperties, 'options'>,
): Parameter<string, Name> {
	return parameter(property, (input) => {
		if (isNothing(input)) return property.default;
		if (typeof input === 'string') return input;
		if (typeof input === 'number' || typeof input === 'boolean') return String(input);
		throw wrongValue(property, 'text');
	});
}

/** Nothing, as a column that the item does not have, is the default. */
export function number<const Name extends string>(
	property: Described<Name, 'number', number> & { typeOptions: { minValue: number; maxValue?: number } },
): Parameter<number, Name> {
	return parameter(property, (input) => {
		if (isNothing(input)) return property.default;
		const value = typeof input === 'string' ? Number(input) : input;
		const { minValue, maxValue = Infinity } = property.typeOptions;
		if (typeof value === 'number' && value >= minValue && value <= maxValue) return value;
		const bounds = maxValue === Infinity ? `, ${minValue} or more` : ` from ${minValue} to ${maxValue}`;
		throw wrongValue(property, `a number${bounds}`);
	});
}

/** Texts, each trimmed, none empty; a single text counts as a list of one. */
export function texts<const Name extends string>(
	property: Described<Name, 'string' | 'multiOptions', string[]> & Pick<INodeProperties, 'options'>,
): Parameter<string[], Name> {
	return parameter(property, (input) => textsIn(property, input));
}

export function shownWhen<P extends Parameter<unknown>>(show: IDisplayOptions['show'], one: P): P {
	const { displayOptions } = one.property;
	return {
		...one,
		property: { ...one.property, displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...show } } },
	};
}

/** What an item gives, of any type, such as JSON or the result of an expression. */
export function anything<const Name extends string>(
	property: INodeProperties & { name: Name },
): Parameter<unknown, Name> {
	return parameter(property, (input) => input);
}

/** Parameters by their names: the compiler holds the key and the name of the description together. */
export type ParameterSet<M> = { [Name in keyof M]: Parameter<unknown, Name & string> };

export type ValuesOf<M> = { [Name in keyof M]: ValueOf<M[Name]> };

export function optionsOf<M extends ParameterSet<M>>(properties: M): Parameter<ValuesOf<M>, 'options'> {
	return collection({ displayName: 'Options', name: 'options', placeholder: 'Add option' }, properties);
}

/** Optional parameters, which a person adds one by one; the list is sorted by label, as n8n requires it. */
export function collection<const Name extends string, M extends ParameterSet<M>>(
	heading: Heading<Name>,
	properties: M,
): Parameter<ValuesOf<M>, Name> {
	const parts = Object.entries<Parameter<unknown>>(properties);
	const options = parts
		.map(([, { property }]) => property)
		.sort((one, other) => one.displayName.localeCompare(other.displayName));
	const valuesFrom = (valueOf: (part: Parameter<unknown>, name: string) => unknown) =>
		Object.fromEntries(parts.map(([name, part]) => [name, valueOf(part, name)])) as ValuesOf<M>;
	return {
		property: { ...heading, type: 'collection', default: {}, options },
		valueOf: (input) => valuesFrom((part, name) => part.valueOf(propertyOf(input, name))),
		// Each property by itself, so that one expression among the options does not make n8n evaluate all of them.
		read: (parameters, itemIndex) =>
			parameters.once(heading.name, properties, () =>
				valuesFrom((part, name) => part.read(parameters, itemIndex, `${heading.name}.${name}`)),
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
	const values = Object.values<Parameter<unknown>>(properties).map(({ property }) => property);
	const property = {
		...heading,
		type: 'fixedCollection' as const,
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ ...row, values }],
	};
	return parameter(property, (input) => {
		const list = propertyOf(input, row.name) ?? [];
		if (!Array.isArray(list)) throw wrongValue(heading, 'rows');
		return list.map(valueOf);
	});
}

function propertyOf(input: unknown, name: string): unknown {
	return (Object(input) as IDataObject)[name];
}

type LocatorProperty<Name> = Heading<Name> & {
	default?: { mode: string; value: string };
	modes: INodePropertyMode[];
};

/**
 * A parameter that can be filled in several ways, such as By Code and From List, which it begins with.
 * @param valueOf makes the value from the mode and from what stands in it
 */
export function locator<T, const Name extends string>(
	property: LocatorProperty<Name>,
	valueOf: (located: Located) => T,
): Parameter<T, Name> {
	const { default: value = { mode: 'list', value: '' } } = property;
	return parameter({ ...property, type: 'resourceLocator', default: value }, (input) => valueOf(asLocated(input)));
}

/** A text that is picked from a list or typed, trimmed; empty where nothing is given. */
export function pickedText<const Name extends string>(property: LocatorProperty<Name>): Parameter<string, Name> {
	return locator(property, ({ value }) => {
		if (isNothing(value)) return '';
		if (typeof value !== 'string') throw wrongValue(property, 'text');
		return value.trim();
	});
}

/** The mode of a locator that offers what a method of the node lists. */
export function fromList(searchListMethod: string, hint?: string): INodePropertyMode {
	const list = { type: 'list', typeOptions: { searchListMethod, searchable: true } } as const;
	return { displayName: 'From List', name: 'list', ...list, placeholder: 'Select…', hint };
}

/** A mode of a locator in which a person types. */
export function typed(name: string, displayName: string, placeholder: string, hint?: string): INodePropertyMode {
	const type = 'string';
	return { displayName, name, type, placeholder, hint };
}

/** What an expression gives for a column that the item does not have, or that is empty or blank. */
export function isNothing(input: unknown): boolean {
	return input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
}

/** Advice and errors name a parameter by its label, because a person sees no other name of it. */
export function wrongValue({ displayName }: Pick<INodeProperties, 'displayName'>, expected: string): InvalidInputError {
	return new InvalidInputError(`${displayName} must be ${expected}`, `Correct ${displayName} or its expression.`);
}

function textsIn(property: Pick<INodeProperties, 'displayName'>, input: unknown): string[] {
	const list: unknown[] = Array.isArray(input) ? input : [input];
	return list
		.filter((entry) => !isNothing(entry))
		.map((entry) => {
			if (typeof entry !== 'string') throw wrongValue(property, 'a list of texts');
			return entry.trim();
		});
}

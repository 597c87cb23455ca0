import type { IDataObject, INode } from 'n8n-workflow';
import type { JsonObject } from '../../service/text';

/** What parameters are read from: the context of an execution, or one made to look like it. */
export interface ParameterSource {
	getNode(): INode;
	getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
	getInputData(): Array<{ json: IDataObject }>;
}

interface Access {
	/** Of a resource locator. */
	mode: string | undefined;
	/** Without an expression it is the same for all items, so it is read once. */
	isConstant: boolean;
	/** Of an expression that reads nothing else: n8n's evaluator costs more than all else that is done for an item. */
	property: string | undefined;
}

/** Reads parameters with their own item's index. */
export class Parameters {
	private readonly accesses = new Map<string, Access>();

	/** What is the same for all items, by who made it: the name of a parameter, or a set of them. */
	private readonly constants = new Map<unknown, unknown>();

	private readonly items: Array<{ json: IDataObject }>;

	/** Read once, because n8n copies the whole node each time. */
	private readonly node: INode;

	constructor(private readonly context: ParameterSource) {
		this.items = context.getInputData();
		this.node = context.getNode();
	}

	/** @param name leads into collections with dots, such as `options.partnerCode` */
	value(name: string, itemIndex: number, fallback: unknown): unknown {
		const { mode, isConstant, property } = this.accessOf(name, fallback);
		if (isConstant) return this.once(name, name, () => this.context.getNodeParameter(name, itemIndex, fallback));
		const json = this.items[itemIndex]?.json;
		if (property === undefined || json === undefined || !Object.hasOwn(json, property))
			return this.context.getNodeParameter(name, itemIndex, fallback);
		return mode === undefined ? json[property] : { mode, value: json[property] };
	}

	/**
	 * What is made of a parameter without expressions is made once, and shared by all items.
	 * @param key identifies who makes it
	 */
	once<T>(name: string, key: unknown, make: () => T): T {
		if (!this.accessOf(name).isConstant) return make();
		if (!this.constants.has(key)) this.constants.set(key, make());
		return this.constants.get(key) as T;
	}

	/** As the node holds it, with its expressions unresolved. */
	raw(name: string): unknown {
		return name.split('.').reduce<unknown>((at, step) => (Object(at) as JsonObject)[step], this.node.parameters);
	}

	/** What n8n makes of an expression. @param path in n8n's own notation, such as `columns.value["Room No."]` */
	evaluate(path: string, itemIndex: number): unknown {
		return this.context.getNodeParameter(path, itemIndex, undefined);
	}

	/** Whether it holds what a person typed or left as it was, and neither an expression nor null. */
	isTyped(name: string): boolean {
		const input = this.raw(name);
		return input !== null && !hasExpression(input);
	}

	/** @param fallback stands for the parameter where the node holds none, and may be an expression too */
	private accessOf(name: string, fallback?: unknown): Access {
		let access = this.accesses.get(name);
		if (access === undefined) {
			access = accessOf(this.raw(name) ?? fallback);
			this.accesses.set(name, access);
		}
		return access;
	}
}

/** What was picked or typed in a resource locator, and in which mode. */
export interface Located {
	mode: string;
	value: unknown;
}

/** A locator as it stands in a node or in a row of a collection. A plain value counts as a code. */
export function asLocated(input: unknown): Located {
	return isLocator(input) ? { mode: String(input.mode), value: input.value } : { mode: 'code', value: input };
}

function isLocator(value: unknown): value is { mode: unknown; value: unknown } {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}

/** A property of the item, as n8n writes one that is dragged into a field. */
const PROPERTY_READ =
	String.raw`(?:\$json|\$input\.item\.json)` +
	String.raw`(?:\??\.([A-Za-z_$][\w$]*)|(?:\?\.)?\[(["'])((?:(?!\2)[^\\]|\\[nrt'"\\])*)\2\])`;
const PROPERTY_EXPRESSION = new RegExp(String.raw`^=\{\{\s*${PROPERTY_READ}\s*\}\}$`);
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** n8n can't evaluate a heading with a line break. Rows are read without the byte order mark of their file. */
function nameOf([, plain, , quoted = '']: string[]): string {
	const name = plain ?? quoted.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter);
	return name.replace(/^\ufeff/, '');
}

/** The property of the item that an expression is, such as `={{ $json["Room No."] }}`; undefined for any other. */
export function propertyReadBy(expression: unknown): string | undefined {
	const found = typeof expression === 'string' ? PROPERTY_EXPRESSION.exec(expression) : null;
	return found === null ? undefined : nameOf(found);
}

/** All properties of the item that an expression reads, also in a resource locator. */
export function propertiesReadBy(expression: unknown): Set<string> {
	const text = typeof expression === 'string' ? expression : JSON.stringify(expression ?? '').replaceAll('\\"', '"');
	// Those of GeoJSON are columns, too.
	const all = [text, text.replace(/(\$json)(?:\.properties|\[(["'])properties\2\])(?=[.[])/g, '$1')];
	return new Set(all.flatMap((one) => [...one.matchAll(new RegExp(PROPERTY_READ, 'g'))].map(nameOf)));
}

function accessOf(parameter: unknown): Access {
	return {
		mode: isLocator(parameter) ? String(parameter.mode) : undefined,
		isConstant: !hasExpression(parameter),
		property: propertyReadBy(isLocator(parameter) ? parameter.value : parameter),
	};
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(hasExpression);
}

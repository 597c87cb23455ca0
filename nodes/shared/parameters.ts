import type { IDataObject, IGetNodeParameterOptions, INode } from 'n8n-workflow';
import { InvalidInputError } from '../../service';

/** What parameters are read from: the context of an execution, or one made to look like it. */
export interface ParameterSource {
	getNode(): INode;
	getNodeParameter(name: string, itemIndex: number, fallback?: unknown, options?: IGetNodeParameterOptions): unknown;
	getInputData(): Array<{ json: IDataObject }>;
}

/** How one parameter of the node is to be read. */
type Reading =
	/** Without an expression: the same for all items, so it is read once. */
	| { kind: 'constant' }
	/** The expression `{{ $json.member }}`: n8n's evaluator costs more than all else that is done for an item. */
	| { kind: 'member'; member: string }
	| { kind: 'expression' };

/** Reads parameters with their own item's index. */
export class Parameters {
	private readonly constants = new Map<string, unknown>();

	private readonly readings = new Map<string, Reading>();

	private readonly items: Array<{ json: IDataObject }>;

	constructor(private readonly context: ParameterSource) {
		this.items = context.getInputData();
	}

	value(name: string, itemIndex: number, fallback: unknown = null): unknown {
		const reading = this.readingOf(name);
		if (reading.kind === 'constant') {
			if (!this.constants.has(name)) this.constants.set(name, this.read(name, itemIndex, fallback));
			return this.constants.get(name);
		}
		if (reading.kind === 'member') {
			const json = this.items[itemIndex]?.json;
			if (json !== undefined && Object.hasOwn(json, reading.member)) return json[reading.member];
		}
		return this.read(name, itemIndex, fallback);
	}

	/** Whether none of these is an expression, so that all items have the same. */
	areConstant(...names: string[]): boolean {
		return names.every((name) => this.readingOf(name).kind === 'constant');
	}

	private readingOf(name: string): Reading {
		let reading = this.readings.get(name);
		if (reading === undefined) {
			const [root] = name.split('.');
			reading = readingOf(this.context.getNode().parameters[root], root === name);
			this.readings.set(name, reading);
		}
		return reading;
	}

	private read(name: string, itemIndex: number, fallback: unknown): unknown {
		const value: unknown = this.context.getNodeParameter(name, itemIndex, fallback);
		// Asked for only where it is needed: `extractValue` throws for parameters that are hidden at the moment.
		return isResourceLocator(value) ? this.context.getNodeParameter(name, itemIndex, fallback, { extractValue: true }) : value;
	}

	/** @throws InvalidInputError when it is no text */
	text(name: string, itemIndex: number, fallback = ''): string {
		const value = this.value(name, itemIndex, fallback) ?? '';
		if (typeof value === 'string') return value;
		if (typeof value === 'number' || typeof value === 'boolean') return String(value);
		throw wrongType(name, 'text');
	}

	/** Sheets and forms hand the two over as text. @throws InvalidInputError when it is neither */
	flag(name: string, itemIndex: number, fallback = false): boolean {
		const value = this.value(name, itemIndex, fallback);
		if (typeof value === 'boolean') return value;
		if (isNothing(value)) return fallback;
		const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
		if (text !== 'true' && text !== 'false') throw wrongType(name, 'true or false');
		return text === 'true';
	}

	/**
	 * One of the values that the node offers, the default first.
	 * @throws InvalidInputError for any other: n8n lets an expression give it, and a silent default would do what nobody chose
	 */
	choice<T extends string>(name: string, itemIndex: number, values: readonly [T, ...T[]]): T {
		const value = this.value(name, itemIndex, values[0]);
		const known = isNothing(value) ? values[0] : values.find((one) => one === value);
		if (known === undefined) throw wrongType(name, `one of ${values.join(', ')}`);
		return known;
	}

	/** @throws InvalidInputError when it is no number of at least `least` */
	number(name: string, itemIndex: number, fallback: number, least: number): number {
		const value = this.value(name, itemIndex, fallback);
		const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof number !== 'number' || !(number >= least)) throw wrongType(name, `a number, ${least} or more`);
		return number;
	}

	/** A list of texts; a single text counts as a list of one. @throws InvalidInputError */
	texts(name: string, itemIndex: number): string[] {
		const value = this.value(name, itemIndex, []) ?? [];
		const list: unknown[] = Array.isArray(value) ? value : [value];
		const texts = list.filter((entry): entry is string => typeof entry === 'string');
		if (texts.length !== list.length) throw wrongType(name, 'a list of texts');
		return texts.filter((text) => text !== '');
	}
}

/** What an expression gives for a column that the item does not have, or that is empty. */
function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

function wrongType(name: string, wanted: string): InvalidInputError {
	return new InvalidInputError(`The parameter ${name} must be ${wanted}`, 'Correct the parameter or its expression.');
}

function isResourceLocator(value: unknown): value is { mode: unknown; value: unknown } {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}

const MEMBER_EXPRESSION = /^=\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

function readingOf(parameter: unknown, isWhole: boolean): Reading {
	if (!holdsExpression(parameter)) return { kind: 'constant' };
	const member = isWhole ? MEMBER_EXPRESSION.exec(textOf(parameter))?.[1] : undefined;
	return member === undefined ? { kind: 'expression' } : { kind: 'member', member };
}

/** What is read of a parameter; empty where it is more than a text. The modes of our resource locators take their value as it is. */
function textOf(parameter: unknown): string {
	const text = isResourceLocator(parameter) ? parameter.value : parameter;
	return typeof text === 'string' ? text : '';
}

function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

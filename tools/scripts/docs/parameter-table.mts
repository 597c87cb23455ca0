import type { INodeProperties, INodePropertyTypeOptions } from 'n8n-workflow';

import { flatParameters } from './flat-parameters.mts';
import type { FlatParameter } from './flat-parameters.mts';

/** A parameter as the pages describe it. */
interface Described {
	path: string;
	/** Label, values, default and meaning, as cells of a table. */
	cells: string[];
	/** Which values of others it needs, such as `source=item`. */
	needs: string;
}

/** The parameters of a node, and where they are described. */
interface Page {
	name: string;
	/** From the folder of the nodes' pages. */
	file: string;
	parameters: readonly INodeProperties[];
}

/**
 * The parameters of a node in Markdown; nothing in it is written by hand.
 * @param earlier pages whose parameters are named, and not described again
 */
export function parameterTable(page: Page, earlier: readonly Page[]): string {
	const own = describe(page.parameters);
	const known = new Map<string, Page>();
	for (const other of [...earlier].reverse()) {
		for (const described of describe(other.parameters)) known.set(keyOf(described), other);
	}
	const rows = own.filter((described) => !known.has(keyOf(described))).map(row);
	const named = earlier.flatMap((other) => {
		const paths = own.filter((described) => known.get(keyOf(described)) === other).map(({ path }) => code(path));
		return paths.length === 0 ? [] : [`As in [${other.name}](${other.file}#parameters): ${paths.join(', ')}.`];
	});
	return [['|Parameter|Value|Default|Meaning|', '|---|---|---|---|', ...rows].join('\n'), ...named].join('\n\n');
}

function keyOf({ path, cells }: Described): string {
	return JSON.stringify([path, cells]);
}

function row({ path, cells: [label, ...others], needs }: Described): string {
	const [meaning] = others.splice(-1);
	const all = [`${label} ${code(path)}`, ...others, [meaning, needs].filter((text) => text !== '').join(' ')];
	return `|${all.map(inCell).join('|')}|`;
}

/** A parameter that stands several times, such as once for each resource, is one to saved workflows, and one here. */
function describe(parameters: readonly INodeProperties[]): Described[] {
	const byPath = new Map<string, FlatParameter[]>();
	for (const flat of flatParameters(parameters)) byPath.set(flat.path, [...(byPath.get(flat.path) ?? []), flat]);
	return [...byPath.values()].map((forms) => {
		const [{ path, parameter }] = forms;
		const choices = new Map(forms.flatMap((form) => form.choices).map((choice) => [choice.value, choice]));
		const cells = [
			once(forms.map((form) => form.parameter.displayName)).join(', '),
			valueCell({ path, parameter, choices: [...choices.values()] }),
			once(forms.map((form) => defaultCell(form.parameter))).length === 1 ? defaultCell(parameter) : '',
			meaningCell(forms),
		];
		return { path, cells, needs: forms.length === 1 ? shownWith(parameter.displayOptions) : '' };
	});
}

function valueCell({ parameter, choices }: FlatParameter): string {
	const { type, typeOptions, modes } = parameter;
	const several = typeOptions?.multipleValues === true;
	switch (type) {
		case 'options':
		case 'multiOptions':
			// A list that is made from a plan has no choices here.
			if (choices.length === 0) return 'texts';
			return [...(type === 'multiOptions' ? ['any of:'] : []), choices.map(choiceText).join(', ')].join(' ');
		case 'resourceLocator':
			return (modes ?? []).map(({ name }) => code(name)).join(', ');
		case 'collection':
			return 'rows below';
		case 'fixedCollection':
			return several ? 'several of the rows below' : 'rows below';
		case 'number':
			return rangeOf(typeOptions);
		case 'boolean':
			return 'on, off';
		case 'json':
			return 'JSON';
		case 'resourceMapper':
			return `${code('autoMapInputData')} Map Automatically, ${code('defineBelow')} Map Each Column Manually`;
		case 'string':
			return several ? 'texts' : 'text';
		default:
			return type;
	}
}

function rangeOf({ minValue, maxValue }: INodePropertyTypeOptions = {}): string {
	if (minValue === undefined) return 'number';
	// Others are the longest time that a timer takes.
	const hasEnd = maxValue !== undefined && maxValue < 1e6;
	return hasEnd ? `number, ${minValue} to ${maxValue}` : `number, ≥ ${minValue}`;
}

/** What a choice does, its panel and the page say. Its label stands where it is not the value in other letters. */
function choiceText({ name, value }: FlatParameter['choices'][number]): string {
	const isValue = name.replaceAll(' ', '').toLowerCase() === String(value).toLowerCase();
	return isValue ? code(String(value)) : `${code(String(value))} ${name}`;
}

function defaultCell({ name, type, default: value }: INodeProperties): string {
	// Long, and the same words stand on the panel.
	if (name === 'toolDescription') return 'by operation';
	if (type === 'resourceLocator') return code(String((value as { mode: string }).mode));
	if (type === 'resourceMapper') return code(String((value as { mappingMode: string }).mappingMode));
	if (type === 'collection' || type === 'fixedCollection' || value === '') return '';
	if (Array.isArray(value)) return value.map((entry) => code(String(entry))).join(', ');
	if (type === 'boolean') return value === true ? 'on' : 'off';
	return code(String(value));
}

function meaningCell(forms: FlatParameter[]): string {
	const [{ parameter }] = forms;
	const { hint, placeholder, required } = parameter;
	const example = placeholder?.startsWith('e.g. ') ? `Example: ${code(placeholder.slice('e.g. '.length))}` : undefined;
	const sentences = [
		required === true ? 'Required' : undefined,
		...once(forms.map((form) => form.parameter.description ?? '')),
		hint,
		example,
	];
	return sentences
		.filter((sentence): sentence is string => sentence !== undefined && sentence !== '')
		.map((sentence) => `${sentence.replace(/<[^>]+>/g, '').replace(/\.$/, '')}.`)
		.join(' ');
}

/** Which values of others a parameter needs, such as `source=item`. */
function shownWith({ show = {}, hide = {} }: INodeProperties['displayOptions'] = {}): string {
	const conditions = (of: object, sign: string) =>
		Object.entries(of as Record<string, unknown[]>).map(([name, values]) =>
			code(`${name.replace(/^\//, '')}${sign}${values.map(String).join('/')}`),
		);
	const all = [...conditions(show, '='), ...conditions(hide, '≠')];
	return all.length === 0 ? '' : `Only with ${all.join(', ')}.`;
}

function once(texts: string[]): string[] {
	return [...new Set(texts)];
}

function code(text: string): string {
	return `\`${text}\``;
}

function inCell(text: string): string {
	return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

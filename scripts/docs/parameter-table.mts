import type { INodeProperties } from 'n8n-workflow';

import { flatParameters } from './flat-parameters.mts';
import type { FlatParameter } from './flat-parameters.mts';

/**
 * The parameters of a node as a Markdown table; nothing in it is written by hand. A parameter that stands several
 * times, such as once for each resource, is one to saved workflows, and one row.
 */
export function parameterTable(parameters: readonly INodeProperties[]): string {
	const byPath = new Map<string, FlatParameter[]>();
	for (const flat of flatParameters(parameters)) byPath.set(flat.path, [...(byPath.get(flat.path) ?? []), flat]);
	return ['|Parameter|Value|Default|Meaning|', '|---|---|---|---|', ...[...byPath.values()].map(row)].join('\n');
}

function row(forms: FlatParameter[]): string {
	const [{ path, parameter }] = forms;
	const labels = once(forms.map((form) => form.parameter.displayName)).join(', ');
	const choices = [...new Map(forms.flatMap((form) => form.choices).map((choice) => [choice.value, choice])).values()];
	const cells = [
		`${labels} ${code(path)}`,
		valueCell({ path, parameter, choices }),
		once(forms.map((form) => defaultCell(form.parameter))).length === 1 ? defaultCell(parameter) : '',
		meaningCell(forms),
	];
	return `|${cells.map(inCell).join('|')}|`;
}

function valueCell({ parameter, choices }: FlatParameter): string {
	const { type, typeOptions, modes } = parameter;
	const several = typeOptions?.multipleValues === true;
	switch (type) {
		case 'options':
		case 'multiOptions':
			// A list that is made from a plan has no choices here.
			if (choices.length === 0) return 'texts';
			return [...(type === 'multiOptions' ? ['any of:'] : []), choices.map(choiceText).join('<br>')].join(' ');
		case 'resourceLocator':
			return (modes ?? []).map(({ name }) => code(name)).join(', ');
		case 'collection':
			return 'rows below';
		case 'fixedCollection':
			return several ? 'several of the rows below' : 'rows below';
		case 'number':
			return typeOptions?.minValue === undefined ? 'number' : `number, ≥ ${typeOptions.minValue}`;
		case 'boolean':
			return 'on, off';
		case 'json':
			return 'JSON';
		case 'string':
			return several ? 'texts' : 'text';
		default:
			return type;
	}
}

/** The label of a choice stands only where it is not the value in other letters. */
function choiceText({ name, value, description }: FlatParameter['choices'][number]): string {
	const isValue = name.replaceAll(' ', '').toLowerCase() === String(value).toLowerCase();
	const said = [isValue ? undefined : name, description].filter((text) => text !== undefined).join(': ');
	return said === '' ? code(String(value)) : `${code(String(value))} ${said}`;
}

function defaultCell({ name, type, default: value }: INodeProperties): string {
	// Long, and the same words stand on the panel.
	if (name === 'toolDescription') return 'by operation';
	if (type === 'resourceLocator') return code(String((value as { mode: string }).mode));
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
		forms.length === 1 ? shownWith(parameter.displayOptions) : undefined,
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
	return all.length === 0 ? '' : `Only with ${all.join(', ')}`;
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

import type { INodeProperties } from 'n8n-workflow';

import { flatParameters } from './flat-parameters.mts';
import type { FlatParameter } from './flat-parameters.mts';

/** The parameters of a node as a Markdown table; nothing in it is written by hand. */
export function parameterTable(parameters: readonly INodeProperties[]): string {
	const rows = flatParameters(parameters).map(row);
	return ['| Parameter | Name | Value | Default | Meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

function row(flat: FlatParameter): string {
	const { path, parameter } = flat;
	const cells = [parameter.displayName, code(path), valueCell(flat), defaultCell(parameter), meaningCell(parameter)];
	return `| ${cells.map(inCell).join(' | ')} |`;
}

function valueCell({ parameter, choices }: FlatParameter): string {
	const { type, typeOptions, modes } = parameter;
	const several = typeOptions?.multipleValues === true;
	switch (type) {
		case 'options':
		case 'multiOptions': {
			const lines = choices.map(
				({ name, value, description }) => `${code(String(value))} ${name}${describeChoice(description)}`,
			);
			// A list that is made from a plan has no choices here.
			if (lines.length === 0) return 'list of texts';
			return [...(type === 'multiOptions' ? ['any of:'] : []), ...lines].join('<br>');
		}
		case 'resourceLocator':
			return (modes ?? []).map(({ name, displayName }) => `${code(name)} ${displayName}`).join('<br>');
		case 'collection':
			return 'any of the rows below';
		case 'fixedCollection':
			return several ? 'rows of what is below' : 'what is below';
		case 'number':
			return typeOptions?.minValue === undefined ? 'number' : `number, ${typeOptions.minValue} or more`;
		case 'boolean':
			return 'on or off';
		case 'json':
			return 'JSON';
		case 'string':
			return several ? 'list of texts' : 'text';
		default:
			return type;
	}
}

function describeChoice(description: string | undefined): string {
	return description === undefined ? '' : `: ${description}`;
}

function defaultCell({ type, default: value }: INodeProperties): string {
	if (type === 'resourceLocator') return `mode ${code(String((value as { mode: string }).mode))}`;
	if (type === 'collection' || type === 'fixedCollection' || value === '') return '';
	if (Array.isArray(value)) return value.map((entry) => code(String(entry))).join(', ');
	if (type === 'boolean') return value === true ? 'on' : 'off';
	return code(String(value));
}

function meaningCell({ description, hint, placeholder, required, displayOptions }: INodeProperties): string {
	const example = placeholder?.startsWith('e.g. ') ? `Example: ${code(placeholder.slice('e.g. '.length))}` : undefined;
	const sentences = [
		required === true ? 'Required' : undefined,
		description,
		hint,
		example,
		displayOptions === undefined ? undefined : shownWhen(displayOptions),
	];
	return sentences
		.filter((sentence): sentence is string => sentence !== undefined && sentence !== '')
		.map((sentence) => sentence.replace(/\.$/, ''))
		.map((sentence) => `${sentence}.`)
		.join(' ');
}

function shownWhen({ show = {}, hide = {} }: NonNullable<INodeProperties['displayOptions']>): string {
	const conditions = (of: object) =>
		Object.entries(of as Record<string, unknown[]>).map(
			([name, values]) =>
				`${code(name.replace(/^\//, ''))} is ${values.map((value) => code(String(value))).join(' or ')}`,
		);
	const shown = conditions(show);
	const hidden = conditions(hide);
	return [
		...(shown.length === 0 ? [] : [`Shown when ${shown.join(' and ')}`]),
		...(hidden.length === 0 ? [] : [`${shown.length === 0 ? 'Not' : 'not'} shown when ${hidden.join(' or ')}`]),
	].join(', ');
}

function code(text: string): string {
	return `\`${text}\``;
}

function inCell(text: string): string {
	return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
}

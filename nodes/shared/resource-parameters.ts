import type { IDisplayOptions, INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { LEVELS, RESOURCES, codeText, levelsBelow } from '../../service/api';
import type { Resource } from '../../service/api';
import { locator } from './structured-parameters';
import { choice } from './parameter';
import type { Parameter } from './parameter';
import type { Parameters } from './parameters';

/** Which resource an item is about. */
export interface PickedResource {
	resource: Resource;
	code: string;
}

/** The name of the parameter that holds the chosen resource of a level above. */
export function abovePickerName(level: Resource): string {
	return `parent${LEVELS[level].label}`;
}

/**
 * A client, campus, building or floor, by its code or from lists.
 * A node that has these needs the methods of `list-search/searches.ts`.
 * @param show when the node shows them
 * @param name of the parameter that holds the kind. One called `resource` names the node on the canvas
 */
export function resourceParameters(
	show: IDisplayOptions['show'] = {},
	name: 'resource' | 'lookupResource' = 'resource',
) {
	const options = RESOURCES.map((value) => ({ name: LEVELS[value].label, value }));
	const resource = choice({
		displayName: 'Resource',
		name,
		type: 'options',
		noDataExpression: true,
		options: options.sort((one, other) => one.name.localeCompare(other.name)),
		default: 'floor',
		description: 'The kind of resource to look up',
		displayOptions: { show },
	});
	const above = RESOURCES.slice(0, -1).map((level) => aboveParameter(level, show, name));
	const codes = RESOURCES.map((level) => codeParameter(level, show, name));
	return {
		resource,
		/** What is shown below the kind of resource: pickers of the levels above, and the code. */
		pickers: [...above, ...codes].map(({ property }): INodeProperties => property),
		read: (parameters: Parameters, itemIndex: number): PickedResource => {
			const level = resource.read(parameters, itemIndex);
			return { resource: level, code: codes[RESOURCES.indexOf(level)].read(parameters, itemIndex) };
		},
	};
}

/**
 * One parameter under a label for each level: in a list below Client, Campus and Building, people look for the word
 * Floor.
 */
function codeParameter(level: Resource, show: IDisplayOptions['show'], kind: string): Parameter<string, 'code'> {
	const picker = pickerOf(level, 'code', 'searchResources', 'Select…');
	const [list, code] = picker.modes;
	if (level !== RESOURCES[0]) list.hint = 'What is chosen above narrows this list';
	code.hint = 'As the account management console or another lookup shows it';
	return locator(
		{
			...picker,
			required: true,
			description: `The ${level} to look up`,
			displayOptions: { show: { ...show, [kind]: [level] } },
		},
		({ value }) => codeText(value, `${level} code`),
	);
}

/** Narrows the list that a code is picked from; a lookup itself does not read it. */
function aboveParameter(level: Resource, show: IDisplayOptions['show'], kind: string): Parameter<string> {
	const { plural } = LEVELS[level];
	const isTop = level === RESOURCES[0];
	const search = `search${plural[0].toUpperCase()}${plural.slice(1)}`;
	const all = isTop ? '' : `. Empty lists from all ${plural} of what is chosen above.`;
	return locator(
		{
			...pickerOf(level, abovePickerName(level), search, isTop ? 'Select…' : `All ${plural}`),
			description: `The ${level} to list from${all}`,
			displayOptions: { show: { ...show, [kind]: levelsBelow(level), '/code.mode': ['list'] } },
		},
		({ value }) => (typeof value === 'string' ? value.trim() : ''),
	);
}

function pickerOf<Name extends string>(level: Resource, name: Name, searchListMethod: string, placeholder: string) {
	const { label, codePrefix } = LEVELS[level];
	const typeOptions = { searchListMethod, searchable: true };
	const modes: { modes: INodePropertyMode[] } = {
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list', placeholder, typeOptions },
			{ displayName: 'By Code', name: 'code', type: 'string', placeholder: `e.g. ${codePrefix}…` },
		],
	};
	return { displayName: label, name, type: 'resourceLocator' as const, default: { mode: 'list', value: '' }, ...modes };
}

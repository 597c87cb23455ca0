import { InvalidInputError } from '../shared/item-error';
import { inertText, isJsonObject } from '../../service/text';
import type { Feature } from '../../service/plan';
import { dataFieldParameter } from '../shared/data-field-parameter';
import { KINDS, kindOptions, kindsWithout, zoneTypeOptions } from '../shared/feature-kinds';
import { anything, text } from '../shared/parameter';
import type { Parameter } from '../shared/parameter';
import { rows } from '../shared/structured-parameters';
import type { Parameters } from '../shared/parameters';

const form = { source: ['form'] };

export const dataFieldCode = dataFieldParameter({
	displayName: 'Data Field',
	name: 'key',
	description: 'The data field that the value belongs to, picked by its name or given by its code',
});

const featureType = text({
	displayName: 'Feature Type',
	name: 'featureType',
	type: 'options',
	allowArbitraryValues: true,
	options: kindOptions,
	default: 'zone',
	required: true,
	description: 'Kind of the feature. Other kinds that the service knows can be given by an expression.',
	displayOptions: { show: form },
});

const zoneType = anything({
	displayName: 'Zone Type',
	name: 'zoneType',
	type: 'options',
	options: zoneTypeOptions,
	default: 'common',
	description: 'Kind of the zone, as in the field zoneType',
	displayOptions: { show: { ...form, featureType: ['zone'] } },
});

// JSON is typed into fields of text: n8n's JSON editor shows no placeholder, and marks an empty one as an error.
const position = anything({
	displayName: 'Position',
	name: 'position',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'e.g. { "x": 12.5, "y": 4 }',
	hint: 'Empty places a leaderline icon at the centre of the plan',
	description: 'Where the icon points to, as JSON or from an expression',
	displayOptions: { show: form, hide: { featureType: kindsWithout('position') } },
});

const geometry = anything({
	displayName: 'Geometry',
	name: 'geometry',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. { "type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 3], [0, 0]]] }',
	description: 'The polygon that the feature covers, as JSON or from an expression',
	displayOptions: { show: form, hide: { featureType: kindsWithout('geometry') } },
});

const icons = anything({
	displayName: 'Icons',
	name: 'icons',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. [{ "iconType": "printer" }]',
	description: 'The list of icons of the feature, as JSON or from an expression',
	displayOptions: { show: form, hide: { featureType: kindsWithout('icons') } },
});

const data = rows(
	{
		displayName: 'Data',
		name: 'data',
		placeholder: 'Add Data',
		description: 'Values of data fields',
		displayOptions: { show: form },
	},
	{ displayName: 'Entry', name: 'entries' },
	{
		key: dataFieldCode,
		name: text({
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Tenant',
			description: 'What people call the data field',
		}),
		value: text({
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. Quay Books',
			description: 'Text that the feature has in this data field',
		}),
	},
);

const extra = anything({
	displayName: 'Extra',
	name: 'extra',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. { "name": "Room 12" }',
	description: 'Further members of the feature as one JSON object, merged in',
	displayOptions: { show: form },
});

/** The fields of source "Form". Those that a kind does not have are hidden for it (section 2.3). */
export const formProperties = [featureType, zoneType, position, geometry, icons, data, extra].map(
	({ property }) => property,
);

/** The feature that the form describes. @throws InvalidInputError that names the field */
export function featureFromForm(parameters: Parameters, itemIndex: number): Feature {
	const json = (field: Parameter<unknown>) => {
		const given = field.read(parameters, itemIndex);
		return typeof given === 'string' && given.trim() === '' ? undefined : parseGiven(given, field.property.displayName);
	};
	const type = featureType.read(parameters, itemIndex);
	const entries = data.read(parameters, itemIndex);
	const members: Feature = {
		zoneType: type === 'zone' ? zoneType.read(parameters, itemIndex) : undefined,
		position: json(position),
		geometry: json(geometry),
		icons: json(icons),
		data: entries.length > 0 ? entries : undefined,
	};
	const further = json(extra) ?? {};
	if (!isJsonObject(further))
		throw new InvalidInputError('Extra is not a JSON object', 'Give Extra as one JSON object.');
	const filled = Object.entries(members).filter(([, value]) => value !== undefined);
	return { type, ...KINDS[type]?.defaults, ...Object.fromEntries(filled), ...further };
}

/**
 * What is given as JSON or as the text of it: sheets and webhooks hand it over as text.
 * @throws InvalidInputError for other text
 */
export function parseGiven(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const { json, problem } = readJsonText(value);
	if (problem === undefined) return json;
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${problem}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

function readJsonText(text: string): { json?: unknown; problem?: string } {
	try {
		return { json: JSON.parse(text) as unknown };
	} catch (error) {
		// The message quotes the text.
		return { problem: inertText((error as Error).message) };
	}
}

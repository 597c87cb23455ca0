import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { dataFieldParameter } from '../../../nodes/shared/data-field-parameter.ts';
import { choice, choices, flag, number, optionsOf, rows, text, texts } from '../../../nodes/shared/parameter.ts';
import { Parameters, propertiesReadBy, propertyReadBy } from '../../../nodes/shared/parameters.ts';

const form = choice({
	displayName: 'Data Format',
	name: 'dataFormat',
	type: 'options',
	options: [
		{ name: 'Array', value: 'array' },
		{ name: 'By Name', value: 'byName' },
	],
	default: 'byName',
});
const kinds = choices({
	displayName: 'Kinds',
	name: 'kinds',
	type: 'multiOptions',
	options: [
		{ name: 'Floor', value: 'floor' },
		{ name: 'Campus', value: 'campus' },
	],
	default: [],
});
const limit = number({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
});
const isOn = flag({ displayName: 'Return All', name: 'isOn', type: 'boolean', default: true });
const title = text({ displayName: 'Title', name: 'title', type: 'string', default: 'Floorplan' });
const types = texts({ displayName: 'Types', name: 'types', type: 'string', default: [] });
const field = dataFieldParameter({ displayName: 'Data Field', name: 'field' });
const options = optionsOf({ dataFormat: form, limit });
const columns = rows(
	{ displayName: 'Data Columns', name: 'dataColumns' },
	{ displayName: 'Column', name: 'columns' },
	{ title, limit },
);

/** Parameters of a node, with n8n's part played by a lookup of the value: expressions are the engine's affair. */
function parametersOf(parameters: INodeParameters, json?: IDataObject): Parameters {
	const at = (name: string) =>
		name.split('.').reduce<unknown>((value, step) => (value as IDataObject | undefined)?.[step], parameters);
	return new Parameters({
		getNode: () => ({ id: 'n', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters }),
		getNodeParameter: (name, _itemIndex, fallback) => at(name) ?? fallback,
		getInputData: () => (json === undefined ? [] : [{ json }]),
	});
}

test.each([
	['={{ $json.name }}', 'A'],
	['={{ $json["Room No."] }}', 'B'],
	["={{ $json['It\\'s\\na name'] }}", 'C'],
	...['={{ $json.name + 1 }}', '={{ $json.other }}', '{{ $json.name }}'].map((one) => [one, one]),
])('an expression that reads one property of its item takes no n8n: %s', (expression, value) => {
	const parameters = parametersOf({ title: expression }, { name: 'A', 'Room No.': 'B', "It's\na name": 'C' });

	expect(title.read(parameters, 0)).toBe(value);
});

test('what the node does not hold has the default of its description', () => {
	const parameters = parametersOf({});

	expect(options.read(parameters, 0)).toEqual({ dataFormat: 'byName', limit: 50 });
	expect(columns.read(parameters, 0)).toEqual([]);
	expect([form, kinds, limit, isOn, title, types].map((one) => one.read(parameters, 0))).toEqual([
		'byName',
		[],
		50,
		true,
		'Floorplan',
		[],
	]);
});

test.each([
	[() => form.valueOf('byname'), 'Data Format must be one of array, byName'],
	[() => kinds.valueOf(['floor', 'room']), 'Kinds must be a list of floor, campus'],
	[() => limit.valueOf(0), 'Limit must be a number, 1 or more'],
	[() => isOn.valueOf('perhaps'), 'Return All must be true or false'],
	[() => isOn.valueOf(1), 'Return All must be true or false'],
	[() => title.valueOf({}), 'Title must be text'],
	[() => types.valueOf(['a', 7]), 'Types must be a list of texts'],
	[() => columns.valueOf({ columns: [{ title: 'a', limit: 'x' }] }), 'Limit must be a number, 1 or more'],
	[() => columns.valueOf({ columns: 'Tenant' }), 'Data Columns must be rows'],
	[() => field.valueOf({ __rl: true, mode: 'code', value: 7 }), 'Data Field must be text'],
])('a wrong value is told by the label of the parameter', (read, words) => {
	expect(read).toThrow(words);
});

test.each([undefined, null, '', ' '])(
	'what an expression gives for a column that is not there, %j, is the default',
	(given) => {
		expect(form.valueOf(given)).toBe('byName');
		expect(isOn.valueOf(given)).toBe(true);
		expect(limit.valueOf(given)).toBe(50);
		expect(title.valueOf(given)).toBe('Floorplan');
		expect(field.valueOf(given)).toBe('');
		expect(columns.valueOf(given)).toEqual([]);
	},
);

test('rows are read with the default of each member, and texts are trimmed', () => {
	expect(columns.read(parametersOf({ dataColumns: { columns: [{ title: 'Tenant' }, { limit: '3' }] } }), 0)).toEqual([
		{ title: 'Tenant', limit: 50 },
		{ title: 'Floorplan', limit: 3 },
	]);
	expect(types.valueOf([' room', '', 'zone ', null])).toEqual(['room', 'zone']);
});

test('what n8n gets is its own literal: options sorted by label, rows with their values', () => {
	expect(options.property).toEqual({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [form.property, limit.property],
	});
	expect(columns.property).toMatchObject({
		type: 'fixedCollection',
		options: [{ name: 'columns', values: [title.property, limit.property] }],
	});
});

test('the compiler rejects a default that is no choice, another name, and a read of what is not described', () => {
	const heading = { displayName: 'A', type: 'options' as const };
	// @ts-expect-error: the default is none of the values
	choice({ ...heading, name: 'a', options: [{ name: 'X', value: 'x' }], default: 'y' });
	// @ts-expect-error: the key is not the name that saved workflows hold
	optionsOf({ format: form });
	// @ts-expect-error: there is no such option
	expect(options.read(parametersOf({}), 0).dataformat).toBeUndefined();
});

test.each([
	['={{ $json.Plan }}', ['Plan']],
	['={{ $json?.Plan }}', ['Plan']],
	['={{ $input.item.json.Plan }}', ['Plan']],
	['={{ $json["Room No."] }}', ['Room No.']],
	["={{ $json?.['House'] }} › {{ $input.item.json['Level'] }}", ['House', 'Level']],
	['={{ $json.properties.Plan }}', ['properties', 'Plan']],
	['={{ $now }}', []],
])('the expression %j reads the columns %j', (expression, columns) => {
	expect([...propertiesReadBy(expression)].sort()).toEqual([...columns].sort());
	expect(propertyReadBy(expression)).toBe(columns.length === 1 ? columns[0] : undefined);
});

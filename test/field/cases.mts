import { readFileSync } from 'node:fs';
import path from 'node:path';

import { plan } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import type { FieldCase } from './field-case.mts';

/** Fields of a plan in the formats that a workbook loses. */
const TYPED = {
	Nr: '1',
	'Area EN': '1,234.50',
	'Area DE': '1.234,50',
	'Area plain': '1234.5',
	'Rent EN': '$1,250.00',
	'Rent DE': '1.250,00 €',
	'Rent CHF': "CHF 1'250.00",
	'Date ISO': '2026-12-31',
	'Date DE': '31.12.2026',
	'Date US': '12/31/2026',
	'Date UK': '31/12/2026',
	'Date long': '31 Dec 2026',
	Pct: '50%',
	'Pct DE': '12,5 %',
	YesNo: 'Yes',
	JaNein: 'ja',
	Bool: 'TRUE',
	Phone: '0441234567',
	Zip: '01010',
	Cap: '12',
	Ratio: '0.333333333',
	Time: '14:30',
	DateTime: '31.12.2026 14:30',
};

const setJson = (jsonOutput: string, includeOtherFields = false): Part => ({
	name: 'Edit Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput, includeOtherFields, options: {} },
});

/** Edit Fields, which sets fields to what expressions give. */
export const edit = (fields: Record<string, string>) => (): Part[] => {
	const set = Object.entries(fields).map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`);
	return [setJson(`={{ ${'{'} ${set.join(', ')} } }}`, true)];
};

const collection = readFileSync(path.join(import.meta.dirname, 'files', 'collection.geojson'), 'utf8');
/** As n8n's Webhook gives a request. */
const webhookItem = (body: unknown) => ({ headers: {}, params: {}, query: {}, body, executionMode: 'test' });

const GEOJSON_WAYS: Array<[string, Pick<FieldCase, 'file' | 'items'>, object?]> = [
	['by Extract from JSON', { file: 'collection.geojson' }],
	['of a webhook', { items: [webhookItem(JSON.parse(collection))] }],
	[
		'of a webhook by an expression',
		{ items: [webhookItem(JSON.parse(collection))] },
		{ source: 'json', featureJson: '={{ $json.body }}' },
	],
	['that is pasted', { items: [{}] }, { source: 'json', featureJson: collection }],
];

const square = (x: number, side: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, 0],
			[x + side, 0],
			[x + side, side],
			[x, 0],
		],
	],
});

const ROOMS = ['100', '101', '102'].map((Room) => ({ Room, Tenant: 'X' }));

/** The tables of two plans, written into one workbook and read from it. */
const union = (...planCodes: string[]): Part[] => {
	const codes = planCodes.map((planCode) => ({ planCode }));
	return [
		{
			name: 'Codes',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: { jsCode: `return ${JSON.stringify(codes)};` },
		},
		plan('Get', 'getFeatures', { planCode: '={{ $json.planCode }}', options: { dataFormat: 'table' } }),
		{
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'xlsx', options: {} },
		},
		{
			name: 'Rows',
			type: 'n8n-nodes-base.extractFromFile',
			typeVersion: 1,
			parameters: { operation: 'xlsx', options: { includeEmptyCells: true } },
		},
	];
};

const get = (planCode: string): Part => plan('Get', 'getFeatures', { planCode });

/** What a workbook makes of what a plan has. */
const CELLS = { Number: 3.3, Code: 412, Since: 46082 };
const WRITTEN = { Number: '3.30', Code: '0412', Since: '2026-03-01' };

/** A file of the items by Convert to File, and its rows again. */
const throughWorkbook = (): Part[] =>
	[
		{ name: 'File', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1 },
		{ name: 'Rows', type: 'n8n-nodes-base.extractFromFile', typeVersion: 1 },
	].map((part) => ({ ...part, parameters: { operation: 'xlsx', options: {} } }));

export const cases: FieldCase[] = [
	{
		name: '1: `type` beside a field Type has two meanings',
		file: 'type-lower-case.csv',
		plan: [
			{ Number: '1.01', Type: 'Office', Tenant: '' },
			{ Number: '1.02', Type: 'Lab', Tenant: 'Quay Books' },
		],
		expected: { problem: [/type \(property\)/, /Type \(dfld_/], added: [] },
	},
	{
		name: '2: `position` beside a field Position has two meanings',
		file: 'position-is-job.csv',
		plan: [{ Number: '1.01', Tenant: 'Quay Books', Position: 'Clerk' }],
		expected: { problem: [/position \(property\)/, /Position \(dfld_/], added: [] },
	},
	{
		name: '3: a kind that is known nowhere is a problem, and one that is nearly known is named',
		items: [
			{ Number: '3.01', type: 'lecture_hall' },
			{ Number: '3.02', type: 'Zone' },
			{ Number: '3.03', type: 'zone', zoneType: 'Tenanted' },
		],
		plan: [{ Number: '1.01' }],
		expected: {
			problem: [/lecture_hall/, /did you mean zone/, /did you mean tenanted/],
			added: [],
		},
	},
	{
		name: '4: GeoJSON without a kind asks for Feature Type',
		file: 'collection.geojson',
		plan: [{ useType: 'Office', occupier: 'Dept A' }],
		parameters: { options: { extraColumns: 'ignore' } },
		expected: { problem: [/Feature Type/], added: [] },
	},
	...GEOJSON_WAYS.map(([way, input, parameters]): FieldCase => ({
		...input,
		name: `4: GeoJSON ${way} is rows: properties are columns, geometry the outline`,
		plan: [{ useType: 'Office', occupier: 'Dept Z' }],
		parameters: { ...parameters, featureType: 'zone', zoneType: 'tenanted', options: { extraColumns: 'ignore' } },
		expected: {
			results: ['new', 'new', 'onlyOnPlan'],
			added: [{ useType: 'Office', occupier: 'Dept A' }, { useType: 'Corridor' }],
		},
	})),
	{
		name: '5: a list without kinds says the kinds of the plan, and compared without one',
		file: 'list-without-type.csv',
		plan: ROOMS,
		expected: {
			results: ['same', 'same', 'same', 'new'],
			problem: [/^type is missing; the plan has room \(3\): set Feature Type\. Found in 4 rows: Room 100 \(item 0\)/],
			added: [],
		},
	},
	{
		name: '5: with Feature Type the list adds its new room, and nothing twice',
		file: 'list-without-type.csv',
		parameters: { featureType: 'room' },
		plan: ROOMS,
		expected: { results: ['same', 'same', 'same', 'new'], added: [{ Room: '150', Tenant: 'New Ltd' }] },
	},
	{
		name: '6: a row that differs in a key of the plan asks for a column to match on',
		items: [
			{ type: 'room', Room: '100', Tenant: 'X' },
			{ type: 'room', Room: '101', Tenant: 'Y' },
			{ type: 'room', Room: '102', Tenant: 'X' },
		],
		plan: ROOMS,
		expected: {
			results: ['same', 'unclear', 'same'],
			problem: [/room 101 is on the plan: choose Room under Match By\. Found in room 101 \(item 1\)\./],
			added: [],
		},
	},
	{
		name: '6: such a row of a list in JSON asks for its items',
		items: [{}],
		parameters: {
			source: 'json',
			featureJson: JSON.stringify([{ type: 'room', Room: '101', Tenant: 'Y' }]),
		},
		plan: ROOMS,
		expected: {
			results: ['unclear', 'onlyOnPlan', 'onlyOnPlan'],
			problem: [/room 101 is on the plan: split the list into items first, then choose Room under Match By\./],
			added: [],
		},
	},
	{
		name: '6: matched by Room, the row differs',
		items: [{ type: 'room', Room: '101', Tenant: 'Y' }],
		parameters: { columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Room'] } },
		plan: ROOMS,
		expected: { results: ['different', 'onlyOnPlan', 'onlyOnPlan'], changes: [['Tenant', 'Y']], added: [] },
	},
	{
		name: '10: blank rows of a workbook say nothing; its one flaw is reported with what the row is called',
		file: 'blank-rows.xlsx',
		options: { includeEmptyCells: true },
		plan: [{ Room: '900', Tenant: 'Z' }],
		expected: {
			results: ['new', 'unclear', 'onlyOnPlan'],
			problem: [/^zoneType must be one of .*Found in zone 102 \(item \d\)/],
			added: [],
		},
	},
	{
		name: '10: blank lines and blank columns of a CSV file say nothing, and a hint counts them',
		file: 'blank-lines.csv',
		options: { includeEmptyCells: true },
		parameters: { featureType: 'room' },
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: {
			results: ['same', 'new'],
			hints: [/Items without any value of their own, which say nothing: 2\./, /Columns without any value/],
			added: [{ Room: '102', Tenant: 'Y' }],
		},
	},
	{
		name: 'what a file for Excel writes as ="0412" is 0412',
		file: 'text-formulas.csv',
		parameters: { featureType: 'room' },
		plan: [{ Room: '101', Code: '0412', Tenant: 'X' }],
		expected: {
			results: ['same', 'new'],
			hints: [/Items without any value of their own, which say nothing: 1\./],
			added: [{ Room: '102', Code: '0413' }],
		},
	},
	{
		name: 'the text of a formula is a problem',
		items: [{ type: 'room', Room: '102', Tenant: '=VLOOKUP(A2,Tenants!A:B,2)' }],
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: { problem: [/Tenant is =VLOOKUP\(.*a formula/], added: [] },
	},
	{
		name: '10: a column with a cell and no heading is a problem of the file',
		file: 'no-heading.csv',
		parameters: { featureType: 'room' },
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: { results: ['unclear', 'new'], problem: [/no heading/, /Header Row/, /room 101 \(item 0\)/], added: [] },
	},
	{
		name: '10: empty items say nothing, and a hint counts them',
		items: [{}, { type: 'room', Room: '101', Tenant: 'X' }, { type: '', Room: '', Tenant: ' ' }],
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: { results: ['same'], hints: [/Items without any value of their own, which say nothing: 2\./], added: [] },
	},
	{
		name: '10: blank rows and headings of a JSON list say nothing, and a hint counts them',
		items: [
			webhookItem({
				count: 4,
				data: [{ Room: '', Tenant: null }, { Room: 'Room', Tenant: 'Tenant' }, { Room: '\u200b' }, { Room: '110' }],
			}),
		],
		parameters: { source: 'json', featureJson: '={{ $json.body.data }}', featureType: 'room' },
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: {
			results: ['new', 'onlyOnPlan'],
			hints: [/Items without any value of their own, which say nothing: 3\./],
			added: [{ Room: '110' }],
		},
	},
	{
		name: '14: the empty floor of a row does not lead to another plan',
		file: 'blank-floor.csv',
		parameters: {
			planCode: { __rl: true, mode: 'names', value: '={{ $json.Building }} › {{ $json.Floor }}' },
			options: { extraColumns: 'ignore' },
		},
		plan: [{ 'Asset ID': 'Total', Tenant: '5' }],
		expected: { problem: [/empty part/, /Nothing was sent/], added: [] },
	},
	{
		name: '14: what Ignore leaves out is named; a column that addresses the plan is not',
		items: [{ type: 'room', Room: '150', Tenat: 'New Ltd' }],
		nodes: (planCode) => edit({ Floor: JSON.stringify(planCode) })(),
		parameters: {
			planCode: { __rl: true, mode: 'code', value: '={{ $json.Floor }}' },
			options: { extraColumns: 'ignore' },
		},
		plan: ROOMS,
		expected: {
			results: ['new', 'onlyOnPlan', 'onlyOnPlan', 'onlyOnPlan'],
			hints: [/left out, with the number of their rows: Tenat \(1\)\.$/],
			added: [{ Room: '150' }],
		},
	},
	...[
		{ name: '16: the tables of two plans in one workbook', results: undefined },
		{ name: '16: what Results leave out is counted', results: ['new', 'different'] },
	].map(({ name, results }): FieldCase => ({
		name,
		items: [{}],
		nodes: (planCode, otherPlan) => union(planCode, otherPlan),
		parameters: {
			planCode: { __rl: true, mode: 'code', value: '={{ $json.planCode }}' },
			options: results === undefined ? {} : { results },
		},
		plan: ROOMS,
		otherPlan: [
			{ Room: '100', Rent: '1' },
			{ Room: '101', Rent: '2' },
		],
		expected:
			results === undefined
				? { results: ['same', 'same', 'same', 'same', 'same'], added: [] }
				: { results: [], hints: [/^Left out by Results: Same \(5\)\.$/], added: [] },
	})),
	{
		name: 'the line of the separator that Excel writes leads to Starting Line',
		file: 'excel-separator.csv',
		parameters: { featureType: 'room' },
		plan: ROOMS,
		expected: { problem: [/^sep=; is a line that Excel writes/, /Starting Line/], added: [] },
	},
	{
		name: 'behind it headings that come again say nothing',
		file: 'excel-separator.csv',
		options: { delimiter: ';', fromLine: 2 },
		parameters: { featureType: 'room' },
		plan: ROOMS,
		expected: {
			results: ['same', 'new', 'new', 'onlyOnPlan', 'onlyOnPlan'],
			hints: [/^Items without any value of their own, which say nothing: 1\./],
			added: [
				{ Room: '150', Tenant: 'New Ltd' },
				{ Room: '151', Tenant: 'Other' },
			],
		},
	},
	{
		name: 'a row without a mapped value says nothing',
		items: [{ R: '', Note: 'Total' }, { R: 'R', Note: 'Note' }, { R: '150' }],
		parameters: {
			columns: {
				mappingMode: 'defineBelow',
				value: { type: 'room', Room: '={{ $json.R }}' },
				matchingColumns: [],
				schema: [],
			},
		},
		plan: ROOMS,
		expected: { results: ['new', 'onlyOnPlan', 'onlyOnPlan', 'onlyOnPlan'], added: [{ Room: '150' }] },
	},
	{
		name: '4: GeoJSON as text, as HTTP Request gives application/geo+json',
		items: [{ data: collection }],
		plan: [{ useType: 'Office', occupier: 'Dept Z' }],
		parameters: { featureType: 'zone', zoneType: 'tenanted', options: { extraColumns: 'ignore' } },
		expected: {
			results: ['new', 'new', 'onlyOnPlan'],
			added: [{ useType: 'Office', occupier: 'Dept A' }, { useType: 'Corridor' }],
		},
	},
	{
		name: 'a list of another plan says what this one has',
		items: [
			{ type: 'room', Room: '900' },
			{ type: 'room', Room: '901' },
		],
		plan: ROOMS,
		expected: {
			results: ['new', 'new', 'onlyOnPlan', 'onlyOnPlan', 'onlyOnPlan'],
			hints: [/^None of the 2 rows is on this plan \(.*\); it has rooms 100 to 102\.$/],
			added: [{ Room: '900' }, { Room: '901' }],
		},
	},
	{
		name: '11: a zone without an outline is valid, and a hint says that it will not show',
		file: 'no-place.csv',
		plan: [{ Room: '300', Tenant: 'X' }],
		expected: {
			results: ['new', 'onlyOnPlan'],
			hints: [/^1 feature has no outline and will not show on the plan/],
			added: [{ Room: '301', Tenant: 'N' }],
		},
	},
	{
		name: '12: an outline in another form than those of the plan is a problem',
		file: 'wkt.csv',
		plan: [{ Room: '200', Tenant: 'X' }],
		expected: { results: ['unclear', 'unclear', 'onlyOnPlan'], problem: [/geometry/, /POLYGON/], added: [] },
	},
	...[
		{
			type: 'LineString',
			coordinates: [
				[1, 1],
				[2, 2],
			],
		},
		{ type: 'Point', coordinates: [1, 1] },
		{ type: 'Polygon', coordinates: [] },
	].map((geometry): FieldCase => ({
		name: `12: ${JSON.stringify(geometry)} is no outline of a zone`,
		items: [{ type: 'zone', zoneType: 'tenanted', Room: '201', geometry }],
		plan: [{ Room: '200' }],
		expected: { problem: [/geometry/, /Polygon/], added: [] },
	})),
	...[
		{
			type: 'Polygon',
			coordinates: [
				[
					['90', '0'],
					['91', '0'],
					['91', '1'],
					['90', '0'],
				],
			],
		},
		{},
	].map((geometry): FieldCase => ({
		name: `12: ${JSON.stringify(geometry)} is no outline of a room`,
		items: [{ type: 'room', Room: '201', geometry }],
		plan: [{ Room: '200' }],
		expected: { problem: [/geometry/, /Polygon/], added: [] },
	})),
	...[1000, 1e-6].map((scale): FieldCase => ({
		name: `outlines of ${scale} to a metre are no rooms of a plan in metres`,
		items: [12, 14].map((x) => ({ type: 'room', Room: `${x}`, geometry: square(x * scale, scale) })),
		plan: [0, 1, 2, 3, 4, 5].map((at) => ({ Room: `10${at}` })),
		expected: { problem: [/geometry is far from the plan, or in another unit/], added: [] },
	})),
	...[
		{ Name: 'Total', Area: '90.5', Rooms: 2 },
		{ Name: 'Gesamtsumme:', Area: 90.5 },
		{ Name: null, Tenant: 'Sub-total', Area: '90,5 m²' },
		{ Name: 'Page 1 of 2', Area: '' },
		{ Name: 'Printed on 28 Nov 2026 by Anna' },
	].map((totals): FieldCase => ({
		name: `a row of a report, such as ${JSON.stringify(totals)}, is no room`,
		items: [{ Name: 'Total', Tenant: 'TotalEnergies', Area: '45.2' }, totals],
		parameters: { featureType: 'room', options: { extraColumns: 'ignore' } },
		plan: [{ Name: 'Lobby', Tenant: 'Anna', Area: '45.3' }],
		expected: { problem: [/holds totals/, /leave it out/], added: [] },
	})),
	{
		name: 'a tenant that the plan calls Total, and what only looks like a row of a report, are features',
		items: [{ Tenant: 'Total', Area: '45.2', Name: '' }, { Name: 'Page room' }, { Name: 'Total' }],
		parameters: { featureType: 'room' },
		plan: [{ Name: 'Lobby', Tenant: 'Total', Area: '45.3' }],
		expected: {
			results: ['new', 'new', 'new', 'onlyOnPlan'],
			added: [{ Tenant: 'Total', Area: '45.2' }, { Name: 'Page room' }, { Name: 'Total' }],
		},
	},
	{
		name: '12: a layer as ArcGIS gives it by itself is one problem',
		items: [{ features: [{ attributes: { OBJECTID: 7, Room: '101' }, geometry: { rings: [] } }] }],
		plan: [{ Room: '100' }],
		expected: { problem: [/^features\[0\]\.attributes holds columns of its own/, /f=geojson/], added: [] },
	},
	{
		name: '7: a file of UTF-8 that is read as latin1',
		file: 'heads.csv',
		options: { encoding: 'latin1' },
		plan: [{ Nr: '1', 'Area (sq ft)': '250', 'Dept No': '07', 'Name short': 'x', Fläche: '9' }],
		expected: { problem: [/Encoding/], added: [] },
	},
	...['', 'latin1'].map((encoding): FieldCase => ({
		name: `7: a file of Windows-1252 that is read as ${encoding || 'UTF-8'}`,
		file: 'windows-1252.csv',
		options: { delimiter: ';', ...(encoding === '' ? {} : { encoding }) },
		plan: [{ Nr: '001', Use: 'Office', Tenant: 'Jüdger – Sohn', Rent: '700 €' }],
		expected: { problem: [/Encoding/, /Rent|Tenant/], added: [] },
	})),
	{
		name: '8: typed cells come in the formats of the plan',
		file: 'typed.xlsx',
		nodes: edit({ type: '"room"' }),
		plan: [TYPED],
		expected: {
			results: ['same', 'new'],
			added: [
				{
					Nr: '9',
					'Area EN': '20.00',
					'Area DE': '20,25',
					'Area plain': '99.9',
					'Rent EN': '$800.00',
					'Rent DE': '800,50 €',
					'Rent CHF': 'CHF 800.00',
					'Date ISO': '2027-02-01',
					'Date DE': '01.02.2027',
					'Date US': '02/01/2027',
					'Date UK': '01/02/2027',
					'Date long': '01 Feb 2027',
					Pct: '100%',
					'Pct DE': '100 %',
					YesNo: 'No',
					JaNein: 'nein',
					Bool: 'FALSE',
					Phone: '0441234568',
					Zip: '08000',
					Cap: '8',
					Ratio: '1.5',
					Time: '08:00',
					DateTime: '01.02.2027 08:00',
				},
			],
		},
	},
	{
		name: '8: what a push wrote, the next push of the same cells finds, whatever other cells wrote beside it',
		items: [
			{ Area: 8, Nr: 3, Opens: 0.375 },
			{ Area: 12.55, Nr: 13, Opens: 'by appointment' },
			{ Area: 7, Nr: 4, Opens: '9:30' },
		],
		parameters: { featureType: 'room' },
		plan: [
			{ Area: '12.5', Nr: '001', Opens: '08:00' },
			{ Area: '10.0', Nr: '002', Opens: 'closed' },
			{ Area: '8.0', Nr: '003', Opens: '09:00' },
			{ Area: '12.55', Nr: '013', Opens: 'by appointment' },
		],
		expected: {
			results: ['same', 'same', 'new', 'onlyOnPlan', 'onlyOnPlan'],
			added: [{ Area: '7.0', Nr: '004', Opens: '09:30' }],
		},
	},
	...[{ Nr: '0004' }, { Opens: '9:00:15' }].map((cells): FieldCase => ({
		name: `8: ${JSON.stringify(cells)} would change how the cells of its field are read, and is a problem`,
		items: [{ Nr: '3', ...cells }],
		parameters: { featureType: 'room' },
		plan: [
			{ Nr: '001', Opens: '08:00' },
			{ Nr: '002', Opens: 'closed' },
		],
		expected: { problem: [new RegExp(Object.values(cells)[0])], added: [] },
	})),
	{
		name: '8: a number is none of a telephone',
		file: 'typed.xlsx',
		plan: [{ ...TYPED, Phone: '+44 1234 567' }],
		expected: { results: ['unclear', 'unclear', 'onlyOnPlan'], problem: [/Phone/, /\+44 1234 567/], added: [] },
	},
	{
		name: '9: headings with line breaks and odd spaces are found',
		file: 'heads.csv',
		plan: [{ Nr: '1', 'Area (sq ft)': '250', 'Dept No': '07', 'Name short': 'x', Fläche: '9' }],
		expected: { results: ['same'], added: [] },
	},
	{
		name: '13: a dash is not "no", and spaces around texts are cut',
		file: 'dash-and-blanks.csv',
		plan: [
			{ Nr: '1', Accessible: 'yes', Tenant: 'X' },
			{ Nr: '2', Accessible: 'no', Tenant: '' },
		],
		expected: { results: ['unclear', 'same', 'unclear'], problem: [/Accessible/, /yes/], added: [] },
	},
	{
		name: '16: an empty cell in a column that this plan does not have says nothing',
		items: [{ type: 'room', Room: '101', Rent: '', [`Tenant (dfld_${'z'.repeat(25)})`]: '' }],
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: { results: ['same'], added: [] },
	},
	{
		name: '15: a column beside the data of an item of Get is that field, on another plan, too',
		items: [{}],
		otherPlan: [{ Room: '101', Tenant: 'Old Ltd' }],
		nodes: (_planCode, otherPlan) => [get(otherPlan), ...edit({ Tenant: '"New Ltd"' })()],
		plan: [{ Room: '100', Tenant: 'X' }],
		expected: {
			results: ['new', 'onlyOnPlan'],
			added: [{ Room: '101', Tenant: 'New Ltd' }],
			properties: ['code', 'data', 'geometry', 'type'],
		},
	},
	...['lessee', ' Lessee'].map((column): FieldCase => ({
		name: `15: ${JSON.stringify(column)} beside the data of an item of Get is the field Lessee`,
		items: [{}],
		otherPlan: [{ Room: '101', Lessee: 'Old Ltd' }],
		nodes: (_planCode, otherPlan) => [get(otherPlan), ...edit({ [column]: '"New Ltd"' })()],
		plan: [{ Room: '100', Lessee: 'X' }],
		expected: {
			results: ['new', 'onlyOnPlan'],
			added: [{ Room: '101', Lessee: 'New Ltd' }],
			properties: ['code', 'data', 'geometry', 'type'],
		},
	})),
	{
		name: '15: a column that a merge added to an item of Get, and that the plan does not have, is a problem',
		items: [{}],
		otherPlan: [{ Room: '101', Tenant: 'X' }],
		nodes: (_planCode, otherPlan) => [get(otherPlan), ...edit({ Remark: '"x"' })()],
		plan: [{ Room: '100', Tenant: 'X' }],
		expected: { results: ['unclear', 'onlyOnPlan'], problem: [/Remark/, /Extra Columns/], added: [] },
	},
	{
		name: 'a linked record is its text, and several are a problem',
		items: [
			{ type: 'room', Room: '101', Tenant: ['X'] },
			{ type: 'room', Room: '102', Tenant: ['X', 'Y'] },
		],
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: { results: ['same', 'unclear'], problem: [/Tenant/, /join/], added: [] },
	},
	...[true, false].map((isNested): FieldCase => ({
		name: `columns of a record that lie in an object ${isNested ? 'are a problem' : 'are a row by its advice'}`,
		items: ['101', '102'].map((Room) => ({ id: `rec${Room}AbCdEfGhIjK`, fields: { Room, Tenant: 'X' } })),
		nodes: () => (isNested ? [] : [setJson('={{ $json.fields }}')]),
		parameters: { featureType: 'room' },
		plan: [{ Room: '101', Tenant: 'X' }],
		expected: isNested
			? {
					results: ['unclear', 'unclear'],
					problem: [/^fields holds the columns of the row; .* by Edit Fields with the JSON \{\{ \$json\.fields \}\}/],
					added: [],
				}
			: { results: ['same', 'new'], added: [{ Room: '102', Tenant: 'X' }] },
	})),
	{
		name: 'numbers that a program filled up with zeros are those of the plan',
		items: [{ type: 'room', Room: '101', 'Cost centre': '0000004711' }],
		plan: [{ Room: '101', 'Cost centre': '4711' }],
		expected: { results: ['same'], added: [] },
	},
	...['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Auckland'].map((timezone): FieldCase => ({
		name: `17: a day of ${timezone}, the zone of the workflow, as $today, as a date of Postgres, as text`,
		items: [{ Nr: '1' }, { Nr: '2' }, { Nr: '3' }],
		nodes: edit({
			Day:
				'[$today.set({ year: 2026, month: 11, day: 26 })]' +
				'.map((day) => [day, day.toJSDate(), day.toUTC().toISO()])[0][$json.Nr - 1]',
		}),
		settings: { timezone },
		plan: ['1', '2', '3'].map((Nr) => ({ Nr, Day: '26.11.2026' })),
		expected: { results: ['same', 'same', 'same'], added: [] },
	})),
	{
		name: '17: a time of day is no day',
		items: [{ Nr: '1', Day: '2026-11-26T19:00:00.000-05:00' }],
		plan: [{ Nr: '1', Day: '2026-11-26' }],
		expected: { results: ['unclear', 'onlyOnPlan'], problem: [/Day/, /2026-11-26/], added: [] },
	},
	...[
		['a whole number that lost digits', Number('8202522731445525542')],
		['a huge number', 1e21],
		['a tiny number', 1e-7],
	].map(([what, number]): FieldCase => ({
		name: `18: ${what} has to be a text`,
		items: [{ Nr: '1', Code: number }],
		plan: [{ Nr: '1', Code: '12.50' }],
		expected: { problem: [/Code/, /as text/], added: [] },
	})),
	{
		name: '19: cells of a workbook in the formats of the plan, automatically',
		items: [{ type: 'room', ...CELLS }],
		nodes: throughWorkbook,
		plan: [WRITTEN],
		expected: { results: ['same'], added: [] },
	},
	{
		name: '19: the same cells by mapped columns',
		items: [CELLS],
		nodes: throughWorkbook,
		parameters: {
			columns: {
				mappingMode: 'defineBelow',
				value: {
					type: 'room',
					...Object.fromEntries(Object.keys(CELLS).map((name) => [name, `={{ $json.${name} }}`])),
				},
				matchingColumns: [],
				schema: [],
			},
		},
		plan: [WRITTEN],
		expected: { results: ['same'], added: [] },
	},
	{
		name: '19: the same cells in an edited item of Get',
		items: [{}],
		nodes: (planCode) => [get(planCode), ...edit({ data: `{ ...$json.data, ...${JSON.stringify(CELLS)} }` })()],
		plan: [WRITTEN],
		expected: { results: ['same'], added: [] },
	},
];

/** Filters of Get: the value is read as Push reads a cell. */
export const filters: Array<{ name: string; values: string[]; value: unknown; found: string[] }> = [
	{ name: '20: 412 finds 0412', values: ['0412', '0413'], value: '={{ 412 }}', found: ['0412'] },
	{ name: '="0412" finds 0412', values: ['0412', '0413'], value: '={{ \'="0412"\' }}', found: ['0412'] },
	{ name: '20: 3.1 finds 3.10', values: ['3.10', '3.20'], value: '={{ 3.1 }}', found: ['3.10'] },
	{
		name: '20: 46082 finds its day',
		values: ['2026-03-01', '2026-03-02'],
		value: '={{ 46082 }}',
		found: ['2026-03-01'],
	},
	{
		name: '20: a date finds its day',
		values: ['01.03.2026', '02.03.2026'],
		value: '={{ DateTime.fromISO("2026-03-01") }}',
		found: ['01.03.2026'],
	},
	{
		name: '20: spaces and Unicode forms do not matter',
		values: ['Café A', 'Bar'],
		value: ' Cafe\u0301\u00a0A',
		found: ['Café A'],
	},
];

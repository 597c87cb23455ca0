import type { IDataObject } from 'n8n-workflow';
import { dataKey, zone } from '../../support/engine/features.mts';
import { push } from '../../support/engine/steps.mts';
import type { Step } from '../../support/engine/execution.mts';

export interface BadInput {
	name: string;
	step: Step;
	/** Merged into an item that is otherwise right. */
	item: IDataObject;
	/** What the error says beside the item. */
	words: RegExp;
}

const planCodeOf = (value: unknown): Pick<BadInput, 'step' | 'item'> => ({
	step: push(),
	item: { planCode: value } as IDataObject,
});
const featureOf = (feature: unknown): Pick<BadInput, 'step' | 'item'> => ({
	step: push(),
	item: { features: [zone('good'), feature] } as IDataObject,
});
const dataOf = (entry: unknown) =>
	featureOf(zone('bad', { data: [{ key: dataKey('a'), name: 'A', value: 'a' }, entry] }));
const fieldOf = (value: unknown): Pick<BadInput, 'step' | 'item'> => ({
	step: push(),
	item: { features: value } as IDataObject,
});
const jsonOf = (value: unknown): Pick<BadInput, 'step' | 'item'> => ({
	step: push({}, { source: 'json', featureJson: '={{ $json.json }}' }),
	item: { json: value } as IDataObject,
});
const authorOf = (author: unknown) => ({
	step: push({}, { author: '={{ $json.author }}' }),
	item: { author } as IDataObject,
});
const partnerOf = (partner: unknown) => ({
	step: push({ partnerCode: '={{ $json.partner }}' }),
	item: { partner } as IDataObject,
});

function circular(): IDataObject {
	const position: IDataObject = {};
	position.of = position;
	return zone('bad', { position });
}

function nested(levels: number): IDataObject {
	return levels === 1 ? {} : { a: nested(levels - 1) };
}

/** The bad input that must never reach the service. */
export const badInputs: BadInput[] = [
	{ name: 'an empty plan code', ...planCodeOf(''), words: /plan code is empty/ },
	{ name: 'a blank plan code', ...planCodeOf('  '), words: /plan code is empty/ },
	{ name: 'a missing plan code', ...planCodeOf(undefined), words: /No plan code/ },
	{
		name: 'a plan code that is a number',
		...planCodeOf(7),
		words: /plan code must be text, but is a value of type number/,
	},
	{ name: 'a plan code that is a list', ...planCodeOf(['pln']), words: /plan code must be text, but is an array/ },
	{
		name: 'a plan code that is an object',
		...planCodeOf({ code: 'pln' }),
		words: /plan code must be text, but is a value of type object/,
	},
	{ name: 'the plan code ..', ...planCodeOf('..'), words: /plan code "\.\." is not a code/ },
	{ name: 'a plan code of broken Unicode', ...planCodeOf('\ud800'), words: /plan code holds broken Unicode/ },
	{ name: 'a feature that is no object', ...featureOf('zone'), words: /features\[1\] must be an object/ },
	{ name: 'a feature that is null', ...featureOf(null), words: /features\[1\] must be an object/ },
	{ name: 'a feature that is a list', ...featureOf([]), words: /features\[1\] must be an object/ },
	{
		name: 'a feature without a type',
		...featureOf({ zoneType: 'common' }),
		words: /features\[1\]\.type is missing: set Feature Type/,
	},
	{
		name: 'a wrong zoneType',
		...featureOf(zone('bad', { zoneType: 'Common' })),
		words: /features\[1\]\.zoneType must be one of common, identified/,
	},
	{
		name: 'a geometry that is text',
		...featureOf(zone('bad', { geometry: 'POLYGON' })),
		words: /features\[1\]\.geometry must be a polygon/,
	},
	{
		name: 'a position that is a list',
		...featureOf({ type: 'leaderLineIcon', position: [1, 2] }),
		words: /features\[1\]\.position must be an object/,
	},
	{
		name: 'icons that are no objects',
		...featureOf({ type: 'zonedIcon', icons: ['printer'] }),
		words: /features\[1\]\.icons\[0\] must be/,
	},
	{
		name: 'a data key in capitals',
		...dataOf({ key: dataKey('A'), name: 'B', value: 'b' }),
		words: /features\[1\]\.data\[1\]\.key must match dfld_ followed by 25 of a-z, 0-9/,
	},
	{
		name: 'a data key that is too short',
		...dataOf({ key: 'dfld_abc', name: 'B', value: 'b' }),
		words: /data\[1\]\.key must match/,
	},
	{
		name: 'an empty data name',
		...dataOf({ key: dataKey('b'), name: '', value: 'b' }),
		words: /data\[1\]\.name must be text that is not empty/,
	},
	{
		name: 'a data value that is a number',
		...dataOf({ key: dataKey('b'), name: 'B', value: 7 }),
		words: /data\[1\]\.value must be text/,
	},
	{
		name: 'a data entry that is text',
		...dataOf('Tenant'),
		words: /data\[1\] must be an object with key, name and value/,
	},
	{
		name: 'a data field given twice',
		...featureOf(zone('bad', { data: [0, 1].map((value) => ({ key: dataKey('b'), name: 'B', value: `${value}` })) })),
		words: /data\[1\]\.key repeats the key of data\[0\]; keep one of the two/,
	},
	{
		name: "a number that JSON can't hold",
		...featureOf(zone('bad', { size: NaN })),
		words: /features\[1\]\.size is NaN, which JSON can't hold/,
	},
	{
		name: 'a BigInt',
		...featureOf(zone('bad', { data: [{ key: dataKey('b'), name: 'B', value: 'b', id: 7n }] })),
		words: /features\[1\]\.data\[0\]\.id is a BigInt/,
	},
	{ name: 'a feature that holds itself', ...featureOf(circular()), words: /features\[1\] holds itself/ },
	{
		name: 'a feature that nests too deep',
		...featureOf(zone('bad', { position: nested(198) })),
		words: /features\[1\]\.position\.a\.a.*… nests too deep/,
	},
	{
		name: 'a row that was flattened',
		...featureOf({ type: 'zone', 'geometry.type': 'Polygon', 'geometry.coordinates.0.0.0': 1, 'data.Tenant': 'x' }),
		words: /features\[1\]\.geometry\.type comes from a nested value that was flattened into columns\. .*Table/,
	},
	{
		name: 'a column that stands for no data field',
		...featureOf(zone('bad', { data: { Tenant: 'x' } })),
		words: /features\[1\]\.data\.Tenant is in no entry of dataFields/,
	},
	{ name: 'a field that is missing', ...fieldOf(undefined), words: /Feature JSON gives nothing/ },
	{ name: 'a field of text that is not JSON', ...fieldOf('{"type":'), words: /Feature JSON is not JSON/ },
	{ name: 'a field that is a number', ...fieldOf(7), words: /features must be an object/ },
	{ name: 'typed JSON that does not parse', ...jsonOf('{"type": "zone",}'), words: /Feature JSON is not JSON/ },
	{ name: 'typed JSON that is empty', ...jsonOf(''), words: /Feature JSON is empty/ },
	{ name: 'typed JSON that is a number', ...jsonOf('7'), words: /json must be an object/ },
	{
		name: 'a line break in Author',
		...authorOf('one\ntwo'),
		words: /Author must be plain text without control characters/,
	},
	{ name: 'an Author that is an object', ...authorOf({ name: 'x' }), words: /Author must be text/ },
	{
		name: 'an Existing Features that is neither of the two',
		step: push({ existing: '={{ $json.existing }}' }),
		item: { existing: 'Skip' },
		words: /Existing Features must be one of push, skip/,
	},
	{
		name: 'a line break in Partner Code',
		...partnerOf('ptnr\r\nX-Evil: 1'),
		words: /partner code must be printable ASCII/,
	},
	{ name: 'a Partner Code with an umlaut', ...partnerOf('ptnr_ü'), words: /partner code must be printable ASCII/ },
];

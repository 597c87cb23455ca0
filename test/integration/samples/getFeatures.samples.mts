import type { IDataObject } from 'n8n-workflow';
import { GetFeatures } from '../../../nodes/GetFeatures/GetFeatures.node.ts';
import { demo } from '../../../tools/sandbox/server.mts';
import { flatParameters } from '../../../tools/scripts/docs/flat-parameters.mts';
import { getMany } from '../../support/engine/steps.mts';
import { firstItem } from './forms.mts';
import type { Samples } from './sample.mts';
import { only } from './shortening.mts';

const { planCode } = demo;
const oneRoom = { returnAll: false, limit: 1, filters: { types: ['room'] } };
const roomByName = {
	items: [{ planCode }],
	steps: [getMany({ dataFormat: 'byName', omitGeometry: true }, oneRoom)],
};

const dataFormats = flatParameters(new GetFeatures().description.properties)
	.filter(({ path }) => path === 'options.dataFormat')
	.flatMap(({ choices }) => choices);

export const getFeatures: Samples = {
	'getFeatures.roomByName': { run: roomByName, form: firstItem },
	'getFeatures.dataFormats': {
		run: {
			items: dataFormats.map(({ value }) => ({ planCode, dataFormat: value })),
			steps: [getMany({ dataFormat: '={{ $json.dataFormat }}' }, oneRoom)],
		},
		shorten: [tenantOnly],
		form: dataFormatTable,
	},
};

/** Of the data one field, whatever their form; its code is cut. A table has it beside the members. */
function tenantOnly({ data, [demo.dataFields.tenant.name]: column }: IDataObject): IDataObject {
	const { key, name } = demo.dataFields.tenant;
	if (column !== undefined) return { [name]: column };
	const tenant = Array.isArray(data)
		? data.filter((entry) => (entry as IDataObject).key === key)
		: only(key, name)(data as IDataObject);
	return JSON.parse(JSON.stringify({ data: tenant }).replaceAll(key, 'dfld_…')) as IDataObject;
}

async function dataFormatTable(items: IDataObject[]): Promise<string> {
	const rows = items.map((item, index) => `| ${dataFormats[index].name} | \`${inLine(item)}\` |`);
	return await Promise.resolve(['| Format | One data field of an item |', '|---|---|', ...rows].join('\n'));
}

/** JSON in one line, with a space after each colon and comma and within braces. */
function inLine(value: unknown): string {
	return JSON.stringify(value, null, 1)
		.replace(/\n\s*/g, ' ')
		.replace(/\[ | \]/g, (bracket) => bracket.trim());
}

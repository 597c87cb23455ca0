import type { IDataObject } from 'n8n-workflow';
import { dataKey } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const field = { key: dataKey('r'), name: 'Room' };
const room = (value: string): IDataObject => ({ type: 'room', data: [{ ...field, value }] });

/** Pushes what an expression of Feature JSON gives. @returns the rooms that are added, in order */
async function pushJson(value: unknown) {
	const [planCode] = service.plans(1, [room('101')]);
	const step = push({ existing: 'skip' }, { featureType: 'room', featureJson: '={{ $json.given }}' });
	const { error } = await runNode({
		...step,
		items: [{ planCode, given: value } as IDataObject],
		credential: service.credential(),
	});
	const added = service.sandbox.features(planCode).slice(1);
	return { error: error?.message, rooms: added.map(({ data }) => (data as Array<{ value: string }>)[0].value) };
}

const row = { Room: '110' };
const [one, two] = [{ Room: '110' }, { Room: '111' }];

test.each<[string, unknown, string[]]>([
	['JSON that was made a text twice', JSON.stringify(JSON.stringify([one, two])), ['110', '111']],
	['one that was made a text three times', JSON.stringify(JSON.stringify(JSON.stringify(row))), ['110']],
	['a block of Markdown within a text', JSON.stringify(`\`\`\`json\n${JSON.stringify([row])}\n\`\`\``), ['110']],
	['a list of JSON texts', [one, two].map((entry) => JSON.stringify(entry)), ['110', '111']],
	['the text of a list of JSON texts', JSON.stringify([JSON.stringify(row)]), ['110']],
	[
		'a list of whole items',
		[
			{ json: one, pairedItem: { item: 0 } },
			{ json: two, pairedItem: { item: 1 } },
		],
		['110', '111'],
	],
	['a list of items with files', [{ json: row, binary: {} }], ['110']],
	['a list of items alone', [{ json: row }], ['110']],
	...['data', 'items', 'records', 'results', 'rows', 'value'].map((name): [string, unknown, string[]] => [
		`an envelope of ${name}`,
		{ [name]: [one, two] },
		['110', '111'],
	]),
	['an envelope with more in it', { count: 2, next: null, results: [row] }, ['110']],
	['the text of an envelope', JSON.stringify({ data: [row] }), ['110']],
])('Feature JSON may be %s', async (_what, value, rooms) => {
	expect(await pushJson(value)).toEqual({ error: undefined, rooms });
});

test.each<[string, unknown, RegExp]>([
	['a text that is no JSON within a text', JSON.stringify('Room 110'), /^Feature JSON is not JSON/],
	['a text within a list that is no JSON', [row, 'Room 111'], /^given\[1\] must be an object/],
	['a problem within an envelope', { data: [row, 7] }, /^given\.data\[1\] must be an object/],
])('Feature JSON is a problem as %s', async (_what, value, words) => {
	expect(await pushJson(value)).toEqual({ error: expect.stringMatching(words), rooms: [] });
});

test('a feature whose data field list is called data is no envelope', async () => {
	expect(await pushJson({ data: [{ ...field, value: '110' }] })).toEqual({ error: undefined, rooms: ['110'] });
});

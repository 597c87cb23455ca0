import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Feature } from '../../../service/plan';
import type { Step } from '../../support/engine/execution.mts';
import { runChain } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, compare, draw } from '../../support/engine/steps.mts';
import { differingPart } from '../../support/png.mts';
import { NAME, USE, box, drawn, expectPicture, floor, inDegrees, shape } from './draw-plans.mts';
import type { Corner } from './draw-plans.mts';

const service = useService();

async function picture(features: Feature[], options = {}, parameters = {}) {
	const [planCode] = service.plans(1, features);
	const [one] = await drawn(service, [{ planCode }], draw({ width: 600, ...options }, parameters));
	return one;
}

describe('golden pictures', () => {
	test('a floor by type, with names', async () => {
		const one = await picture(floor, { width: 1200, labelField: 'Name' });
		expect(one.json).toMatchObject({ width: 1200, height: one.pixels.height, drawn: 11, notDrawn: 0 });
		expectPicture(one, 'floor');
	});

	test('a floor by the values of a data field', async () => {
		expectPicture(await picture(floor, { colorBy: 'dataField', colorField: USE, labelField: NAME }), 'data-field');
	});

	test('a campus in degrees', async () => {
		const buildings = [0, 1, 2].map((index) =>
			shape('building', `House ${index}`, box(index * 90, index * 30, index * 90 + 60, 90)),
		);
		const site = shape('zone', 'Site', box(-10, -10, 260, 150));
		const [path] = inDegrees([
			shape('path', '', [
				[0, 120],
				[100, 110],
				[240, 130],
			]),
		]);
		const [coordinates] = (path.geometry as { coordinates: Corner[][] }).coordinates;
		const campus = [...inDegrees([site, ...buildings]), { ...path, geometry: { type: 'LineString', coordinates } }];
		expectPicture(await picture(campus, { labelField: 'Name' }), 'campus');
	});

	test('what Compare Features has found', async () => {
		const [planCode] = service.plans(1, floor);
		const features = [
			...floor.slice(0, 2),
			shape('room', '1.02', box(11, 0, 22, 8), 'Lager'),
			...floor.slice(4, 7),
			floor[8],
			shape('room', '1.07', box(22, 12, 33, 20), 'Neu'),
		];
		const [one, ...others] = await drawn(
			service,
			features.map((feature) => ({ planCode, ...feature })),
			compare({}, byColumns('Name')),
			draw({ width: 800, colorBy: 'result', labelField: 'Name' }),
		);
		expect(others).toEqual([]);
		expect(one.json).toMatchObject({ planCode, drawn: 12, notDrawn: 0 });
		expectPicture(one, 'comparison');
	});
});

test('degrees are drawn as metres are: without distortion, the north at the top', async () => {
	const options = { labelField: 'Name' };
	const [metres, degrees] = [await picture(floor, options), await picture(inDegrees(floor), options)];
	expect(differingPart(metres.pixels, degrees.pixels)).toBeLessThan(0.01);
});

test('what has another structure is counted, and fails nothing', async () => {
	const others = [
		undefined,
		null,
		{ type: 'Circle', radius: 3 },
		{
			type: 'Polygon',
			coordinates: [
				[
					[0, 0],
					['1', 1],
				],
			],
		},
	];
	const features = [shape('room', '', box(0, 0, 20, 10)), ...others.map((geometry) => ({ type: 'room', geometry }))];
	expect((await picture(features)).json).toMatchObject({ drawn: 1, notDrawn: others.length });
});

test('a hole stays open', async () => {
	const geometry = { type: 'Polygon', coordinates: [box(0, 0, 30, 30), box(10, 10, 20, 20)] };
	const { pixels } = await picture([{ type: 'room', geometry }], { legend: false });
	const middle = Math.round(pixels.height / 2);
	expect([pixels.at(300, middle), pixels.at(100, middle)]).toEqual([0xffffff, 0x99ccff]);
});

test('a mark at 0, 0 does not shrink a plan in degrees', async () => {
	const lost = { type: 'fixedIcon', position: { x: 0, y: 0 } };
	const [one, usual] = [
		await picture([...inDegrees(floor), lost], { legend: false }),
		await picture(inDegrees(floor), { legend: false }),
	];
	expect(one.json).toMatchObject({ drawn: floor.length, notDrawn: 1 });
	expect(differingPart(one.pixels, usual.pixels)).toBe(0);
});

test('a plan without features is an empty picture with a hint', async () => {
	const one = await picture([], { labelField: 'Name' });
	expect(one.json).toMatchObject({ width: 600, drawn: 0, notDrawn: 0 });
});

test('items of one plan with the same parameters are one picture, and filters decide what it shows', async () => {
	const [first, second] = service.plans(2, floor);
	const items = [first, second, first].map((planCode) => ({ planCode }));
	const all = await drawn(service, items, draw({ outputField: 'picture' }, { filters: { types: ['room'] } }));
	expect(
		all.map(({ json, item }) => [json.planCode, json.drawn, item.pairedItem, Object.keys(item.binary ?? {})]),
	).toEqual([
		[first, 6, [{ item: 0 }, { item: 2 }], ['picture']],
		[second, 6, [{ item: 1 }], ['picture']],
	]);
});

test('of a plan that cannot be read each item is an error', async () => {
	const [planCode] = service.plans(1, floor);
	const items = ['pln_none', planCode, 'pln_none'].map((code) => ({ planCode: code }));
	const step: Step = { ...draw(), onError: 'continueErrorOutput' };
	const { success, failed } = await runChain({ items, credential: service.credential(), steps: [step] });
	expect(success.map(({ json }) => json.planCode)).toEqual([planCode]);
	expect(failed.map(({ json }) => json.planCode)).toEqual(['pln_none', 'pln_none']);
});

test('results that are rows of changes have no outlines, and what is the same is on the plan', async () => {
	const [planCode] = service.plans(1, floor);
	const items = floor.slice(1, 3).map((feature) => ({ planCode, ...feature }));
	const steps = (options: INodeParameters) => [
		compare(options, byColumns('Name')),
		draw({ colorBy: 'result', legend: false }),
	];
	const [{ json, pixels }] = await drawn(service, items, ...steps({ results: ['same'] }));
	expect(json).toMatchObject({ drawn: floor.length, notDrawn: 0 });
	expect(pixels.at(300, 100)).toBe(0xffffff);
	const rows = drawn(service, items, ...steps({ resultFormat: 'changes' }));
	await expect(rows).rejects.toThrow(/no input item is one of Compare Features/);
});

test('some of what Compare Features has found, in any order, is drawn over the whole plan', async () => {
	const [planCode] = service.plans(1, floor);
	const rows = [...floor.slice(1, 4), shape('room', 'New', box(50, 0, 60, 8))].map((one) => ({ planCode, ...one }));
	const { success } = await runChain({
		items: rows,
		credential: service.credential(),
		steps: [compare({ results: ['same', 'new', 'onlyOnPlan'] }, byColumns('Name'))],
	});
	const found = success.map(({ json }) => json);
	const isNew = ({ result }: IDataObject) => result === 'new';
	const step = draw({ colorBy: 'result', legend: false });

	const [whole, reversed] = [await drawn(service, found, step), await drawn(service, [...found].reverse(), step)];
	expect(differingPart(whole[0].pixels, reversed[0].pixels)).toBe(0);
	expect(whole).toMatchObject([{ json: { drawn: floor.length + 1, notDrawn: 0 } }]);
	expect(await drawn(service, found.filter(isNew), step)).toMatchObject([{ json: { drawn: floor.length + 1 } }]);
	expect(
		await drawn(
			service,
			found.filter((one) => !isNew(one)),
			step,
		),
	).toMatchObject([{ json: { drawn: floor.length } }]);
});

test('what has a value is seen above what has none, and a plan without data fields is drawn', async () => {
	const zone: Feature = { ...shape('zone', 'Wing', box(0, 0, 30, 30), 'Acme'), zoneType: 'tenanted' };
	const options = { colorBy: 'dataField', colorField: USE, labelField: NAME, legend: false };
	const { pixels } = await picture([zone, shape('room', '', box(0, 0, 30, 30))], options);
	expect(pixels.at(150, Math.round(pixels.height / 2) + 60)).toBe(0x99ccff);

	const walls = await picture([{ type: 'wallSegment', geometry: zone.geometry }], options);
	expect(walls.json).toMatchObject({ drawn: 1 });
});

test('a data field is found by its name and code together, too', async () => {
	const byName = await picture(floor, {
		colorBy: 'dataField',
		colorField: `Use (${USE})`,
		labelField: `Name (${NAME})`,
	});
	const byCode = await picture(floor, { colorBy: 'dataField', colorField: USE, labelField: NAME });
	expect(differingPart(byName.pixels, byCode.pixels)).toBe(0);
});

test('by results, a feature with the outline of one that differs is counted, too', async () => {
	const features = ['A', 'B', 'C'].map((name) => shape('room', name, box(0, 0, 20, 10), 'Meeting'));
	const [planCode] = service.plans(1, features);
	const input = [features[0], shape('room', 'B', box(0, 0, 20, 10), 'Lager'), features[2]];
	const [{ json }] = await drawn(
		service,
		input.map((feature) => ({ planCode, ...feature })),
		compare({}, byColumns('Name')),
		draw({ colorBy: 'result' }),
	);
	expect(Number(json.drawn) + Number(json.notDrawn)).toBe(features.length);
});

test('a width with a fraction is rounded, and a cleared Output Field is the usual one', async () => {
	const { json, item } = await picture(floor, { width: 1000 / 3, outputField: '' });
	expect(json.width).toBe(333);
	expect(Object.keys(item.binary ?? {})).toEqual(['plan']);
});

test.each([
	['no result of Compare', { colorBy: 'result' }, /no input item is one of Compare Features/],
	['no field for colors', { colorBy: 'dataField' }, /No data field is given/],
	['an unknown field', { labelField: 'Nmae' }, /^Plan pln_\w+: The plan has no data field "Nmae".*Name/],
	[
		'a picture that is too large',
		{ width: 10_000 },
		/^Plan pln_\w+: Width \(Pixels\) must be a number from 100 to 3000/,
	],
])('%s is said', async (_name, options, message) => {
	await expect(picture(floor, options)).rejects.toThrow(message);
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, check, compare, getMany, push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant } = dataFields;
const desk = (value: string): IDataObject => ({
	type: 'standingDesk',
	position: { x: 1, y: 2 },
	data: [{ ...tenant, value }],
});
const squareAt = (x: number): IDataObject => ({
	geometry: {
		type: 'Polygon',
		coordinates: [
			[
				[x, 0],
				[x + 4, 0],
				[x + 4, 3],
				[x, 0],
			],
		],
	},
});
const skip = { existing: 'skip' };

async function run(step: ReturnType<typeof push>, plan: IDataObject[], items: IDataObject[]) {
	const [planCode] = service.plans(1, plan);
	const { success, error, hints } = await runNode({
		...step,
		items: items.map((item) => ({ planCode, ...item })),
		credential: service.credential(),
	});
	return {
		results: success.map(({ json }) => json),
		error: error === undefined ? '' : `${error.message}\n${String(error.description)}`,
		hints: hints.map(({ message }) => message),
		added: service.sandbox.features(planCode).length - plan.length,
	};
}

describe('a kind that nobody knows', () => {
	const row = (type: string) => ({ type, Tenant: 'Anna' });

	test.each(['skip', 'push'])(
		'is a problem that names the nearest, whatever Existing Features says: %s',
		async (existing) => {
			const { error, added } = await run(push({ existing }), [zone('a')], [{ features: [{ type: 'Zone', data: [] }] }]);

			expect(error).toContain('"Zone", a kind that neither the specification nor the plan knows: did you mean zone?');
			expect(added).toBe(0);
		},
	);

	test.each<[string, IDataObject]>([
		['a row', row('Lecture Hall')],
		['a row whose kind is nearly one of the plan', row('StandingDesk')],
		['GeoJSON', { type: 'Feature', properties: row('lecture_hall'), geometry: null }],
	])('is one in %s', async (_what, item) => {
		const { error, added } = await run(push(skip, byColumns()), [desk('Ben')], [item]);

		expect(error).toMatch(/a kind that neither the specification nor the plan knows/);
		if (item.type === 'StandingDesk') expect(error).toContain('did you mean standingDesk?');
		expect(added).toBe(0);
	});

	test('is known to the plan, to the one of Data Fields From, and to the one that the item comes from', async () => {
		const [other] = service.plans(1, [desk('Ben')]);
		const given = (more: IDataObject = {}) => [{ features: [desk('Anna')], ...more }];

		expect(await run(push(), [desk('Ben')], given())).toMatchObject({ error: '', added: 1 });
		expect(await run(push(skip), [desk('Ben')], given())).toMatchObject({ error: '', added: 1 });
		expect(await run(push({ dataFieldsFrom: other }), [], given())).toMatchObject({ error: '', added: 1 });
		const [target] = service.plans(1);
		const fromGet = await run(
			push(skip, { planCode: target, source: 'item' }),
			[],
			[{ ...desk('Anna'), planCode: other, dataFields: [] }],
		);
		expect(fromGet.error).toBe('');
		expect(service.sandbox.features(target)).toHaveLength(1);
	});

	test('is known to the plan that an item of Get goes back to with Push Anyway', async () => {
		const [planCode] = service.plans(1, [desk('Anna')]);
		const steps = [getMany(), push({}, { source: 'item' })];

		const { success } = await runChain({ items: [{ planCode }], steps, credential: service.credential() });

		expect(success.map(({ json }) => json)).toMatchObject([{ pushed: 1 }]);
	});

	test('is known to the plan that the item comes from, which does not make its place one of this plan', async () => {
		const far = { ...desk('Anna'), position: { x: 900_000, y: 2 } };
		const [other] = service.plans(1, [far]);
		const [target] = service.plans(1, [zone('a'), { ...zone('b'), ...squareAt(40) }]);
		const items = [{ ...far, planCode: other, dataFields: [] }];
		const { error } = await run(push(skip, { planCode: target, source: 'item' }), [], items);

		expect(error).toMatch(/position is far from the plan/);
		expect(error).not.toContain('a kind that');
	});

	test('goes onto the plan with Validate off', async () => {
		expect(await run(push({ validate: false }), [], [{ features: [desk('Anna')] }])).toMatchObject({
			error: '',
			added: 1,
		});
	});
});

describe('an outline', () => {
	const points = [
		[1, 1],
		[5, 1],
		[5, 4],
		[1, 1],
	];
	const inForm = (geometry: unknown) => zone('given', { geometry } as IDataObject);
	const text = 'POLYGON ((1 1, 5 1, 5 4, 1 1))';

	test.each<[string, unknown, unknown, string]>([
		[
			'a line',
			{ type: 'LineString', coordinates: points },
			undefined,
			'a LineString, but outlines there are a Polygon',
		],
		[
			'text beside objects',
			text,
			zone('a').geometry,
			'text that begins with POLYGON, but outlines there are a Polygon',
		],
		[
			'no points',
			{ type: 'Polygon', coordinates: [] },
			undefined,
			'a Polygon without an area, but outlines there are a Polygon',
		],
	])('that is none on this plan is a problem: %s', async (_what, geometry, onPlan, words) => {
		const plan = onPlan === undefined ? [] : [zone('a', { geometry: onPlan } as IDataObject)];

		const pushed = await run(push(skip), plan, [{ features: [inForm(geometry)] }]);
		const checked = await run(check(skip), plan, [{ features: [inForm(geometry)] }]);

		expect(pushed.error).toContain(`geometry is ${words}`);
		expect(checked.results).toMatchObject([{ invalid: 1 }]);
	});

	test('has the form that outlines have on the plan', async () => {
		const plan = [zone('a', { geometry: { points: points.map(([x, y]) => ({ x: x + 9, y })) } })];

		const { results } = await run(check(skip), plan, [
			{ features: [inForm({ points: points.map(([x, y]) => ({ x, y })) })] },
		]);
		const polygon = [{ features: [zone('given')] }];
		const other = await run(check(skip), plan, polygon);
		const pushed = await run(push(skip), plan, polygon);

		expect(results).toMatchObject([{ valid: 1, problems: [] }]);
		expect(other.results).toMatchObject([{ invalid: 1 }]);
		expect(pushed).toMatchObject({ added: 0, error: expect.stringContaining('geometry is a Polygon, but outlines') });
		expect(await run(push({ ...skip, validate: false }), plan, polygon)).toMatchObject({ added: 1, error: '' });
	});
});

describe('an outline of a room', () => {
	const points = [
		[1, 1],
		[5, 1],
		[5, 4],
		[1, 1],
	];
	const { geometry } = zone('there');

	test.each<[string, unknown]>([
		['text beside objects', 'POLYGON ((1 1, 5 1, 5 4, 1 1))'],
		['rings of ArcGIS', { rings: [points], spatialReference: { wkid: 4326 } }],
		['an extent', { xmin: 1, ymin: 1, xmax: 5, ymax: 4 }],
		['a line', { type: 'LineString', coordinates: points }],
		[
			'points in one line',
			{
				type: 'Polygon',
				coordinates: [
					[
						[1, 1],
						[2, 2],
						[4, 4],
						[1, 1],
					],
				],
			},
		],
	])('that is none on the plan is a problem, as JSON and as a cell: %s', async (_what, outline) => {
		const plan = [{ type: 'room', geometry, data: [{ ...tenant, value: 'Ben' }] } as IDataObject];
		const words = /geometry is .*, but outlines there are a Polygon/;
		const feature = { type: 'room', geometry: outline, data: [{ ...tenant, value: 'Anna' }] };
		const cell = typeof outline === 'string' ? outline : JSON.stringify(outline);

		const asJson = await run(push(skip), plan, [{ features: [feature as IDataObject] }]);
		const asRow = await run(push(skip, byColumns()), plan, [{ type: 'room', Tenant: 'Anna', geometry: cell }]);

		for (const one of [asJson, asRow]) expect(one).toMatchObject({ error: expect.stringMatching(words), added: 0 });
	});
});

describe('a position without coordinates, where those of the plan have them', () => {
	const positions = [{}, { easting: 1, northing: 2 }, { location: { x: 1, y: 2 } }, { type: 'Point' }];

	const words = /position must be an object with the two numbers of a point/;
	const row = { type: 'standingDesk', Tenant: 'Anna' };

	test.each(positions)('is a problem in a row: %j', async (position) => {
		for (const cell of [position, JSON.stringify(position)]) {
			const item = { ...row, position: cell } as IDataObject;
			const { error, added } = await run(push(skip, byColumns()), [desk('Ben')], [item]);

			expect({ error, added }).toEqual({ error: expect.stringMatching(words), added: 0 });
		}
	});

	test.each(positions)('is a problem in JSON of the author: %j', async (position) => {
		const feature = { ...row, position } as IDataObject;
		const { error, added } = await run(push(skip), [desk('Ben')], [{ features: [feature] }]);

		expect({ error, added }).toEqual({ error: expect.stringMatching(words), added: 0 });
	});

	test('is a problem in a row that has nothing but a place, as well-known text', async () => {
		const items = [{ type: 'standingDesk', position: 'POINT (3 4)', icons: '[{"iconType":"desk"}]' }];
		const { error, added } = await run(push(skip, byColumns()), [desk('Ben')], items);

		expect({ error, added }).toEqual({ error: expect.stringMatching(words), added: 0 });
	});

	test('is sent with Validate off, and where positions of the plan have none', async () => {
		const item = { ...row, position: '{"anchor":"door"}' };
		const anchored = { ...desk('Ben'), position: { anchor: 'lift' } };

		expect(await run(push({ ...skip, validate: false }, byColumns()), [desk('Ben')], [item])).toMatchObject({
			error: '',
			added: 1,
		});
		expect(await run(push(skip, byColumns()), [anchored], [item])).toMatchObject({ error: '', added: 1 });
	});

	test.each([
		['long', 'lat'],
		['lng', 'lat'],
		['Longitude', 'Latitude'],
	])('has them by the names %s and %s', async (x, y) => {
		const item = { ...row, position: JSON.stringify({ [x]: 3, [y]: 4 }) };
		const { results } = await run(compare({ results: ['new'] }, byColumns()), [desk('Ben')], [item]);

		expect(results).toMatchObject([{ result: 'new', feature: { position: { x: 3, y: 4 } } }]);
	});
});

test('rows of places alone that are equal and new are given once', async () => {
	const row = { type: 'leaderLineIcon', icons: '[{"iconType":"desk"}]' };
	const { error, added } = await run(push(skip, byColumns()), [desk('Ben')], [row, row]);

	expect({ error, added }).toEqual({ error: expect.stringMatching(/given 2 times/), added: 0 });
});

describe('a feature without a place', () => {
	const nowhere = (name: string): IDataObject => zone(name, { geometry: undefined });
	const of = (step: typeof check, parameters: INodeParameters = {}) =>
		run(step(skip, parameters), [zone('there')], [{ features: [nowhere('a'), nowhere('b'), zone('c')] }]);

	test('is counted by Check', async () => {
		expect((await of(check)).results).toMatchObject([{ valid: 3, withoutPlace: 2 }]);
	});

	test('is reported by Push, and by nothing where all have one', async () => {
		const one = await run(push(skip), [zone('there')], [{ features: [nowhere('a')] }]);
		const none = await run(push(skip), [], [{ features: [zone('a'), { type: 'fixedIcon', icons: [] }] }]);

		expect((await of(push)).hints).toContain('2 features have no outline and will not show on the plan.');
		expect(one.hints).toContain('1 feature has no outline and will not show on the plan.');
		expect(none.hints.join()).not.toContain('will not show');
	});

	test('is nothing to tell where the plan has it', async () => {
		const { results } = await run(compare({ results: ['same'] }), [nowhere('a')], [{ features: [nowhere('a')] }]);
		const { hints } = await run(push(skip), [nowhere('a')], [{ features: [nowhere('a')] }]);

		expect(results).toHaveLength(1);
		expect(hints.join()).not.toContain('will not show');
	});
});

test('On Error set to Continue: what has its axes turned around leaves by itself, and the others go on', async () => {
	const at = (x: number, y: number) => {
		const ring = [0, 1, 2].map((corner) => [x + 1e-5 * Math.min(corner, 1), y + 1e-5 * Math.max(corner - 1, 0)]);
		const geometry = { type: 'Polygon', coordinates: [[...ring, [x, y]]] };
		return { type: 'zone', zoneType: 'common', geometry, data: [] };
	};
	const plan = [at(153.17, -27.66), at(153.1702, -27.66)];
	const [planCode] = service.plans(1, plan);
	const features = [at(153.1704, -27.66), at(-27.66, 153.1706), at(153.1708, -27.66)];
	const { success, failed } = await runNode({
		...push(skip),
		onError: 'continueErrorOutput',
		items: features.map((feature) => ({ planCode, features: [feature] })),
		credential: service.credential(),
	});

	expect(service.sandbox.features(planCode)).toHaveLength(4);
	expect(success).toMatchObject([{ json: { pushed: 2 } }]);
	expect(failed).toHaveLength(1);
	expect(JSON.stringify(failed[0])).toMatch(/is not where the plan is; .*Nothing of it was sent/);
});

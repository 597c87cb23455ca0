import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import { runChain } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, getMany, push } from '../../support/engine/steps.mts';
import { useListener } from '../../support/http/listener.mts';

const service = useService();
const listener = useListener();
const NUMBER = `dfld_${'n'.repeat(25)}`;
const NAME = `dfld_${'m'.repeat(25)}`;

/** A service that gives each feature an identity of its own, whatever it was sent. */
function useIdentity(identity: string) {
	const plans = new Map<string, Feature[]>();
	let count = 0;
	const own = () => {
		count++;
		if (identity === 'uuid') return { uuid: randomUUID() };
		if (identity === 'code') return { code: `ftr_${String(count).padStart(25, 'a')}` };
		return identity === 'id' ? { id: count } : {};
	};
	listener.respond = ({ method, url, body }, response) => {
		const code = /Plans\/([^/]+)\//.exec(String(url))?.[1] ?? '';
		const held = plans.get(code) ?? [];
		plans.set(code, held);
		if (method === 'POST') {
			const { features } = JSON.parse(body) as { features: Feature[] };
			held.push(...features.map((feature) => ({ ...feature, ...own() })));
			return void response.setHeader('content-length', '0').end();
		}
		response.setHeader('content-type', 'application/json').end(JSON.stringify({ features: held }));
	};
	const put = (code: string, features: Feature[]) =>
		void plans.set(
			code,
			features.map((one) => ({ ...one, ...own() })),
		);
	return { plans, put };
}

const square = (x: number, y: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, y],
			[x + 5e-5, y],
			[x + 5e-5, y + 5e-5],
			[x, y + 5e-5],
			[x, y],
		],
	],
});
const numbered = (number: string, others: Feature): Feature => ({
	...others,
	data: [
		{ key: NUMBER, name: 'Number', value: number },
		{ key: NAME, name: 'Name', value: '' },
	],
});
const five = <T,>(make: (index: number) => T): T[] => Array.from({ length: 5 }, (_none, index) => make(index));

async function chain(items: IDataObject[], ...steps: Array<ReturnType<typeof push>>) {
	const credential = service.credential({ baseUrl: listener.url });
	const { success, error } = await runChain({ items, credential, steps });
	expect(error).toBeUndefined();
	return success.map(({ json }) => json);
}

const places: Array<[string, number, number]> = [
	['153° east', 153.175478227279, -27.66615223738529],
	['118° west', -118.2854782272789, 34.06615223738528],
	['13° east', 13.37547822727897, 52.51615223738528],
	['0°', 0.00012345678901, 51.4778],
];
const cases = ['id', 'code', 'uuid', 'none'].flatMap((identity) =>
	places.map(([where, x, y]) => [identity, where, x, y] as const),
);

describe.each(cases)('a service whose identity is %s, at %s', (identity, _where, x, y) => {
	test('Get → Push from one plan to another adds each room and icon once, however often it runs', async () => {
		const { plans, put } = useIdentity(identity);
		put('from', [
			...five((at) => numbered(`${at}`, { type: 'room', geometry: square(x + at * 1e-4, y) })),
			...five((at): Feature => ({
				type: 'fixedIcon',
				position: [x + at * 1e-4, y + 2e-4],
				icons: [{ iconType: 'desk' }],
			})),
		]);
		const counts: number[] = [];
		for (let run = 0; run < 3; run++) {
			await chain([{ planCode: 'from' }], getMany(), push({ existing: 'skip' }, { planCode: 'to', source: 'item' }));
			counts.push(plans.get('to')?.length ?? 0);
		}
		expect(counts).toEqual([10, 10, 10]);
	});

	test('twenty desks that moved by 0.7 m are new', async () => {
		const { put } = useIdentity(identity);
		const desk = (at: number, moved: number): Feature => ({ type: 'fixedIcon', position: [x + at * 1e-5 + moved, y] });
		put(
			'p',
			Array.from({ length: 20 }, (_none, at) => desk(at, 0)),
		);
		const moved = Array.from({ length: 20 }, (_none, at) => ({ planCode: 'p', ...desk(at, 7e-6), icons: [{}] }));
		const [{ pushed, skipped }] = await chain(moved as IDataObject[], push({ existing: 'skip' }, { source: 'item' }));
		expect([pushed, skipped]).toEqual([20, 0]);
	});

	test('an icon whose Name was filled in does not stand on the plan twice', async () => {
		const { put } = useIdentity(identity);
		put('p', [
			numbered('', { type: 'fixedIcon', position: [x, y] }),
			numbered('7', { type: 'room', geometry: square(x, y) }),
		]);
		const rows = await chain([{ planCode: 'p' }], getMany({ dataFormat: 'table' }));
		const edited = rows.map((row) => (row.type === 'fixedIcon' ? { ...row, Name: 'Printer' } : row));
		const [counts] = await chain(edited, push({ existing: 'skip' }, { source: 'item' }));
		expect(counts).toMatchObject({ pushed: 0, skipped: 2, skippedDifferent: 1 });
	});

	test('two assets with the outline of one room are two, also in a later run', async () => {
		const { plans, put } = useIdentity(identity);
		put('p', [numbered('1', { type: 'room', geometry: square(x, y) })]);
		const asset = (number: string) => ({ planCode: 'p', type: 'zonedIcon', geometry: square(x, y), Number: number });
		for (const number of ['A1', 'A2', 'A2'])
			await chain(
				[asset(number)] as IDataObject[],
				push({ existing: 'skip' }, { source: 'item', ...byColumns('Number') }),
			);
		expect(plans.get('p')?.map(({ type }) => type)).toEqual(['room', 'zonedIcon', 'zonedIcon']);
	});
});

test('a zone made of a room leaves the identity to the room', async () => {
	Object.assign(service.sandbox.settings, { identity: 'id', keepsPushedIdentity: true });
	const [planCode] = service.plans(
		1,
		five((at) => ({ ...numbered(`${at}`, { type: 'room', geometry: square(at, 0) }), id: `r${at}` })),
	);
	const { success } = await runChain({
		items: [{ planCode }],
		credential: service.credential(),
		steps: [getMany(), push({ existing: 'skip' }, { source: 'item' })],
	});
	expect(success[0].json).toMatchObject({ pushed: 0, skipped: 5 });

	const zones = service.sandbox
		.features(planCode)
		.map((room) => ({ planCode, ...room, type: 'zone', zoneType: 'private' }));
	const made = await runChain({
		items: zones as IDataObject[],
		credential: service.credential(),
		steps: [push({ existing: 'skip' }, { source: 'item' })],
	});
	expect(made.success[0].json).toMatchObject({ pushed: 5 });
	const ids = service.sandbox.features(planCode).map(({ id }) => id);
	expect(new Set(ids).size).toBe(10);
});

test('all columns to match on must agree', async () => {
	const rooms = ['A', 'B'].map((name, at) => ({
		...numbered('1', { type: 'room', geometry: square(at, 0) }),
		data: [
			{ key: NUMBER, name: 'Number', value: '1' },
			{ key: NAME, name: 'Name', value: name },
		],
	}));
	const [planCode] = service.plans(1, rooms);
	const rows = ['A', 'B', 'C'].map((Name) => ({ planCode, type: 'room', Number: '1', Name }));
	const { success } = await runChain({
		items: rows,
		credential: service.credential(),
		steps: [push({ existing: 'skip' }, { source: 'item', ...byColumns('Number', 'Name') })],
	});
	expect(success[0].json).toMatchObject({ pushed: 1, skipped: 2 });
});

/** Of each kind that public documentation names, with what such features were seen to have. */
const KINDS = [
	...['assemblyArea', 'evacSign', 'exitSign', 'foldingDoor', 'hingedDoor', 'rollerDoor', 'slidingDoorway'],
	...['fixedIcon', 'leaderLineIcon', 'room', 'wallSegment', 'wallBlob', 'zone', 'zonedIcon'],
];

test.each(['array', 'byName', 'byKey', 'table'])(
	'Get in the format %s → Push gives every feature of every kind, with and without data and place',
	async (dataFormat) => {
		const { plans, put } = useIdentity('code');
		// In a row JavaScript puts 9 before 10; nothing says that the plan has them the other way round.
		const data = (dataFormat === 'table' ? ['9', '10', 'Name'] : ['10', '9', 'Name']).map((name, at) => ({
			key: `dfld_${String(at).padStart(25, 'z')}`,
			name,
			value: `${at}`,
		}));
		const features = KINDS.flatMap((type, at): Feature[] => [
			{ type, rotation: at, label: `${type} 1` },
			{ type, geometry: square(153 + at * 1e-3, -27), note: 'x', data },
			{ type, position: { x: 153 + at * 1e-3, y: -27 }, data: [] },
		]);
		put('from', features);
		if (dataFormat === 'table')
			put('to', [{ type: 'zone', data, rotation: 1, label: 'a', note: 'b', position: { x: 1, y: 1 } }]);
		const before = plans.get('to')?.length ?? 0;
		await chain(
			[{ planCode: 'from' }],
			getMany({ dataFormat }),
			push({ existing: 'skip' }, { planCode: 'to', source: 'item' }),
		);
		const filled = (feature: Feature) =>
			Object.fromEntries(
				Object.entries(feature).filter(
					([name, value]) => name !== 'code' && value !== null && !(Array.isArray(value) && value.length === 0),
				),
			);
		expect(plans.get('to')?.slice(before).map(filled)).toEqual(features.map(filled));
	},
);

test.each(['item', 'json'])('items of Get leave their identity behind on another plan: source %s', async (source) => {
	Object.assign(service.sandbox.settings, { identity: 'id', keepsPushedIdentity: true });
	const rooms = five((at) => ({ ...numbered(`${at}`, { type: 'room', geometry: square(at, 0) }), id: `r${at}` }));
	const [from, to] = service.plans(2);
	service.sandbox.setFeatures(from, rooms as IDataObject[]);
	service.sandbox.setFeatures(to, []);
	const { success } = await runChain({
		items: [{ planCode: from }],
		credential: service.credential(),
		steps: [getMany()],
	});
	const features = success.map(({ json }) => json);
	await runChain({
		items: source === 'item' ? features : [{ planCode: to, features }],
		credential: service.credential(),
		steps: [push({ existing: 'skip' }, { source, planCode: to })],
	});

	const pushed = service.sandbox.features(to);
	expect(pushed).toHaveLength(5);
	expect(pushed.filter(({ id }) => /^r\d$/.test(String(id)))).toEqual([]);
});

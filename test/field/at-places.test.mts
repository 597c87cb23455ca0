import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { IDENTITIES } from '../../tools/sandbox/identity.mts';
import { demo } from '../../tools/sandbox/server.mts';
import type { Feature } from '../../service/plan';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { plan } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import { runInput } from './field-case.mts';

/** Numbers near 153 have other neighbours than numbers near 0. */
const PLACES: ReadonlyArray<readonly [longitude: number, latitude: number]> = [
	[153.17547822727897, -27.666152237385287],
	[-118.2854782272789, 34.06615223738528],
	[13.37547822727897, 52.51615223738528],
	[0.00012345678901, 51.4778],
];

const NUMBER = { key: `dfld_${'n'.repeat(25)}`, name: 'Number' };
const NAME = { key: `dfld_${'m'.repeat(25)}`, name: 'Name' };
const METRE = 1e-5;

type Place = (typeof PLACES)[number];

/** A square of five metres, so many metres to the east. */
function outline([x, y]: Place, east = 0) {
	const [west, side] = [x + east * METRE, 5 * METRE];
	const ring = [
		[west, y],
		[west + side, y],
		[west + side, y + side],
		[west, y],
	];
	return { type: 'Polygon', coordinates: [ring] };
}

const point = ([x, y]: Place, east = 0) => ({ type: 'Point', coordinates: [x + east * METRE, y] });
const numbered = (number: string) => [
	{ ...NUMBER, value: number },
	{ ...NAME, value: '' },
];
const times = <T,>(count: number, make: (index: number) => T): T[] =>
	Array.from({ length: count }, (_none, at) => make(at));
const room = (place: Place, at: number): Feature => ({
	type: 'room',
	geometry: outline(place, at * 10),
	data: numbered(`${at}`),
});
const desk = (place: Place, at: number, moved = 0): Feature => ({
	type: 'fixedIcon',
	position: point(place, at + moved),
	icons: [{ iconType: 'desk' }],
});

const getMany = (options: object = {}) =>
	plan('Get', 'getFeatures', { operation: 'getMany', returnAll: true, options });
const push = (parameters: Record<string, unknown> = {}) => plan('Push', 'pushFeatures', parameters);
const toCopy = push({ planCode: "={{ $json.planCode + '_copy' }}" });

/** Out of n8n as a workbook and back, with a Name for each icon. */
const THROUGH_EXCEL: Part[] = [
	{ name: 'Workbook', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: { operation: 'xlsx' } },
	{ name: 'Rows', type: 'n8n-nodes-base.extractFromFile', typeVersion: 1, parameters: { operation: 'xlsx' } },
	{
		name: 'Name Icons',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: '={{ { Name: $json.type === "fixedIcon" ? "Printer" : $json.Name } }}',
			includeOtherFields: true,
			options: {},
		},
	},
];

describe.each(IDENTITIES)(
	`real cases at four places on earth, on a service whose identity is %s, in the ${chosenHost()} n8n`,
	(identity) => {
		let host: PlanHost;

		beforeAll(async () => {
			// A pushed identity would stand on two plans.
			host = await sharePlanHost({ settings: { identity, keepsPushedIdentity: true } });
		});

		afterAll(async () => {
			await host?.close();
		});

		/** A plan for each place, and one beside it to copy to. */
		function plans(features: (place: Place) => Feature[]): string[] {
			return PLACES.map((place) => {
				const code = host.sandbox.addPlan();
				host.sandbox.setFeatures(code, features(place));
				host.sandbox.addPlan(`${code}_copy`);
				return code;
			});
		}

		const counts = (codes: string[]) => codes.map((code) => host.sandbox.features(code).length);
		const copies = (codes: string[]) => counts(codes.map((code) => `${code}_copy`));

		async function run(items: object[], ...parts: Part[]): Promise<ExecutionResult> {
			const last = { ...parts[parts.length - 1], onError: 'stopWorkflow' as const };
			const result = await runInput(host, { items, nodes: () => parts.slice(0, -1) }, '', last);
			expect(result.error?.message).toBeUndefined();
			return result;
		}

		const asItems = (codes: string[]) => codes.map((planCode) => ({ planCode }));

		test('21: Get → Push to another plan, three times: each room and icon is there once', async () => {
			const codes = plans((place) => [...times(5, (at) => room(place, at)), ...times(5, (at) => desk(place, at))]);
			const seen: number[][] = [];
			for (let time = 0; time < 3; time++) {
				await run(asItems(codes), getMany(), toCopy);
				seen.push(copies(codes));
			}
			expect(seen).toEqual(times(3, () => times(4, () => 10)));
		});

		test('22: twenty desks that moved by 0.7 m are new, and no desk is when seven decimals are kept', async () => {
			const codes = plans((place) => times(20, (at) => desk(place, at)));
			const items = (moved: number) =>
				PLACES.flatMap((place, index) => times(20, (at) => ({ planCode: codes[index], ...desk(place, at, moved) })));

			const moved = await run(items(0.7), push());
			const rounded = (feature: Feature): Feature => ({
				...feature,
				position: JSON.parse(JSON.stringify(feature.position), (_name, value: unknown) =>
					typeof value === 'number' ? Number(value.toFixed(7)) : value,
				) as object,
			});
			for (const code of codes) host.sandbox.setFeatures(code, host.sandbox.features(code).map(rounded));
			const again = await run(items(0.7), push());

			expect(moved.json('Push').map(({ pushed, skipped }) => [pushed, skipped])).toEqual(times(4, () => [20, 0]));
			expect(again.json('Push').map(({ pushed, skipped }) => [pushed, skipped])).toEqual(times(4, () => [0, 20]));
		});

		test('23: Push takes every feature that Get gives, those without data beside a property of their own', async () => {
			const source = host.sandbox.features(demo.planCode);
			const [code] = plans(() => source.map((feature) => ({ ...feature, photos: undefined })));

			await run(asItems([code]), getMany(), toCopy);

			expect(source.filter(({ data }) => data === undefined).length).toBeGreaterThan(10);
			expect(copies([code])).toEqual([source.length]);
			const own = (feature: Feature) => feature[identity === 'none' ? 'code' : identity];
			const here = new Set(host.sandbox.features(code).map(own));
			expect(host.sandbox.features(`${code}_copy`).filter((feature) => own(feature) && here.has(own(feature)))).toEqual(
				[],
			);
		});

		test('23: an icon whose Name was filled in in Excel does not stand on the plan twice', async () => {
			const codes = plans((place) => [
				{ ...desk(place, 0), data: numbered('') },
				{ ...desk(place, 30), data: numbered('') },
				room(place, 7),
			]);

			const result = await run(asItems(codes), getMany({ dataFormat: 'table' }), ...THROUGH_EXCEL, push());

			expect(
				result.json('Push').map(({ pushed, skipped, skippedDifferent }) => [pushed, skipped, skippedDifferent]),
			).toEqual(times(4, () => [0, 3, 2]));
		});

		test('24: two assets with the outline of one room, matched by their number, are two', async () => {
			const codes = plans((place) => [room(place, 1)]);
			const columns = { mappingMode: 'autoMapInputData', value: null, matchingColumns: ['Number'] };
			for (const number of ['A1', 'A2', 'A2']) {
				const assets = PLACES.map((place, index) => ({
					planCode: codes[index],
					type: 'zonedIcon',
					geometry: outline(place, 10),
					Number: number,
				}));
				await run(assets, push({ columns }));
			}
			expect(counts(codes)).toEqual(times(4, () => 3));
		});
	},
);

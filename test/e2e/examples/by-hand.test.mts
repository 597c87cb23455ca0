import { mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import axios from 'axios';

import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import { demo } from '../../../tools/sandbox/server.mts';
import type { Feature } from '../../../service/plan';
import { sharePlanHost } from '../../support/host/plan-host.mts';
import type { PlanHost } from '../../support/host/plan-host.mts';
import { expectSuccess, importExample } from '../../support/host/imported-example.mts';
import { dataOf, roomNamed } from '../../support/host/plan-data.mts';
import { plan, runOnItems } from '../../support/host/run-on-items.mts';

const trigger = 'Run Once';

describe(`examples that are run by hand, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;

	beforeAll(async () => {
		// A pushed identity would stand on two plans.
		host = await sharePlanHost({ settings: { keepsPushedIdentity: true } });
	});

	afterAll(async () => {
		await host?.close();
	});

	test('copy-features.json copies what the other plan has not got, and nothing the second time', async () => {
		const { n8n, sandbox } = host;
		const otherPlan = sandbox.addPlan();
		const workflow = await importExample(host, 'copy-features.json', {
			'Push Them to the Other Plan': { planCode: otherPlan },
		});
		const source = sandbox.features(demo.planCode);

		const first = await n8n.run(workflow, { trigger });
		const second = await n8n.run(workflow, { trigger });

		expectSuccess(first);
		const copied = { planCode: otherPlan, pushed: source.length, skipped: 0, confirmed: 0 };
		expect(first.json('Push Them to the Other Plan')).toMatchObject([copied]);
		expectSuccess(second);
		expect(second.json('Push Them to the Other Plan')).toMatchObject([{ pushed: 0, skipped: source.length }]);
		const copies = sandbox.features(otherPlan);
		expect(copies.map(comparable)).toEqual(source.map(comparable));
		expect(copies.filter(({ code }) => source.some((feature) => feature.code === code))).toEqual([]);
	});

	test('assets-into-rooms.json puts each asset into the outline of its room, once', async () => {
		const { n8n, sandbox } = host;
		const before = [...sandbox.features(demo.planCode)];
		const workflow = await importExample(host, 'assets-into-rooms.json');

		const first = await n8n.run(workflow, { trigger });
		const second = await n8n.run(workflow, { trigger });

		expectSuccess(first);
		expect(first.json('Push the Assets')).toMatchObject([{ pushed: 3, skipped: 0 }]);
		expect(first.json('Assets Whose Room Is Not on the Plan')).toMatchObject([{ Asset: 'FEX-12', Room: '3.99' }]);
		expectSuccess(second);
		expect(second.json('Push the Assets')).toMatchObject([{ pushed: 0, skipped: 3 }]);
		const added = sandbox.features(demo.planCode).slice(before.length);
		const geometryOf = (room: string) => roomNamed(before, room).geometry;
		expect(added.map(({ type, icons, geometry, ...one }) => [dataOf(one).Name, type, icons, geometry])).toEqual([
			['AED-01', 'zonedIcon', [{ iconType: 'defibrillator' }], geometryOf('3.01')],
			['PRN-07', 'zonedIcon', [{ iconType: 'printer' }], geometryOf('3.02')],
			['PRN-08', 'zonedIcon', [{ iconType: 'printer' }], geometryOf('3.02')],
		]);
		sandbox.setFeatures(demo.planCode, before);
	});

	test('plan-to-geojson.json writes a file in which Compare finds every feature again', async () => {
		const { n8n, sandbox } = host;
		const folder = path.join(n8n.userFolder, '.n8n-files');
		await mkdir(folder, { recursive: true });
		const file = path.join(folder, 'plan.geojson');
		const workflow = await importExample(host, 'plan-to-geojson.json', { 'Write It to Disk': { fileName: file } });

		expectSuccess(await n8n.run(workflow, { trigger }));

		const collection = JSON.parse(await readFile(file, 'utf8')) as { features: object[] };
		const kinds = ['room', 'zone', 'fixedIcon'];
		const onPlan = sandbox.features(demo.planCode).filter(({ type }) => kinds.includes(String(type)));
		expect(collection.features).toHaveLength(onPlan.length);
		expect(collection.features[0]).toMatchObject({
			type: 'Feature',
			geometry: onPlan[0].geometry,
			properties: { type: onPlan[0].type, ...dataOf(onPlan[0]) },
		});
		const compare = plan('Compare', 'pushFeatures', {
			operation: 'compare',
			planCode: demo.planCode,
			options: { results: ['new', 'different', 'same', 'unclear'] },
		});
		const compared = (await runOnItems(n8n, host.credential, [collection], [compare])).json('Compare');
		const others = compared.filter(({ result }) => result !== 'same');
		expect([compared.length, others]).toEqual([onPlan.length, []]);
	});

	test('check-the-service.json says what is as expected, and what differs, and pushes nothing', async () => {
		const { n8n, sandbox } = host;
		const before = sandbox.features(demo.planCode);
		const workflow = await importExample(host, 'check-the-service.json');
		sandbox.clearRequests();

		const result = await n8n.run(workflow, { trigger });
		sandbox.setFeatures(demo.planCode, [{ type: 'room', geometry: { corners: [[0, 0]] } }, { kind: 'room' }]);
		const odd = await n8n.run(workflow, { trigger });
		sandbox.setFeatures(demo.planCode, before);

		expectSuccess(result);
		const found = result.json('A Row for Each');
		expect(found.map((row) => [row.check, row.result])).toEqual(found.map(({ check }) => [check, 'as expected']));
		expect(found).toContainEqual(expect.objectContaining({ check: 'Identity of features', found: 'code' }));
		expect(found).toContainEqual(expect.objectContaining({ check: 'Coordinates', found: 'degrees' }));
		expect(sandbox.requests.filter(({ route }) => route === 'push')).toEqual([]);
		expectSuccess(odd);
		const differing = odd.json('A Row for Each').filter((row) => row.result === 'differs');
		expect(differing.map(({ check }) => check)).toEqual(['Features of the plan', 'Outlines', 'Coordinates']);
	});

	test('photos-to-files.json writes every photo, into the folder that n8n allows by itself', async () => {
		const { n8n, sandbox } = host;
		const folder = path.join(n8n.userFolder, '.n8n-files', 'photos');
		await mkdir(folder, { recursive: true });
		const name = 'Write It to Disk';
		const number = "{{ String($itemIndex + 1).padStart(3, '0') }}";
		const fileName = `=${folder}/${number}-{{ $binary[Object.keys($binary)[0]].fileName }}`;
		const workflow = await importExample(host, 'photos-to-files.json', { [name]: { fileName } });
		sandbox.clearRequests();

		const result = await n8n.run(workflow, { trigger });

		expectSuccess(result);
		const stored = sandbox
			.features(demo.planCode)
			.flatMap(({ photos }) => (photos ?? []) as Array<{ imageUrl: string }>);
		const names = stored.map(({ imageUrl }) => path.basename(imageUrl));
		expect(names.length).toBeGreaterThan(5);
		const files = (await readdir(folder)).sort();
		expect(files.map((file) => file.replace(/^\d{3}-/, ''))).toEqual(names);
		const [feature] = result.json('Get Features with Photos').filter(({ photos }) => (photos as unknown[])?.length > 0);
		const [{ imageUrl }] = feature.photos as Array<{ imageUrl: string }>;
		const photo = await axios.get<Buffer>(imageUrl, { proxy: false, responseType: 'arraybuffer' });
		expect(await readFile(path.join(folder, files[0]))).toEqual(Buffer.from(photo.data));
	});
});

/** A feature but for its identity, its photos, and data fields that have no value. */
function comparable(feature: Feature): Feature {
	const entries = (feature.data ?? []) as Array<{ value?: unknown }>;
	return { ...feature, code: undefined, photos: undefined, data: entries.filter(({ value }) => value) };
}

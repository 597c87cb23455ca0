import type { IDataObject } from 'n8n-workflow';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useListener } from '../../support/http/listener.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan } from '../../support/engine/steps.mts';

const service = useService();
const PNG = Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex');
const elsewhere = useListener();

test('equal plans are requested once in a run, and once more in the next', async () => {
	const [planCode, other] = service.plans(2, [zone('a')]);
	const items = [{ planCode }, { planCode: other }, { planCode }, { planCode }];
	const credential = service.credential();

	const { success } = await runNode({ ...getMany(), items, credential });
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2, 3].map((item) => ({ item })));
	expect(service.count('features')).toBe(2);

	await runNode({ ...getMany(), items, credential });
	expect(service.count('features')).toBe(4);
});

test('one plan for two partners is requested for each, with its partner code', async () => {
	const [planCode] = service.plans(1);

	await runNode({
		...getMany({ partnerCode: '={{ $json.partner }}' }),
		items: [
			{ planCode, partner: 'ptnr_one' },
			{ planCode, partner: 'ptnr_two' },
			{ planCode, partner: '' },
		],
		credential: service.credential(),
		onError: 'continueRegularOutput',
	});

	const partners = service.sandbox.requests
		.filter(({ route }) => route === 'features')
		.map(({ headers }) => headers['x-css-partner-code']);
	expect(partners.sort()).toEqual(['ptnr_one', 'ptnr_two', service.sandbox.credential.partnerCode].sort());
});

test('filters keep types and zone types, each empty meaning all', async () => {
	const [planCode] = service.plans(1, [
		zone('private', { zoneType: 'private' }),
		zone('common'),
		{ type: 'diagram', name: 'diagram' },
	]);
	const names = async (filters: object) => {
		const { success } = await runNode({
			...getMany({}, { filters: { ...filters } }),
			items: [{ planCode }],
			credential: service.credential(),
		});
		return success.map(({ json }) => json.name);
	};

	expect(await names({})).toEqual(['private', 'common', 'diagram']);
	expect(await names({ types: ['diagram'] })).toEqual(['diagram']);
	expect(await names({ types: ['zone', 'diagram'], zoneTypes: ['private', 'interior'] })).toEqual(['private']);
	expect(await names({ types: ['no such type'] })).toEqual([]);
});

test('filters from expressions: one text is a list of one, nothing means all, a number is rejected', async () => {
	const [planCode] = service.plans(1, [zone('a'), { type: 'diagram', name: 'diagram' }]);
	const items = ['diagram', null, ['zone', 7]].map((types) => ({ planCode, types }) as IDataObject);

	const { success, failed } = await runNode({
		...getMany({}, { filters: { types: '={{ $json.types }}' } }),
		items,
		credential: service.credential(),
		onError: 'continueErrorOutput',
	});

	expect(success.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
		['diagram', { item: 0 }],
		['a', { item: 1 }],
		['diagram', { item: 1 }],
	]);
	expect(failed.map(({ json }) => json.error)).toEqual([`Plan ${planCode}: Type Names or IDs must be a list of texts`]);
});

test('Drop Empty Data and Omit Geometry leave out what they say and nothing else', async () => {
	const data = [
		{ key: dataKey('a'), name: 'A', value: 'full' },
		{ key: dataKey('b'), name: 'B', value: '' },
	];
	const [planCode] = service.plans(1, [zone('a', { data })]);

	const { success } = await runNode({
		...getPlan({ dataFormat: 'array', dropEmptyData: true, omitGeometry: true }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(success[0].json.features).toEqual([
		{
			code: expect.any(String),
			type: 'zone',
			zoneType: 'common',
			name: 'a',
			data: [data[0]],
			dataFields: [{ column: 'A', key: data[0].key, name: 'A' }],
		},
	]);
});

test('photos become binary data, without the token, and one that fails does not fail the item', async () => {
	elsewhere.respond = ({ url }, response) => {
		response.writeHead(url.includes('gone') ? 404 : 200, { 'content-type': 'image/png' }).end(PNG);
	};
	const photos = ['/one.png?signature=1', '/gone.png', '/two.png'].map((path) => ({
		imageUrl: `${elsewhere.url}${path}`,
	}));
	photos.push({ imageUrl: 'file:///etc/passwd' });
	const [planCode] = service.plans(1, [zone('a', { photos })]);

	const { success, hints, error } = await runNode({
		...getMany({ downloadPhotos: true }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(error).toBeUndefined();
	expect(Object.keys(success[0].binary ?? {})).toEqual(['photo_0', 'photo_2']);
	expect(success[0].binary?.photo_0).toMatchObject({ fileName: 'one.png', mimeType: 'image/png' });
	expect(hints.map(({ message }) => message).join()).toMatch(/404.*not http\(s\)|not http\(s\).*404/);
	for (const { headers } of elsewhere.heard) {
		expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']));
		expect(headers).not.toHaveProperty('authentication');
		expect(headers).not.toHaveProperty('x-css-partner-code');
	}
});

test('Get Plan puts the photos of all features of a plan into its one item', async () => {
	elsewhere.respond = (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
	const photographed = (name: string) => zone(name, { photos: [{ imageUrl: `${elsewhere.url}/${name}.png` }] });
	const [planCode] = service.plans(1, [photographed('a'), photographed('b')]);

	const { success } = await runNode({
		...getPlan({ downloadPhotos: true }),
		items: [{ planCode }],
		credential: service.credential(),
	});

	expect(success).toHaveLength(1);
	expect(Object.values(success[0].binary ?? {}).map(({ fileName }) => fileName)).toEqual(['a.png', 'b.png']);
});

test.each([
	[true, 'error (property)'],
	[false, 'error'],
])(
	'a property that Retry On Fail (%j) would take for a failure stands under %s, and the plan is read once',
	async (retryOnFail, name) => {
		const [planCode] = service.plans(1, [zone('a', { error: 'E5' })]);

		const { success } = await runNode({
			...getMany(),
			items: [{ planCode }],
			credential: service.credential(),
			retryOnFail,
		});

		expect(success).toMatchObject([{ json: { planCode, [name]: 'E5' } }]);
		expect(service.count('features')).toBe(1);
	},
);

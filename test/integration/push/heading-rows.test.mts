import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { dataKey } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import type { Step } from '../../support/engine/execution.mts';
import { byColumns, byHand, compare, push } from '../../support/engine/steps.mts';

const service = useService();
const FIELDS = ['Room', 'Name', 'Tenant'].map((name) => ({ key: dataKey(name[0].toLowerCase()), name }));
const room = (...values: string[]): IDataObject => ({
	type: 'room',
	data: FIELDS.map((field, at) => ({ ...field, value: values[at] ?? '' })),
});
const plan = [room('101', 'Office', 'Acme'), room('A12', 'Store', 'Acme'), room('B.03', 'Desk')];
const byName = { ...byColumns(), featureType: 'room' };
const rows = [
	{ Room: '300', Name: '7', Tenant: '' },
	{ Room: '301', Name: '8', Tenant: 'Quay' },
];

/** The rooms that a push adds, and how it fails. A second push of the same items adds no other. */
async function pushed(
	items: IDataObject[],
	parameters: INodeParameters,
	options: INodeParameters,
	features: IDataObject[],
) {
	const [planCode] = service.plans(1, features);
	const run = async (step: Step) =>
		await runNode({
			...step,
			onError: 'continueErrorOutput',
			items: items.map((item) => ({ planCode, ...item })),
			credential: service.credential(),
		});
	const added = () => service.sandbox.features(planCode).slice(features.length);
	const compared = await run(compare(options, parameters));
	const { failed } = await run(push({ existing: 'skip', ...options }, parameters));
	const first = added();
	await run(push({ existing: 'skip', ...options }, parameters));
	expect(added()).toEqual(first);
	return {
		unclear: compared.success.filter(({ json }) => json.result === 'unclear').length,
		failed: failed.map(({ json }) => String(json.error)),
		added: first.map(({ data }) => (data as Array<{ value: string }>)[0].value),
	};
}

test.each<[string, IDataObject, INodeParameters, IDataObject[]]>([
	['a floor above its rooms', { Room: 'First floor', Name: '', Tenant: null }, byName, plan],
	['a floor with a number', { Room: 'Level 2' }, byName, plan],
	['a department and a count', { Room: 'Sales: 12' }, byName, plan],
	['a floor in a column of its own', { Tenant: '', Name: 'Erdgeschoß' }, byName, [room('101', '1'), room('102', '2')]],
	[
		'a row of columns that are mapped by hand',
		{ Room: 'North wing' },
		byHand({ type: 'room', Room: '={{ $json.Room }}', Name: '={{ $json.Name }}' }),
		plan,
	],
])('%s is a heading, and no room', async (_name, heading, parameters, features) => {
	const { unclear, failed, added } = await pushed([heading, ...rows], parameters, {}, features);
	expect(added).toEqual(['300', '301']);
	expect(failed).toEqual([expect.stringMatching(/looks like a heading within the list, and no feature/)]);
	expect(unclear).toBe(1);
});

test.each<[string, IDataObject[], { others?: string[]; validate?: boolean }]>([
	['a number', [{ Room: '302' }, ...rows], {}],
	['a code', [{ Room: 'C.01a' }, { Room: 'WC' }, ...rows], {}],
	['a name beside names', [{ Room: 'Berlin' }, ...rows], { others: ['Paris'] }],
	['a name that begins as others do', [{ Room: 'Room 9' }, ...rows], { others: ['Room 8'] }],
	['a row that says its kind', [{ type: 'room', Room: 'Lobby' }, ...rows], {}],
	['a row among rows of one cell', [{ Room: 'Lobby' }, { Room: '300' }], {}],
	['a row, where Validate is off,', [{ Room: 'Lobby' }, ...rows], { validate: false }],
])('%s alone is a room', async (_name, items, { others = [], validate = true }) => {
	const features = [...plan, ...others.map((name) => room(name))];
	const { failed, added } = await pushed(items, byName, { validate }, features);
	expect(failed).toEqual([]);
	expect(added).toEqual(items.map(({ Room }) => Room));
});

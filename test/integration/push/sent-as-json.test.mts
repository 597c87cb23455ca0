import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { dataKey, zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();

const odd: Array<[string, IDataObject]> = [
	['a Date', zone('a', { at: new Date(0) })],
	['a DateTime of Luxon', zone('a', { at: DateTime.fromMillis(0) })],
	['a Buffer', zone('a', { raw: Buffer.from('ab') })],
	['null for data', zone('a', { data: null })],
	[
		'a data field without a value',
		zone('a', {
			data: [
				{ key: dataKey('a'), name: 'A', value: null },
				{ key: dataKey('b'), name: 'B' },
			],
		}),
	],
];

test.each(odd)('%s: Skip knows it again', async (_what, feature) => {
	const [planCode] = service.plans(1);
	const items = [{ planCode, features: [feature] }] as IDataObject[];
	const step = { ...push({ existing: 'skip' }), items, credential: service.credential() };

	const first = await runNode(step);
	const second = await runNode(step);

	expect(first.success[0].json).toMatchObject({ pushed: 1, skipped: 0 });
	expect(second.success[0].json).toMatchObject({ pushed: 0, skipped: 1 });
	expect(service.held(planCode)).toEqual({ a: 1 });
});

test('one data key twice, sent with Validate off, is known again', async () => {
	const data = ['1', '2'].map((value) => ({ key: dataKey('a'), name: 'A', value }));
	const [planCode] = service.plans(1, [zone('a', { data })]);
	const items = [{ planCode, features: [zone('a', { data })] }] as IDataObject[];

	const { success } = await runNode({
		...push({ existing: 'skip', validate: false }),
		items,
		credential: service.credential(),
	});

	expect(success[0].json).toMatchObject({ pushed: 0, skipped: 1 });
});

test('a data field that the service answers under its registered name is known again', async () => {
	const [planCode] = service.plans(1, [zone('a', { data: [{ key: dataKey('a'), name: 'Registered', value: '1' }] })]);
	const items = [
		{ planCode, features: [zone('a', { data: [{ key: dataKey('a'), name: 'mine', value: '1' }] })] },
	] as IDataObject[];

	const { success } = await runNode({ ...push({ existing: 'skip' }), items, credential: service.credential() });

	expect(success[0].json).toMatchObject({ pushed: 0, skipped: 1 });
});

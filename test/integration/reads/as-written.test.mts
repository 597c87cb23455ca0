import { zone } from '../../support/engine/features.mts';
import { runChain, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();

test('codes that were copied with blanks and line breaks around them are understood', async () => {
	const [planCode] = service.plans(1);
	const credential = service.credential({ partnerCode: ` ${service.sandbox.credential.partnerCode}\n` });
	const items = [
		{ planCode: `\n${planCode} `, code: `${planCode}\t`, features: [zone('a')] },
		{ planCode, features: [zone('b')] },
	];

	const pushed = await runNode({ ...push({ partnerCode: '\t' }), items, credential });
	const plan = await runNode({ ...getPlan(), items, credential });
	await runNode({ ...lookup(), items: [items[0]], credential, onError: 'continueErrorOutput' });

	expect(pushed.success.map(({ json }) => json)).toMatchObject([{ planCode, pushed: 2 }]);
	expect(plan.success.map(({ json }) => json)).toMatchObject([
		{ planCode, count: 2 },
		{ planCode, count: 2 },
	]);
	for (const { path } of service.sandbox.requests) expect(path).not.toMatch(/%0A|%09|%20|\s/);
});

test("numbers that JavaScript can't hold are rounded as n8n rounds them, and text is not", async () => {
	const [from, to] = service.plans(2);
	const body =
		'{"features":[{"type":"room","big":9007199254740993,"long":0.1234567890123456789,"whole":1.0,' +
		'"text":"9007199254740993"}]}';
	service.sandbox.intercept({ route: 'features', planCode: from, times: Infinity, reply: { status: 200, body } });

	await runChain({
		items: [{ planCode: from }],
		credential: service.credential(),
		steps: [getMany(), push({ extraColumns: 'keep' }, { source: 'item', planCode: to })],
	});

	const [{ code, ...held }] = service.sandbox.features(to);
	expect(code).toBeDefined();
	expect(held).toEqual({
		type: 'room',
		big: 9007199254740992,
		long: 0.12345678901234568,
		whole: 1,
		text: '9007199254740993',
	});
});

test('a number beyond what JavaScript can hold is reported before anything is sent', async () => {
	const [from, to] = service.plans(2);
	service.sandbox.intercept({
		route: 'features',
		planCode: from,
		reply: { status: 200, body: '{"features":[{"type":"room","beyond":1e999}]}' },
	});

	const { error } = await runChain({
		items: [{ planCode: from }],
		credential: service.credential(),
		steps: [getMany(), push({ extraColumns: 'keep' }, { source: 'item', planCode: to })],
	});

	expect(error?.message).toContain("beyond is Infinity, which JSON can't hold");
	expect(service.sandbox.features(to)).toEqual([]);
});

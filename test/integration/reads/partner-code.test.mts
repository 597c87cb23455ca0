import { demo } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, getMany, getPlan, lookup, push } from '../../support/engine/steps.mts';
import { openList } from './open-list.mts';

const service = useService();

const steps = { getMany, getPlan, push, check };

test.each(Object.entries(steps))(
	'%s sends nothing where no Partner Code is known, and says where it goes',
	async (_name, step) => {
		const [planCode] = service.plans(1);
		for (const onError of ON_ERROR) {
			const credential = service.credential({ partnerCode: ' ' });

			const { error, failed, success } = await runNode({
				...step(),
				items: [{ planCode, features: [zone('a')] }],
				credential,
				onError,
			});

			const told = JSON.stringify(error ?? failed[0] ?? success[0]);
			expect(told).toMatch(/No Partner Code is known/);
			expect(error === undefined ? told : `${told} ${error.description}`).toMatch(
				/Partner Code in the credential, or in the options of this node/,
			);
			expect(service.count()).toBe(0);
		}
	},
);

test.each(Object.entries(steps))('%s takes the Partner Code of its options', async (_name, step) => {
	const [planCode] = service.plans(1);
	const { partnerCode } = service.sandbox.credential;

	const { success } = await runNode({
		...step({ partnerCode }),
		items: [{ planCode, features: [zone('a')] }],
		credential: service.credential({ partnerCode: '' }),
	});

	expect(success.map(({ json }) => json.error)).not.toContainEqual(expect.anything());
});

test.each(Object.entries({ ...steps, lookup: (options = {}) => lookup({ options }) }))(
	"%s says that Partner Code of its options can't be sent, and sends nothing",
	async (_name, step) => {
		const [planCode] = service.plans(1);

		const { error } = await runNode({
			...step({ partnerCode: 'Northquay Property Partners\u00ae' }),
			items: [{ planCode, code: demo.floorCode, features: [zone('a')] }],
			credential: service.credential(),
		});

		const told = `${error?.message} ${error?.description}`;
		expect(told).toMatch(/The partner code must be printable ASCII without spaces or control characters/);
		expect(service.count()).toBe(0);
	},
);

test('a list of the editor says so, too', async () => {
	const panel = { resource: 'client', options: { partnerCode: 'a partner' } };

	await expect(openList('searchResources', service.credential(), panel)).rejects.toMatchObject({
		message: expect.stringMatching(
			/^The partner code must be printable ASCII .*\. Correct Partner Code in the options of this node/,
		),
	});
	expect(service.count()).toBe(0);
});

test('a lookup needs none', async () => {
	const { success } = await runNode({
		...lookup(),
		items: [{ code: demo.floorCode }],
		credential: service.credential({ partnerCode: '' }),
	});

	expect(success).toMatchObject([{ json: { code: expect.any(String) } }]);
});

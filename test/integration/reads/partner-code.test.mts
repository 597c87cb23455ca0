import { demo } from '../../../sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { check, getMany, getPlan, lookup, push } from '../../support/engine/steps.mts';

const service = useService();

const steps = { getMany, getPlan, push, check };

test.each(Object.entries(steps))('%s sends nothing where no Partner Code is known, and says where it goes', async (_name, step) => {
	const [planCode] = service.plans(1);
	for (const onError of ON_ERROR) {
		const credential = service.credential({ partnerCode: ' ' });

		const { error, failed, success } = await runNode({ ...step(), items: [{ planCode, features: [zone('a')] }], credential, onError });

		const told = JSON.stringify(error ?? failed[0] ?? success[0]);
		expect(told).toMatch(/No Partner Code is known/);
		expect(error === undefined ? told : `${told} ${error.description}`).toMatch(/Partner Code in the credential, or in the options of this node/);
		expect(service.count()).toBe(0);
	}
});

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

test('a lookup needs none', async () => {
	const { success } = await runNode({ ...lookup(), items: [{ code: demo.floorCode }], credential: service.credential({ partnerCode: '' }) });

	expect(success).toMatchObject([{ json: { code: expect.any(String) } }]);
});

import { zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
withShortestWaits();

/** One push after the other, and a plan whose push is rejected while another one is read back. */
async function stopDuringDoubt(existing = 'push') {
	const [inDoubt, refused] = service.plans(2);
	const refusing = until('the other push is there', () => service.count('push') === 2);
	service.sandbox.intercept({ route: 'push', planCode: inDoubt, when: 'after', until: refusing, reply: 'reset' });
	service.sandbox.intercept({ route: 'push', planCode: refused, reply: { status: 400, body: '{"message":"no"}' } });
	const items = [
		{ planCode: inDoubt, features: zones(2, 'doubtful') },
		{ planCode: refused, features: zones(2, 'refused') },
	];
	const { error } = await runNode({ ...push({ existing }), items, credential: service.credential() });
	return { error, inDoubt };
}

test('On Error Stop: the error names the features of other plans whose push got no response', async () => {
	const { error, inDoubt } = await stopDuringDoubt();

	expect(error?.message).toMatch(/0 of 2 features for this plan were pushed/);
	expect(error?.message).toContain('whether these features were added');
	const [{ planCode, unknown = [] } = { planCode: inDoubt }] = Object(error?.context.details).otherPlans ?? [];
	expect([planCode === inDoubt, unknown.length].join()).toMatch(/true,2|false,0/);
});

test('On Error Stop: nothing is sent any more for the other plans, but what is in doubt is read back', async () => {
	const { error } = await stopDuringDoubt('skip');

	expect(service.count('push')).toBe(2);
	// Each plan is read first, and the one in doubt is there at its first read-back.
	expect(service.count('features')).toBe(3);
	expect(error?.message).toMatch(/Other plans: \S+ \(2 pushed\)$/);
});

test('On Error Stop: of many plans that were pushed twenty are named', async () => {
	const codes = service.plans(25);
	const [refused] = service.plans(1);
	// The rejection comes when the others are through.
	const through = until('the others are through', () =>
		codes.every((code) => service.sandbox.features(code).length > 0),
	);
	service.sandbox.intercept({
		route: 'push',
		planCode: refused,
		until: through,
		reply: { status: 400, body: '{"message":"no"}' },
	});
	const items = [...codes, refused].map((planCode) => ({ planCode, features: zones(1) }));

	const { error } = await runNode({ ...push(), items, credential: service.credential() });

	expect(error?.message).toContain(
		`Other plans: ${codes
			.slice(0, 20)
			.map((code) => `${code} (1 pushed)`)
			.join('; ')} and 5 more`,
	);
	expect(error?.context.details).toMatchObject({ otherPlans: codes.map((planCode) => ({ planCode, pushed: [{}] })) });
});

import { zones } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withLongestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';
import { until } from '../../support/wait/until.mts';

const service = useService();
// The refusal has to come before the look.
withLongestWaits();

/** One push after the other, and a plan whose push is refused while the answer for another is being looked for. */
async function stopDuringDoubt() {
	const [inDoubt, refused] = service.plans(2);
	const refusing = until('the other push is there', () => service.count('push') === 2);
	service.sandbox.intercept({ route: 'push', planCode: inDoubt, when: 'after', until: refusing, reply: 'reset' });
	service.sandbox.intercept({ route: 'push', planCode: refused, reply: { status: 400, body: '{"message":"no"}' } });
	const items = [
		{ planCode: inDoubt, features: zones(2, 'doubtful') },
		{ planCode: refused, features: zones(2, 'refused') },
	];
	const { error } = await runNode({ ...push(), items, credential: service.credential() });
	return { error, inDoubt };
}

test('On Error Stop: the error names the features of other plans whose push got no answer', async () => {
	const { error, inDoubt } = await stopDuringDoubt();

	expect(error?.message).toMatch(/status 400: no\. Before that, 0 of 2 features for this plan were pushed/);
	expect(error?.message).toContain(
		`it is not known whether zone "doubtful 0" of item 0, zone "doubtful 1" of item 0 for ${inDoubt} are on ` +
			'their plans',
	);
	expect(error?.context.details).toMatchObject({
		otherPlans: [{ planCode: inDoubt, pushed: 0, unknown: [0, 1].map((position) => ({ itemIndex: 0, position })) }],
	});
});

test('On Error Stop: nothing is sent any more for the other plans, not even to look', async () => {
	await stopDuringDoubt();

	expect(service.count('push')).toBe(2);
	// The plan that refused a batch is looked at, because some services take the good ones.
	expect(service.count('features')).toBe(1);
});

test('On Error Stop: of many plans that were pushed twenty are named', async () => {
	const codes = service.plans(25);
	const [refused] = service.plans(1);
	// The refusal comes when the others are through: the first try of its push waits for them, and is tried again.
	const through = until('the others are through', () =>
		codes.every((code) => service.sandbox.features(code).length > 0),
	);
	service.sandbox.intercept({ route: 'push', planCode: refused, until: through, reply: { status: 503 } });
	service.sandbox.intercept({ route: 'push', planCode: refused, reply: { status: 400, body: '{"message":"no"}' } });
	const items = [...codes, refused].map((planCode) => ({ planCode, features: zones(1) }));

	const { error } = await runNode({ ...push(), items, credential: service.credential() });

	expect(error?.message).toContain(
		`Features pushed to other plans: ${codes
			.slice(0, 20)
			.map((code) => `${code} (1)`)
			.join(', ')} and 5 more`,
	);
	expect(error?.context.details).toMatchObject({ otherPlans: codes.map((planCode) => ({ planCode, pushed: 1 })) });
});

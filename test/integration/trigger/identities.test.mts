import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

const rooms = (prefix: string, count = 6) =>
	Array.from({ length: count }, (_, index) => room(`${prefix}${index}`, `Tenant ${index}`));

/** What each poll came to when the plan had these features: events, null, or the words of a failure. */
async function polled(trigger: ReturnType<typeof watch>, planCode: string, plans: object[][]) {
	const outcomes: unknown[] = [];
	for (const features of plans) {
		service.sandbox.setFeatures(planCode, features);
		outcomes.push(
			await trigger.poll().then(
				(started) => started?.length ?? null,
				(error: unknown) => (error as Error).message,
			),
		);
	}
	return outcomes;
}

const words: unknown = expect.stringMatching(/^Plan pln_\w+: All features are other ones at each poll/);

describe('identities that the service makes for each read', () => {
	test('are told once as a failed poll, in place of all features at each', async () => {
		const [planCode] = service.plans(1, rooms('a'));
		const trigger = watch(service, [planCode]);
		await trigger.activate();

		expect(
			await polled(
				trigger,
				planCode,
				['b', 'c', 'd'].map((prefix) => rooms(prefix)),
			),
		).toEqual([expect.stringMatching(/^Plan pln_\w+: All features have other identities than before/), null, null]);
	});

	test('that stay from then on, at once or later, are a new baseline', async () => {
		const [planCode] = service.plans(1, rooms('a'));
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		const plans = ['b', 'b', 'c', 'd', 'd'].map((prefix) => rooms(prefix));

		expect(await polled(trigger, planCode, plans)).toEqual([
			expect.stringContaining('other identities'),
			0,
			expect.stringContaining('other identities'),
			null,
			0,
		]);
		service.sandbox.setFeatures(planCode, [...rooms('d'), room('new')]);
		expect(told(await trigger.poll())).toEqual(['added new']);
	});
});

describe.each<[string, object]>([
	['by the whole feature', { identifyBy: 'content' }],
	['by a member, beside which another one is made for each read', {}],
])('a service that makes something of each feature for each read, %s', (_how, parameters) => {
	const read = (prefix: string) => rooms(prefix).map((one) => ({ ...one, readAs: prefix }));

	test('is told of once as a failed poll, in place of all features at each', async () => {
		const [planCode] = service.plans(1, read('a'));
		const trigger = watch(service, [planCode], { ...parameters });
		await trigger.activate();

		expect(await polled(trigger, planCode, ['b', 'c', 'd'].map(read))).toEqual([12, words, null]);
	});

	test('tells what has changed when two polls see the same', async () => {
		const [planCode] = service.plans(1, read('a'));
		const trigger = watch(service, [planCode], { ...parameters });
		await trigger.activate();

		expect(await polled(trigger, planCode, ['b', 'c', 'd', 'd', 'd'].map(read))).toEqual([12, words, null, 12, null]);
	});
});

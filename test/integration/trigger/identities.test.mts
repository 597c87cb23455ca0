import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { TENANT, room, told, watch } from './watch.mts';

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

describe('identities that the service makes anew, while most contents are unchanged', () => {
	const logged = (trigger: ReturnType<typeof watch>) =>
		trigger.log.filter((line) => line.includes('all its features have new identities'));

	test('for each response: a new baseline, logged once, and nothing is reported', async () => {
		const [planCode] = service.plans(1, rooms('a'));
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		const plans = ['b', 'c', 'd'].map((prefix) => rooms(prefix));

		expect(await polled(trigger, planCode, plans)).toEqual([0, null, null]);
		expect(logged(trigger)).toHaveLength(1);
		await trigger.startProcess();
		expect(await polled(trigger, planCode, [rooms('e')])).toEqual([null]);
	});

	test('once: reports go on from there', async () => {
		const [planCode] = service.plans(1, rooms('a'));
		const trigger = watch(service, [planCode]);
		await trigger.activate();

		expect(await polled(trigger, planCode, [rooms('b'), rooms('b')])).toEqual([0, null]);
		service.sandbox.setFeatures(planCode, [...rooms('b'), room('new')]);
		expect(told(await trigger.poll())).toEqual(['added new']);
		expect(await polled(trigger, planCode, [[...rooms('c'), room('newer')]])).toEqual([0]);
		expect(logged(trigger)).toHaveLength(2);
	});
});

test('a plan that was drawn anew is reported', async () => {
	const [planCode] = service.plans(1, rooms('a'));
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	const others = rooms('b').map((one, index) => ({ ...one, label: `new ${index}` }));

	expect(await polled(trigger, planCode, [others])).toEqual([12]);
});

test.each([
	['a data field', { identifyBy: 'dataField', dataFieldKey: TENANT }],
	['a property of people', { path: 'label' }],
])('rooms that were all renumbered are reported by %s', async (_name, parameters) => {
	const numbered = (prefix: string) =>
		rooms('a').map((one, index) => room(String(one.id), `${prefix}${index}`, { label: `${prefix}${index}` }));
	const [planCode] = service.plans(1, numbered('1.'));
	const trigger = watch(service, [planCode], { ...parameters, options: { watchedFields: ['id'] } });
	await trigger.activate();

	expect(await polled(trigger, planCode, [numbered('2.'), numbered('2.')])).toEqual([12, null]);
});

test('Watched Fields: rooms without a value are no evidence that rooms drawn anew are the same', async () => {
	const drawn = (prefix: string, count: number) =>
		Array.from({ length: count }, (_, index) => room(`${prefix}${index}`, '', { name: `${prefix} ${index}` }));
	const [planCode] = service.plans(1, [room('a', 'Anna'), ...drawn('b', 5)]);
	const trigger = watch(service, [planCode], { options: { watchedFields: ['Tenant'] } });
	await trigger.activate();

	expect(await polled(trigger, planCode, [drawn('c', 7)])).toEqual([13]);
});

test('Watched Fields: zones of the same types that were drawn anew are reported', async () => {
	const drawn = (prefix: string) =>
		Array.from({ length: 8 }, (_, index) => room(`${prefix}${index}`, `${prefix} ${index}`, { zoneType: 'tenanted' }));
	const [planCode] = service.plans(1, drawn('a'));
	const trigger = watch(service, [planCode], { options: { watchedFields: ['zoneType'] } });
	await trigger.activate();

	expect(await polled(trigger, planCode, [drawn('b')])).toEqual([16]);
});

test('Watched Fields: a feature without an identity is another one when anything of it changes', async () => {
	const [planCode] = service.plans(1, [room('1'), room('', 'Anna', { zoneType: 'common' })]);
	const trigger = watch(service, [planCode], { options: { watchedFields: ['zoneType'] } });
	await trigger.activate();

	const now = [room('1', 'Ben'), room('', 'Ben', { zoneType: 'common' })];
	expect(await polled(trigger, planCode, [now])).toEqual([2]);
});

import { useService } from '../../support/engine/service.mts';
import { room, told, watch } from './watch.mts';

const service = useService();

/** In seconds, on a machine under load. Without a bound of ours a poll waits for 15 s and more. */
const HELD_UP = 8;

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return (performance.now() - startedAt) / 1000;
}

test('a service that hangs: the first poll ends within 20 s, and the activation goes on', async () => {
	const planCodes = service.plans(3, [room('1')]);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: 'hang' });
	const trigger = watch(service, planCodes);

	expect(await seconds(async () => expect(await trigger.activate()).toBeNull())).toBeLessThan(20 + HELD_UP);
	expect(trigger.log.join()).toContain(`plan ${planCodes[0]} could not be read: `);
});

test('of several first polls of a service that hangs only one waits for its whole time', async () => {
	const planCodes = service.plans(7, [room('1')]);
	const triggers = planCodes.map((planCode) => watch(service, [planCode]));
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: 'hang' });
	const activation = async (index: number) =>
		await seconds(async () => expect(await triggers[index].activate()).toBeNull());

	const first = activation(0);
	const others = await Promise.all([1, 2, 3, 4].map(activation));
	const later = await Promise.all([5, 6].map(activation));
	service.sandbox.clearIntercepts();

	expect(Math.max(...others)).toBeLessThan(5 + HELD_UP);
	expect(Math.max(...later)).toBeLessThan(Math.max(...others) - 1);
	expect(await first).toBeGreaterThan(10);
	// The next poll reads what they could not.
	expect(await triggers[6].poll()).toEqual([]);
});

test('a plan that hangs: events of the others wait for it 5 s once, and 2 s from then on', async () => {
	const planCodes = service.plans(2, [room('1')]);
	const trigger = watch(service, planCodes);
	await trigger.activate();
	service.sandbox.intercept({ route: 'features', planCode: planCodes[0], times: Infinity, reply: 'hang' });
	const tells = async (tenant: string) => {
		service.sandbox.setFeatures(planCodes[1], [room('1', tenant)]);
		expect(told(await trigger.poll())).toEqual(['changed 1']);
	};

	const once = await seconds(async () => await tells('Anna'));
	expect(once).toBeLessThan(5 + HELD_UP);
	expect(await seconds(async () => await tells('Ben'))).toBeLessThan(once - 1);
	expect(await seconds(async () => await expect(trigger.poll()).rejects.toThrow(planCodes[0]))).toBeLessThan(once - 1);
});

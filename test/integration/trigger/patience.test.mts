import { useService } from '../../support/engine/service.mts';
import { room, watch } from './watch.mts';

const service = useService();

/** In seconds, on a machine under load. Without a bound of ours a poll waits for 30 s and more. */
const HELD_UP = 8;

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return (performance.now() - startedAt) / 1000;
}

test('a service that hangs: a first poll ends within some 5 s, and the activation goes on', async () => {
	const planCodes = service.plans(3, [room('1')]);
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: 'hang' });
	const trigger = watch(service, planCodes);

	expect(await seconds(async () => expect(await trigger.activate()).toBeNull())).toBeLessThan(5 + HELD_UP);
	expect(trigger.log.join()).toContain(`plan ${planCodes[0]} could not be read: `);

	service.sandbox.clearIntercepts();
	expect(await trigger.poll()).toEqual([]);
});

test('a slow service with many plans: a first poll ends within 20 s, and the next one reads the rest', async () => {
	const planCodes = service.plans(150, [room('1')]);
	service.sandbox.settings.latencyMs = 4_000;
	const trigger = watch(service, planCodes);

	expect(await seconds(async () => await trigger.activate())).toBeLessThan(20);

	service.sandbox.settings.latencyMs = 0;
	await trigger.poll();
	for (const planCode of planCodes) service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	expect(await trigger.poll()).toHaveLength(planCodes.length);
});

test('a plan that hangs holds up the others for its whole time once, and for 2 s from then on', async () => {
	const planCodes = service.plans(2, [room('1')]);
	const trigger = watch(service, planCodes);
	await trigger.activate();
	service.sandbox.intercept({ route: 'features', planCode: planCodes[0], times: Infinity, reply: 'hang' });
	const tells = async (tenant: string) => {
		service.sandbox.setFeatures(planCodes[1], [room('1', tenant)]);
		expect(await trigger.poll()).toMatchObject([{ planCode: planCodes[1], change: 'changed' }]);
	};

	await tells('Anna');
	expect(await seconds(async () => await tells('Ben'))).toBeLessThan(2 + HELD_UP);
	const alone = seconds(async () => await expect(trigger.poll()).rejects.toThrow(planCodes[0]));
	expect(await alone).toBeLessThan(2 + HELD_UP);
});

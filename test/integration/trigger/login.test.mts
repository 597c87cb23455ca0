import { freePorts } from '../../../tools/n8n/driver/ports.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { ActiveTrigger } from './active-trigger.mts';
import { room, told, watch, watching } from './watch.mts';

const service = useService();
withShortestWaits();

test('a rejected login stops the activation in words, and is tried once', async () => {
	const planCodes = service.plans(5, [room('1')]);
	const trigger = new ActiveTrigger(service.credential({ apiSecret: 'wrong' }), watching(planCodes));

	await expect(trigger.activate()).rejects.toThrow(/API key/i);
	expect([service.count('token'), service.count('features')]).toEqual([1, 0]);
});

test('a rejected login shows at each poll of plans that were read before; their activation asks nothing', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode]);
	await trigger.activate();
	trigger.credential.edit({ scope: 'other', accessToken: '' });
	service.sandbox.setFeatures(planCode, [room('2')]);

	await expect(trigger.poll()).rejects.toThrow(/invalid_scope/);
	expect(await trigger.activate()).toBeNull();
	await expect(trigger.poll()).rejects.toThrow(/invalid_scope/);

	trigger.credential.edit({ scope: service.sandbox.credential.scope });
	expect(told(await trigger.activateAndPoll())).toEqual(['removed something', 'added 2']);
});

test("an authentication service that can't be reached for now does not stop the activation", async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const [port] = await freePorts(1);
	const { authUrl } = service.sandbox.credential;
	const trigger = new ActiveTrigger(service.credential({ authUrl: `http://127.0.0.1:${port}` }), watching([planCode]));

	expect(await trigger.activate()).toBeNull();
	await expect(trigger.poll()).rejects.toThrow(`127.0.0.1:${port}`);

	trigger.credential.edit({ authUrl });
	expect(await trigger.poll()).toEqual([]);
	service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);
	expect(told(await trigger.poll())).toEqual(['changed 1']);
});

test('no error, no log and nothing that is stored holds a secret', async () => {
	const [planCode] = service.plans(1, [room('1')]);
	const trigger = watch(service, [planCode], { options: { maxWaitSeconds: 0 } });
	await trigger.activate();
	const { applicationSecret, apiSecret } = service.sandbox.credential;
	const body = JSON.stringify({ message: `not ${applicationSecret} nor ${apiSecret}` });
	service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status: 403, body } });

	const error: unknown = await trigger.poll().catch((thrown: unknown) => thrown);

	const said = JSON.stringify([error, (error as Error).message, trigger.log, trigger.remembered]);
	expect(said).toContain('403');
	for (const secret of [applicationSecret, apiSecret]) expect(said).not.toContain(secret);
});

test('without a Partner Code nothing is asked, and the activation says where it goes', async () => {
	const planCodes = service.plans(2, [room('1')]);
	const trigger = new ActiveTrigger(service.credential({ partnerCode: '' }), watching(planCodes));

	await expect(trigger.activate()).rejects.toThrow(/No Partner Code is known/);
	expect(service.count()).toBe(0);
});

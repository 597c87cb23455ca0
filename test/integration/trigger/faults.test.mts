import type { Intercept } from '../../../tools/sandbox/server.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { room, told, watch } from './watch.mts';

const service = useService();
withShortestWaits();

/** Answers every read of a plan, or of all, in this way from now on. */
function always(reply: Intercept['reply'], planCode?: string): void {
	service.sandbox.intercept({ route: 'features', times: Infinity, planCode, reply });
}

const passing: Array<[string, Intercept['reply']]> = [
	['503', { status: 503 }],
	['500', { status: 500 }],
	['422', { status: 422 }],
	['429', { status: 429 }],
	['a reset', 'reset'],
	['no answer in time', 'hang'],
];
const lasting: Array<[string, Intercept['reply'], RegExp]> = [
	['404', { status: 404, body: '{"message":"gone"}' }, /Plan pln_\w+: The service responded with status 404: gone/],
	['403', { status: 403 }, /status 403/],
	['a redirect', { status: 302, headers: { location: '/' } }, /status 302/],
	['HTML', { status: 200, body: '<html>' }, /Plan pln_\w+: The service's response is HTML/],
];
const quick = { options: { timeoutSeconds: 1.5, maxWaitSeconds: 0 } };

test('typed plan codes and words of the service stand in the log and in errors as one inert line', async () => {
	const odd = 'pln_\u001b[31m\nINFO all is well';
	const [well] = service.plans(1, [room('1')]);
	service.sandbox.setFeatures(odd, [room('1')]);
	const trigger = watch(service, [well, odd], quick);
	await trigger.activate();
	always({ status: 500, body: '{"message":"no\\u001b[0m\\nWARN <script>x</script>"}' }, odd);

	expect(await trigger.activate()).toBeNull();
	await expect(trigger.poll()).rejects.toMatchObject({
		message: expect.stringMatching(/^Plan pln_ \[31m INFO all is well: The service responded with status 500/),
	});

	expect(trigger.log.join()).toContain('plan pln_ [31m INFO all is well could not be read');
	for (const line of trigger.log) expect(line).toMatch(/^[^<>\p{Cc}\p{Cf}]*$/u);
});

describe.each(passing)('a fault that may pass: %s', (_name, reply) => {
	test('does not stop the activation, shows at later polls, and loses nothing', async () => {
		const [planCode, unknown] = service.plans(2, [room('1')]);
		const trigger = watch(service, [planCode], quick);
		await trigger.activate();
		always(reply);
		service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

		const other = watch(service, [unknown], quick);
		expect(await other.activate()).toBeNull();
		expect(other.log.join()).toContain(`plan ${unknown} could not be read`);
		await expect(trigger.poll()).rejects.toThrow(`Plan ${planCode}: `);

		service.sandbox.clearIntercepts();
		expect(told(await trigger.poll())).toEqual(['changed 1']);
	});
});

describe.each(lasting)('a fault that lasts: %s', (_name, reply, words) => {
	test('stops the activation of a plan that was never read, in words that name it', async () => {
		const planCodes = service.plans(2);
		always(reply, planCodes[1]);

		await expect(watch(service, planCodes, quick).activate()).rejects.toThrow(words);
	});

	test('does not stop the activation of a plan that was read before', async () => {
		const planCodes = service.plans(2, [room('1')]);
		const trigger = watch(service, planCodes, quick);
		await trigger.activate();
		always(reply, planCodes[1]);

		expect(await trigger.activate()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow(words);
	});
});

test('a plan among many that fails keeps what is known of it, and the others are delivered', async () => {
	const planCodes = service.plans(20, [room('1')]);
	const trigger = watch(service, planCodes, quick);
	await trigger.activate();
	always({ status: 500 }, planCodes[7]);
	for (const planCode of planCodes) service.sandbox.setFeatures(planCode, [room('1', 'Anna')]);

	expect(await trigger.poll()).toHaveLength(19);
	await expect(trigger.poll()).rejects.toThrow(`Plan ${planCodes[7]}: `);

	service.sandbox.clearIntercepts();
	expect(await trigger.poll()).toMatchObject([{ planCode: planCodes[7], change: 'changed' }]);
	expect(await trigger.poll()).toBeNull();
});

test.each([203, 206])(
	'a plan that comes with status %d, and without features, reports none as removed',
	async (status) => {
		const [planCode] = service.plans(1, [room('1'), room('2')]);
		const trigger = watch(service, [planCode]);
		await trigger.activate();
		const before = service.count('features');
		always({ status, body: '{"features":[]}' });

		for (let polls = 0; polls < 2; polls++)
			await expect(trigger.poll()).rejects.toThrow(`Plan ${planCode}: The service responded with status ${status}`);
		expect(service.count('features')).toBe(before + 2);
		service.sandbox.clearIntercepts();
		expect(await trigger.poll()).toBeNull();
	},
);

test('when several plans fail, the error says how many', async () => {
	const planCodes = service.plans(3, [room('1')]);
	const trigger = watch(service, planCodes, quick);
	await trigger.activate();
	always({ status: 403 });

	await expect(trigger.poll()).rejects.toThrow(/^Plan pln_\w+: .* \(3 plans failed\)$/);
	expect(trigger.log.filter((line) => line.includes('could not be read'))).toHaveLength(3);
});

test('a plan that disappears and comes back tells what changed meanwhile, once', async () => {
	const [planCode] = service.plans(1, [room('1'), room('2')]);
	const trigger = watch(service, [planCode], quick);
	await trigger.activate();
	always({ status: 404 });
	for (let polls = 0; polls < 3; polls++) await expect(trigger.poll()).rejects.toThrow('404');
	service.sandbox.clearIntercepts();

	expect(await trigger.poll()).toBeNull();
	always({ status: 404 });
	await expect(trigger.poll()).rejects.toThrow('404');
	service.sandbox.setFeatures(planCode, [room('2'), room('3')]);
	service.sandbox.clearIntercepts();
	expect(told(await trigger.poll())).toEqual(['removed something', 'added 3']);
	expect(await trigger.poll()).toBeNull();
});

test('a plan that was not readable at the activation gets its baseline later, which n8n stores', async () => {
	const planCodes = service.plans(2, [room('1')]);
	const trigger = watch(service, planCodes, quick);
	always({ status: 503 }, planCodes[1]);
	await trigger.activate();
	service.sandbox.clearIntercepts();

	expect(await trigger.poll()).toEqual([]);
	expect(await trigger.poll()).toBeNull();
	service.sandbox.setFeatures(planCodes[1], [room('1', 'Anna')]);
	expect(told(await trigger.activateAndPoll())).toEqual(['changed 1']);
});

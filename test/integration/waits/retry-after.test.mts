import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { getMany, push } from '../../support/engine/steps.mts';
import { timer } from '../../support/wait/timer.mts';

const service = useService();
withShortestWaits();

const steps = { features: getMany(), push: push() };

describe.each(Object.entries(steps))('a %s request', (route, step) => {
	async function run(status: number, retryAfter: string) {
		const [planCode] = service.plans(1, [zone('a')]);
		service.sandbox.intercept({ route, reply: { status, headers: { 'retry-after': retryAfter } } });
		return await runNode({ ...step, items: [{ planCode, features: [zone('b')] }], credential: service.credential() });
	}

	test.each([429, 503])('waits as many seconds as a %d asks for', async (status) => {
		const shorter = timer(990);
		const { error } = await run(status, '1');

		expect(error).toBeUndefined();
		expect(shorter.isOver).toBe(true);
	});

	test('waits until the date that the service asks for', async () => {
		const date = new Date(Date.now() + 2000).toUTCString();
		// An HTTP date has no milliseconds.
		const shorter = timer(Date.parse(date) - Date.now() - 5);

		const { error } = await run(503, date);

		expect(error).toBeUndefined();
		expect(shorter.isOver).toBe(true);
	});

	test.each(['0', 'Thu, 01 Jan 2026 00:00:00 GMT'])('waits by itself where %j asks for no time', async (retryAfter) => {
		const shorter = timer(240);
		const { error } = await run(429, retryAfter);

		expect(error).toBeUndefined();
		expect(shorter.isOver).toBe(true);
	});

	// More than Max Wait would be an error.
	test.each(['soon', '-500', '500.5', 'Thu, 99 Foo 2130'])('does not take %j for a time', async (retryAfter) => {
		expect((await run(429, retryAfter)).error).toBeUndefined();
	});
});

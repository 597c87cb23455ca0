import type { IPollFunctions } from 'n8n-workflow';
import { readSettings } from '../../credentials/credential-settings.ts';
import { TokenCache } from '../../credentials/login.ts';
import { Limiter, limiterOf } from '../../nodes/shared/limiter.ts';
import { cacheOf, storeState } from '../../nodes/PlanFeaturesTrigger/state.ts';
import { BoundedCache } from '../../service/cache/index.ts';
import { RequestHelper } from '../support/http/request-helper.mts';
import { credentialFor } from './credentials/sample.mts';
import { useClock } from './credentials/clock.mts';

const clock = useClock();
const HOUR_MS = 3_600_000;

/** A login that is answered so. */
function helperThatGets(statusCode: number, body: object): RequestHelper {
	const answer = { statusCode, body: JSON.stringify(body) };
	return Object.assign(new RequestHelper(), { helpers: { httpRequest: () => Promise.resolve(answer) } });
}

describe('a memory of the process', () => {
	const cacheFor = (maxWeight: number) =>
		new BoundedCache<string>({ maxAgeMs: 1000, maxWeight, weightOf: (text) => text.length });

	it('forgets the one that was used longest ago when it is full', () => {
		const cache = cacheFor(10);
		for (const name of ['a', 'b', 'c']) cache.set(name, 'xxx');
		cache.get('a');
		cache.set('d', 'xxx');

		expect(['a', 'b', 'c', 'd'].map((name) => cache.peek(name))).toEqual(['xxx', undefined, 'xxx', 'xxx']);
		cache.set('e', 'x'.repeat(11));
		expect(cache.size).toBe(0);
	});

	it('forgets what is old', () => {
		const cache = cacheFor(10);
		cache.set('a', 'x');
		cache.set('b', 'x');
		clock.advance(900);
		cache.get('a');
		cache.peek('b');
		clock.advance(200);

		expect([cache.peek('a'), cache.peek('b'), cache.size]).toEqual(['x', undefined, 1]);
	});
});

describe('filled to the brim', () => {
	it('tokens stay within two million characters and an hour', async () => {
		const cache = new TokenCache();
		const all = Array.from({ length: 300 }, () => readSettings(credentialFor('https://plans.example.com')));
		const helper = helperThatGets(200, { access_token: 'x'.repeat(15_000), expires_in: 1_000_000 });
		for (const settings of all) await cache.exchange(helper, settings);
		const known = () => all.filter(({ settingsDigest }) => cache.newest(settingsDigest, Date.now()) !== undefined);

		expect(known().length).toBeLessThanOrEqual(134);
		expect(known()).toContain(all[299]);
		clock.advance(2 * HOUR_MS);
		expect(known()).toEqual([]);
	});

	it('rejected logins stay within 500 and ten seconds', async () => {
		const cache = new TokenCache();
		const all = Array.from({ length: 501 }, () => readSettings(credentialFor('https://plans.example.com')));
		const helper = helperThatGets(400, { error: 'invalid_grant' });
		for (const settings of all) await cache.exchange(helper, settings);
		const known = () => all.filter((settings) => cache.rejectionOf(settings, undefined) !== undefined);

		expect(known()).toHaveLength(500);
		expect(known()).not.toContain(all[0]);
		clock.advance(11_000);
		expect(known()).toEqual([]);
	});

	it('secrets of credentials are bounded by their length, and kept for a day', () => {
		const credential = credentialFor('https://plans.example.com');
		const { secrets } = readSettings(credential);
		expect(readSettings(credential).secrets).toBe(secrets);
		for (let index = 0; index < 200; index++)
			readSettings(credentialFor('https://plans.example.com', { apiSecret: `${index}`.padEnd(1000, 'x') }));
		expect(readSettings(credential).secrets).not.toBe(secrets);
		const { secrets: again } = readSettings(credential);
		clock.advance(25 * HOUR_MS);
		expect(readSettings(credential).secrets).not.toBe(again);
	});

	it('nodes of the trigger are bounded by their length and by 400 days, and the one polled last is kept', () => {
		const contextOf = (id: string) =>
			Object.assign({} as IPollFunctions, {
				getWorkflow: () => ({ id: 'W' }),
				getNode: () => ({ id }),
				getWorkflowStaticData: () => ({}),
			});
		const poll = (id: string) => {
			const cache = cacheOf(contextOf(id));
			storeState(contextOf(id), cache, { nodeId: id.padEnd(9_000_000), number: 1, plans: [], outbox: [] }, false);
			// What it weighs is known at its next poll.
			return cacheOf(contextOf(id));
		};
		const first = poll('0');
		expect(cacheOf(contextOf('0'))).toBe(first);
		for (let index = 1; index <= 11; index++) poll(`${index}`);
		const last = cacheOf(contextOf('11'));
		expect(last.state).toBeDefined();
		expect(cacheOf(contextOf('0'))).not.toBe(first);
		clock.advance(401 * 24 * HOUR_MS);
		expect(cacheOf(contextOf('11'))).not.toBe(last);
	});

	it('limiters stay within a hundred services and ten minutes', () => {
		const first = limiterOf('https://0.example.com');
		expect(first).toBeInstanceOf(Limiter);
		expect(limiterOf('https://0.example.com')).toBe(first);
		for (let index = 1; index <= 100; index++) limiterOf(`https://${index}.example.com`);
		const last = limiterOf('https://100.example.com');
		expect(limiterOf('https://0.example.com')).not.toBe(first);
		clock.advance(11 * 60_000);
		expect(limiterOf('https://100.example.com')).not.toBe(last);
	});
});

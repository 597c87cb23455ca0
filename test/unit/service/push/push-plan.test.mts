import fc from 'fast-check';
import { countsOf, endPush } from '../../../../service/push';
import { Run, entriesOf, push, status, statusesOf } from './push-run.mts';
import type { Response, Rules } from './push-run.mts';

const READ_BACK = ['wait 1000', 'readBack', 'wait 3000', 'readBack', 'wait 8000', 'readBack', 'wait 20000', 'readBack'];

beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0.5));

describe('a push with Skip', () => {
	it('reads the plan first, and sends what it does not have', async () => {
		const run = await push('abc', ['taken'], ['b']);

		expect(run.log).toEqual(['compare', 'send ac']);
		expect(statusesOf(run)).toBe('pushed skipped pushed');
		expect(countsOf(run.state)).toEqual({
			...{ pushed: 2, skipped: 1, requests: 1, retries: 0, confirmed: 0, skippedDifferent: 0 },
		});
	});

	it('leaves out what differs in letter case alone, and counts it', async () => {
		const run = await push('a', [], ['A']);

		expect(run.log).toEqual(['compare']);
		expect(countsOf(run.state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});

	it('counts what differs once, where an equal one was added before the next read', async () => {
		const run = await push('aa', [status(422)], ['A', 'Aa']);

		expect(run.log).toEqual(['compare', 'send a', expect.stringMatching(/^wait/), 'compare']);
		expect(countsOf(run.state)).toMatchObject({ skipped: 2, skippedDifferent: 1 });
	});

	it('counts it so also beside what was equal from the first read on', async () => {
		const run = await push('baa', [status(422)], ['bA', 'bAa']);

		expect(run.log).toEqual(['compare', 'send a', expect.stringMatching(/^wait/), 'compare']);
		expect(countsOf(run.state)).toMatchObject({ skipped: 3, skippedDifferent: 1 });
	});

	it('counts what was left out as different, also where an equal one is added later', async () => {
		const run = await push('ab', [status(422), 'taken'], ['A', 'Aa']);

		expect(statusesOf(run)).toBe('skipped pushed');
		expect(countsOf(run.state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});

	it('leaves out nothing of an item with Push Anyway', async () => {
		const entries = [...entriesOf('a'), ...entriesOf('b', { skipExisting: false })];
		const run = await new Run(entries, ['taken'], ['ab']).toEnd();

		expect(run.log).toEqual(['compare', 'send b']);
		expect(statusesOf(run)).toBe('skipped pushed');
	});

	it('takes a feature of the plan for the one that it pushed before, not for one that waits', async () => {
		const entries = entriesOf('aa', { batchSize: 1 });
		Object.assign(entries[1].feature, { area: 1 });
		const run = await new Run(entries, ['taken', status(422), 'taken'], ['', 'a'], { area: 1 }).toEnd();

		expect(run.log.filter((line) => !line.startsWith('wait'))).toEqual([
			...['compare', 'send a', 'send a', 'compare', 'send a'],
		]);
		expect(statusesOf(run)).toBe('pushed pushed');
	});

	it.each([
		['another that waits has its only feature', 'pending', 'a'],
		['it may be another feature than the one that was pushed', 'pushed', 'aaa'],
	] as const)('sends nothing with the value of a feature where %s', async (_where, kind, plan) => {
		const entries = entriesOf('aa', { matchColumns: [{ by: 'property', path: 'name' }] });
		entries[0].status = { kind };
		Object.assign(entries[1].feature, { area: 9 });
		const run = await new Run(entries, ['taken'], [plan]).toEnd();

		expect(run.log).toEqual(['compare']);
		expect(run.state.entries[1].status).toEqual({ kind: 'skipped', differs: true });
	});

	it('sends nothing that is ambiguous, also where no feature of the plan may be meant', async () => {
		const run = await push('ab', [], ['c'], { matchColumns: [{ by: 'property', path: 'number' }] });

		expect(run.log).toEqual(['compare']);
		expect(countsOf(run.state)).toMatchObject({ skipped: 2, skippedDifferent: 2 });
	});

	it('sends no row whose key another run has put there meanwhile', async () => {
		const data = (room: string) => [{ key: `dfld_${'r'.repeat(25)}`, name: 'Room', value: room }];
		const entries = entriesOf('ab').map((entry) => ({ ...entry, isRow: true }));
		entries.forEach(({ feature }, at) => (feature.data = data(`${at}`)));
		const run = new Run(entries, ['taken']);
		const onPlan = ['0', '8', '9'].map((room) => ({ type: 'zone', name: `of ${room}`, data: data(room) }));
		run.readPlan = async () => await Promise.resolve({ features: onPlan });
		await run.toEnd();

		expect(run.log).toEqual(['send b']);
		expect(statusesOf(run)).toBe('skipped pushed');
	});

	it('sends what has the value of features that it put there, and equals none of them', async () => {
		const matchColumns = [{ by: 'property', path: 'name' }] as const;
		const entries = entriesOf('aa', { batchSize: 1, matchColumns });
		Object.assign(entries[1].feature, { type: 'room' });
		const run = await new Run(entries, ['taken', status(422), 'taken'], ['', 'a']).toEnd();

		expect(run.log.filter((line) => line.startsWith('send'))).toEqual(['send a', 'send a', 'send a']);
		expect(statusesOf(run)).toBe('pushed pushed');
	});

	it('sends a row that has the key of one that it put there itself', async () => {
		const data = (room: string) => [{ key: `dfld_${'r'.repeat(25)}`, name: 'Room', value: room }];
		const entries = entriesOf('ab', { batchSize: 1 }).map((entry) => ({ ...entry, isRow: true }));
		for (const { feature } of entries) feature.data = data('5');
		const run = new Run(entries, ['taken', status(422), 'taken']);
		const others = ['8', '9'].map((room) => ({ type: 'zone', name: `of ${room}`, data: data(room) }));
		const plans = [others, [...others, { ...entries[0].feature }]];
		run.readPlan = async () => await Promise.resolve({ features: plans.shift() ?? [] });
		await run.toEnd();

		expect(run.log.filter((line) => line.startsWith('send'))).toEqual(['send a', 'send b', 'send b']);
		expect(statusesOf(run)).toBe('pushed pushed');
	});

	it('sends what has one value to match on, where nobody matched it before, as in a retry of Push Anyway', async () => {
		const entries = entriesOf('aa', { matchColumns: [{ by: 'property', path: 'name' }] });
		Object.assign(entries[1].feature, { area: 9 });
		const run = await new Run(entries, ['taken'], ['b']).toEnd();

		expect(run.log).toEqual(['compare', 'send aa']);
	});

	it('sends an identity that a feature of the plan has with none of the features', async () => {
		const code = (value: string) => ({ code: value });
		const entries = entriesOf('ab');
		entries.forEach(({ feature }, at) => Object.assign(feature, { type: 'room' }, code(`c-${at}`)));
		const run = new Run(entries, ['taken'], ['xy']);
		const { readPlan } = run;
		run.readPlan = async (purpose) => {
			const read = await readPlan(purpose);
			if ('features' in read) read.features.forEach((feature, at) => Object.assign(feature, code(`c-${at}`)));
			return read;
		};
		await run.toEnd();

		expect(entries.map(({ sent }) => sent?.code)).toEqual([undefined, undefined]);
		expect(entries.map(({ feature }) => feature.code)).toEqual(['c-0', 'c-1']);
	});

	it("sends nothing where the plan can't be read", async () => {
		const run = await push('ab', [], ['unreadable']);

		expect(run.log).toEqual(['compare']);
		expect(statusesOf(run)).toBe('notPushed notPushed');
		expect(run.state.ended).toEqual({ reason: 'unreadable', attempts: 0 });
	});

	it.each([
		['422', status(422)],
		['503 with Retry-After', status(503, 0)],
	])('reads the plan again after %s, because others may have pushed', async (_name, fault) => {
		const run = await push('ab', [fault, 'taken'], ['', 'a']);

		expect(run.log.filter((line) => !line.startsWith('wait'))).toEqual(['compare', 'send ab', 'compare', 'send b']);
		expect(statusesOf(run)).toBe('skipped pushed');
		expect(run.state).toMatchObject({ requests: 2, retries: 1 });
	});

	it('does not read it again after 429', async () => {
		const run = await push('a', [status(429), 'taken']);

		expect(run.log).toEqual(['compare', 'send a', 'wait 375', 'send a']);
	});
});

describe('a push whose outcome is unknown', () => {
	it('is read back until all of it is there, and the push goes on', async () => {
		const run = await push('abc', ['unknown', 'taken'], ['', '', 'a', 'ab'], { batchSize: 2 });

		expect(run.log).toEqual(['compare', 'send ab', ...READ_BACK.slice(0, 6), 'send c']);
		expect(statusesOf(run)).toBe('confirmed confirmed pushed');
		expect(countsOf(run.state)).toMatchObject({ pushed: 3, confirmed: 2, requests: 2, retries: 0 });
	});

	it('is never sent again: the push ends, and says what is confirmed, unknown and not pushed', async () => {
		const run = await push('abc', ['unknown', 'taken'], ['', 'b', 'unreadable', ''], { batchSize: 2 });

		expect(run.log).toEqual(['compare', 'send ab', ...READ_BACK]);
		expect(statusesOf(run)).toBe('unknown confirmed notPushed');
		expect(run.state.ended).toEqual({ reason: 'no response', attempts: 1 });
	});

	it('counts equal features: n are there only if the plan has n', async () => {
		expect(statusesOf(await push('aa', ['unknown'], ['', 'a']))).toBe('confirmed unknown');
		expect(statusesOf(await push('aa', ['taken', 'unknown'], ['', 'a'], { batchSize: 1 }))).toBe('pushed unknown');
		expect(statusesOf(await push('aa', ['unknown'], ['a']))).toBe('skipped unknown');
	});

	it('is confirmed only by a feature that is equal, exactly or normalized', async () => {
		const matchColumns = [{ by: 'property', path: 'name' }] as const;
		const areas = (area: number) =>
			entriesOf('a', { matchColumns }).map((one) => Object.assign(one.feature, { area }) && one);

		expect(statusesOf(await push('a', ['unknown'], ['', 'A']))).toBe('confirmed');
		expect(statusesOf(await new Run(areas(1), ['unknown'], ['', 'a']).toEnd())).toBe('unknown');
	});

	it('leaves out no other feature, whatever that has in common with what was sent', async () => {
		const outline = {
			geometry: {
				type: 'Polygon',
				coordinates: [
					[
						[0, 0],
						[9, 0],
						[9, 9],
						[0, 0],
					],
				],
			},
		};
		const entries = entriesOf('ab', { batchSize: 1 });
		for (const { feature } of entries) Object.assign(feature, outline);
		const run = await new Run(entries, ['unknown', 'taken'], ['', 'a'], outline).toEnd();

		expect(run.log).toEqual(['compare', 'send a', 'wait 1000', 'readBack', 'send b']);
		expect(statusesOf(run)).toBe('confirmed pushed');
	});

	it('ends the push at once with Push Anyway, which never reads the plan', async () => {
		const run = await push('ab', ['unknown', 'taken'], ['a'], { batchSize: 1, skipExisting: false });

		expect(run.log).toEqual(['send a']);
		expect(statusesOf(run)).toBe('unknown notPushed');
	});

	it('stays unknown where the execution is cancelled while it is read back', async () => {
		const run = await new Run(entriesOf('ab', { batchSize: 1 }), ['unknown']).cancelAfter(1).toEnd();

		expect(run.log).toEqual(['compare', 'send a', 'wait 1000', 'readBack', 'wait 3000']);
		expect(statusesOf(run)).toBe('unknown notPushed');
		expect(run.state.ended).toEqual({ reason: 'cancelled', attempts: 0 });
	});
});

describe('a push that a push before left in doubt', () => {
	it('reads the plan for it, and sends it not at all', async () => {
		const entries = entriesOf('ab');
		entries[0].status = { kind: 'unknown' };

		const found = await new Run(entries, ['taken'], ['', 'a']).toEnd();

		expect(found.log).toEqual(['compare', 'wait 1000', 'readBack', 'send b']);
		expect(statusesOf(found)).toBe('confirmed pushed');
	});

	it('leaves out what a push of somebody else put there, and stops where no read shows it', async () => {
		const found = new Run(
			entriesOf('ab').map((entry) => ({ ...entry, isInDoubt: true })),
			['taken'],
			['a', 'ab'],
		);
		expect(statusesOf(await found.toEnd())).toBe('skipped skipped');

		const [doubtful, other] = entriesOf('ab');
		const missing = await new Run([{ ...doubtful, isInDoubt: true }, other], ['taken']).toEnd();

		expect(missing.log).toEqual(['compare', ...READ_BACK]);
		expect(statusesOf(missing)).toBe('unknown notPushed');
		expect(missing.state.ended).toEqual({ attempts: 0 });
	});

	it('sends nothing with Push Anyway', async () => {
		const entries = entriesOf('ab', { skipExisting: false });
		entries[0].status = { kind: 'unknown' };

		const run = await new Run(entries, ['taken']).toEnd();

		expect(run.log).toEqual([]);
		expect(statusesOf(run)).toBe('unknown notPushed');
		expect(run.state.ended).toEqual({ attempts: 0 });
	});
});

describe('a push that the service does not take', () => {
	it.each([
		['422', status(422), 3],
		['429', status(429), 3],
		['503 with Retry-After', status(503, 0), 3],
		['a connection that never came about', { kind: 'connection', connection: 'refused' } as const, 5],
		['403', status(403), 1],
		['409', status(409), 1],
		['501', status(501), 1],
	])('is sent so often after %s', async (_name, fault, attempts) => {
		const run = await push('a', Array<Response>(9).fill(fault), [''], { maxRetries: 2 });

		expect(run.log.filter((line) => line.startsWith('send'))).toHaveLength(attempts);
		expect(statusesOf(run)).toBe('notPushed');
		expect(run.state.ended?.attempts).toBe(attempts);
	});

	it('waits at most Maximum Wait for all attempts together', async () => {
		const run = await push('a', Array<Response>(9).fill(status(503, 10_000)), [''], { maxWaitMs: 31_000 });

		expect(run.log.filter((line) => line.startsWith('wait'))).toEqual(Array(3).fill('wait 10125'));
		expect(run.state).toMatchObject({ requests: 4, retries: 3 });
	});

	it('counts the second request after a 401 as a request, and as no retry', async () => {
		const run = new Run(entriesOf('a'), [status(429), 'taken']);
		const { send } = run;
		run.send = async (batch, onSend) =>
			await send(batch, () => {
				onSend();
				onSend();
			});
		await run.toEnd();

		// One of the two attempts is a retry.
		expect(run.state).toMatchObject({ requests: 4, retries: 1 });
	});

	it('is not the end of what no rule knows: such an error goes on', async () => {
		const run = new Run(entriesOf('a'), []);
		run.send = async () => await Promise.reject(new TypeError('a defect'));

		await expect(run.toEnd()).rejects.toThrow('a defect');
	});

	it('is as it was where nothing could be sent', async () => {
		const run = await push('a', ['ended']);

		expect(run.state).toMatchObject({ requests: 0, ended: { reason: 'ended', attempts: 0 } });
	});

	it('ends at a rejection, also with Isolate and Push Anyway', async () => {
		for (const policy of [{}, { isolate: true, skipExisting: false }]) {
			const run = await push('ab', [{ rejected: 'no' }], [''], policy);
			expect(run.log.filter((line) => line.startsWith('send'))).toEqual(['send ab']);
			expect(statusesOf(run)).toBe('notPushed notPushed');
			expect(run.state.ended).toEqual({ reason: '400', attempts: 1 });
		}
	});
});

describe('Isolate', () => {
	const isolate = { isolate: true };
	const no = { rejected: 'no' };

	it('sends halves in input order, reads the plan once, and rejects the bad ones alone', async () => {
		const run = await push('abcd', [no, 'taken', no, { rejected: 'bad' }, 'taken'], [''], isolate);

		expect(run.log).toEqual(['compare', 'send abcd', 'compare', 'send ab', 'send cd', 'send c', 'send d']);
		expect(statusesOf(run)).toBe('pushed pushed rejected pushed');
		expect(run.state.entries[2].status).toEqual({ kind: 'rejected', message: 'bad' });
		expect(run.state.ended).toBeUndefined();
	});

	it('reads the plan after each rejection where the service takes the good ones of a rejected request', async () => {
		const run = await push('abcd', [no, no, no], ['', 'acd'], isolate);

		expect(run.log).toEqual(['compare', 'send abcd', 'compare', 'send b', 'compare']);
		expect(statusesOf(run)).toBe('confirmed rejected confirmed confirmed');
	});

	it('sends nothing again that the service took of a rejected request and changed', async () => {
		const policy = { ...isolate, matchColumns: [{ by: 'property', path: 'name' }] as const };
		const entries = entriesOf('ab', policy);
		for (const { feature } of entries) Object.assign(feature, { area: 1 });
		const run = await new Run(entries, [no, no], ['', 'a'], { area: 2 }).toEnd();

		expect(run.log).toEqual(['compare', 'send ab', 'compare', 'send b', 'compare']);
		expect(statusesOf(run)).toBe('skipped rejected');
	});

	it("leaves in doubt what was rejected where the plan can't be read", async () => {
		const run = await push('ab', [no], ['', 'unreadable'], isolate);

		expect(statusesOf(run)).toBe('unknown unknown');
	});

	it('knows a plan that rejects everything after few requests', async () => {
		const run = await push('a'.repeat(999), Array<Response>(999).fill(no), [''], isolate);

		expect(run.state.requests).toBe(24);
		expect(statusesOf(run)).not.toContain('unknown');
		expect(run.state.ended).toEqual({ reason: '400', attempts: 1 });
	});

	it.each<[string, string, (at: number) => Response]>([
		['there are so few that it takes no more requests to find them', 'ab', () => no],
		['each rejection has a message of its own', 'a'.repeat(20), (at) => ({ rejected: `row ${at}` })],
	])('goes on where %s', async (_where, names, response) => {
		const responses = Array.from({ length: 99 }, (_none, at) => response(at));
		const run = await push(names, responses, [''], isolate);

		expect(statusesOf(run)).toBe([...names].map(() => 'rejected').join(' '));
		expect(run.state.ended).toBeUndefined();
	});

	it('goes on where bad features stand together, and one that is far from them is taken', async () => {
		const [bad, good] = ['abcdefghijkl', 'mnopqrstu'];
		const run = new Run(entriesOf(bad + good, isolate), []);
		run.send = async (batch, onSend) => {
			onSend();
			const isBad = batch.some(({ feature }) => bad.includes(String(feature.name)));
			return await Promise.resolve(isBad ? { kind: 'rejected', reason: '400', message: 'no' } : { kind: 'taken' });
		};
		await run.toEnd();

		expect(statusesOf(run)).toBe([...bad].map(() => 'rejected ').join('') + [...good].map(() => 'pushed').join(' '));
		expect(run.state.ended).toBeUndefined();
	});

	it('goes on where the plan took one, however often it rejects the others with the same message', async () => {
		const names = 'abcdefghijklmnopqrst';
		const taken = await push(names, [no, no, no, no, no, 'taken', ...Array<Response>(99).fill(no)], [''], isolate);
		expect(statusesOf(taken)).toBe(`pushed${' rejected'.repeat(19)}`);

		const confirmed = await push(names, Array<Response>(99).fill(no), ['', 'a'], isolate);
		expect(statusesOf(confirmed)).toBe(`confirmed${' rejected'.repeat(19)}`);
	});
});

describe('a push that ends from outside', () => {
	it('keeps its first reason, and touches only what was not sent', () => {
		const entries = entriesOf('ab');
		entries[0].status = { kind: 'pushed' };
		const { state } = new Run(entries, []);
		endPush(state, { reason: 'first', attempts: 0 });
		endPush(state, { reason: 'second', attempts: 0 });

		expect(state.ended?.reason).toBe('first');
		expect(entries.map((entry) => entry.status.kind)).toEqual(['pushed', 'notPushed']);
	});
});

describe('features', () => {
	it('go in requests of equal policies, in input order, no larger than Batch Size', async () => {
		const entries = entriesOf('abcde', { batchSize: 2 });
		entries.forEach((entry, index) => (entry.policy.author = `${index % 2}`));
		const run = await new Run(entries, Array<Response>(9).fill('taken')).toEnd();

		expect(run.log).toEqual(['compare', 'send ac', 'send e', 'send bd']);
	});

	it('that are left out take no room in a request', async () => {
		const run = await push('abcde', Array<Response>(9).fill('taken'), ['a'], { batchSize: 2 });

		expect(run.log).toEqual(['compare', 'send bc', 'send de']);
	});

	it('that are matched by a value count as there by it, and say whether the rest differs', async () => {
		const matchColumns = [{ by: 'property', path: 'name' }] as const;
		const same = await push('a', [], ['a'], { matchColumns });
		expect(countsOf(same.state)).toMatchObject({ skipped: 1, skippedDifferent: 0 });

		const entries = entriesOf('a', { matchColumns });
		Object.assign(entries[0].feature, { area: 1 });
		expect(countsOf((await new Run(entries, [], ['a']).toEnd()).state)).toMatchObject({ skippedDifferent: 1 });
	});
});

const someNames = (letters: string, maxLength: number) =>
	fc.array(fc.constantFrom(...letters), { maxLength }).map((names) => names.join(''));

const response = fc.oneof(
	fc.constantFrom<Response[]>('taken', 'unknown', 'ended', ...[422, 429, 403].map((code) => status(code))),
	fc.constantFrom<Response[]>(
		{ rejected: 'no' },
		{ rejected: 'bad' },
		{ kind: 'connection', connection: 'refused' },
		status(503, 10),
	),
);

/** What reads show: features that were sent, some that are near to them (`A`), a stranger (`z`), or nothing. */
const read = fc.oneof(
	{ weight: 4, arbitrary: someNames('abcAz', 6) },
	{ weight: 1, arbitrary: fc.constant('unreadable') },
);

const anyRules: fc.Arbitrary<Partial<Rules>> = fc.record({
	batchSize: fc.integer({ min: 1, max: 3 }),
	skipExisting: fc.boolean(),
	isolate: fc.boolean(),
	matchColumns: fc.constantFrom<Array<Rules['matchColumns']>>([], [{ by: 'property', path: 'name' }]),
	maxRetries: fc.integer({ min: 0, max: 2 }),
	maxWaitMs: fc.constantFrom(0, 20_000, 120_000),
});

it('a push ends, whatever the service responds, and sends no feature again that may have been taken', async () => {
	await fc.assert(
		fc.asyncProperty(
			someNames('abc', 5).filter((names) => names !== ''),
			fc.array(response, { maxLength: 8 }),
			fc.array(read, { minLength: 1, maxLength: 12 }),
			anyRules,
			async (names, responses, reads, policy) => {
				const run = await push(names, [...responses], [...reads], policy);

				expect(statusesOf(run)).not.toContain('pending');
				if (run.state.ended === undefined) expect(statusesOf(run)).not.toMatch(/unknown|notPushed/);
				const requests = run.log.filter((line) => line.startsWith('send '));
				const maybe = requests.filter((_line, at) => ['taken', 'unknown'].includes(String(responses[at])));
				for (const letter of new Set(names)) {
					const count = (text: string) => [...text].filter((one) => one === letter).length;
					expect(count(maybe.map((line) => line.slice(5)).join(''))).toBeLessThanOrEqual(count(names));
				}
			},
		),
		{ numRuns: 2000 },
	);
});

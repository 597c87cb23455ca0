import { advance, countsOf, isSafeToRepeat, newPush, nextStep } from '../../../../service/push';
import type { PushEvent, PushState } from '../../../../service/push';
import { LOOKS, NOTHING, Run, endingOf, entriesOf, fatesOf, lost, push, status } from './push-run.mts';
import type { Answer } from './push-run.mts';

describe('after a lost answer', () => {
	it('the plan is looked at for 10 s, each time after a wait, and right before the next request', () => {
		const run = push('ab', [lost, 'taken'], [...NOTHING, 'ab']);

		expect(run.log).toEqual([...['send ab', ...LOOKS, 'send ab', 'wait', 'look copies', 'done']]);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 0, requests: 2, retries: 1 });
		expect(run.state.known.some(({ mayArrive }) => mayArrive)).toBe(false);
		expect(run.waits).toEqual([375, 625, 1250, 2500, 5000, 625, 1250]);
	});

	it('what is there is not sent again', () => {
		const run = push('ab', [lost], ['ab']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 2, requests: 1, retries: 0 });
	});

	it.each([422, 429])('status %d in between changes nothing: it is looked at again before the next request', (code) => {
		const run = push('a', [lost, status(code), 'taken'], [...NOTHING, 'a']);

		expect(run.log).toEqual([...['send a', ...LOOKS, 'send a', 'wait', 'look lost', 'done']]);
		expect(countsOf(run.state)).toMatchObject({ recovered: 1, requests: 2 });
	});

	it('status 503 may have had its effect as well, so that copies are counted', () => {
		const run = push('a', [lost, status(503)], [...NOTHING, 'a']);

		expect(run.log.slice(13)).toEqual(['send a', 'wait', 'look lost', 'wait', 'look copies', 'done']);
	});

	it.each<Answer>([status(403), status(422), { refusal: 'no' }])(
		'it is looked at once more before the push is given up after %j',
		(answer) => {
			expect(push('a', [lost, answer], [...NOTHING, 'a'], { maxRetries: 0 }).log.slice(-2)).toEqual([
				'look lost',
				'done',
			]);
		},
	);

	it('a push that is given up leaves its features unknown, not safe to repeat', () => {
		const run = push('ab', [lost, status(403)]);

		expect(endingOf(run)).toEqual({
			kind: 'failed',
			reason: '{"kind":"status","status":403}',
			tries: 2,
			unknown: [0, 1],
		});
		expect(fatesOf(run)).toBe('unknown unknown');
		expect(isSafeToRepeat(run.state, [0])).toBe(false);
	});

	it('a plan that cannot be read ends the push', () => {
		const run = push('ab', [lost], ['unreadable']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'fail unread']);
		expect(endingOf(run)).toEqual({ kind: 'unread', reason: 'unreadable', unknown: [0, 1] });
		expect(fatesOf(run)).toBe('unknown unknown');
	});

	it('a part of the batch ends the push, unless more of it arrives', () => {
		expect(push('abc', [lost], ['b']).log).toEqual(['send abc', ...LOOKS, 'fail partly']);
		expect(push('abc', [lost], ['b', 'ab', 'abc']).log.slice(-2)).toEqual(['look lost', 'done']);
		expect(fatesOf(push('abc', [lost], ['b']))).toBe('unknown recovered unknown');
		expect(endingOf(push('abc', [lost], ['b']))).toEqual({ kind: 'partly', there: [1], missing: [0, 2] });
	});

	it('a part of the batch that grows is waited for no longer than Max Wait', () => {
		const waits = [375, 625];
		const maxWaitMs = waits[0] + waits[1];

		expect(push('abc', [lost], ['', 'a', 'ab', 'abc'], { maxWaitMs }).log.slice(-2)).toEqual([
			'look lost',
			'fail partly',
		]);
		expect(push('abc', [lost], ['', 'a', 'abc'], { maxWaitMs }).log.at(-1)).toBe('done');
		expect(push('abc', [lost], ['', 'a', 'abc'], { maxWaitMs: maxWaitMs - 1 }).log.at(-1)).toBe('fail partly');
	});

	it('the wait before a look is no shorter than the service asks for', () => {
		const run = push(
			'a',
			[lost, { kind: 'status', status: 429, retryAfterMs: 30_000 }, 'taken'],
			[...NOTHING, '', 'a'],
		);

		expect(run.waits).toEqual([375, 625, 1250, 2500, 5000, 625, 30_125, 1250]);
	});

	it('no equal feature that was left out before is taken for the lost one', () => {
		const run = push('aa', [lost, 'taken'], ['a', ...NOTHING.map(() => 'a'), 'aa'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send a', ...LOOKS, 'send a', 'wait', 'look copies', 'done']);
		expect(fatesOf(run)).toBe('held pushed');
	});

	it('rests for three times the longest answer where that is more than 10 s', () => {
		const run = new Run(newPush(entriesOf('ab', { batchSize: 1 })), ['taken', lost, 'taken'], ['a'], 5000).toEnd();
		const sum = (waits: number[]) => waits.reduce((total, ms) => total + ms, 0);

		expect(run.log.slice(0, 2)).toEqual(['send a', 'send b']);
		expect(sum(run.waits.slice(0, run.log.lastIndexOf('send b') / 2 - 1))).toBe(15_000 + run.waits[0]);
	});

	it('a look that does not show what the service has acknowledged is no evidence', () => {
		const run = push('ab', ['taken', lost], [''], { batchSize: 1 });

		expect(run.log.filter((step) => step === 'send b')).toHaveLength(1);
		expect(run.log.at(-1)).toBe('fail blind');
	});

	it('a look that may be old or a part is no evidence, but what it shows is there', () => {
		expect(push('a', [lost], ['?']).log.at(-1)).toBe('fail blind');
		expect(push('a', [lost], ['?a']).log.at(-1)).toBe('done');
	});

	it('what is near is not sent again', () => {
		const run = push('a', [lost], ['A']);

		expect(run.log.filter((step) => step === 'send a')).toHaveLength(1);
		expect(run.log.at(-1)).toBe('fail unclear');
	});

	it('what was answered without a yes is never sent again', () => {
		const run = push('a', ['answered', 'taken']);

		expect(run.log.filter((step) => step === 'send a')).toHaveLength(1);
		expect(endingOf(run)).toMatchObject({ kind: 'failed', reason: '202', unknown: [0] });
		expect(fatesOf(push('a', ['answered'], ['a']))).toBe('recovered');
	});

	it('an old feature that is matched by a value is not taken for the lost one', () => {
		const rules = { match: { by: 'member', path: 'name' } } as const;

		expect(push('a', [lost, 'taken'], ['a', ...NOTHING.map(() => 'a'), 'aa'], rules).log.slice(-4)).toEqual([
			...['send a', 'wait', 'look copies', 'done'],
		]);
	});

	/**
	 * Each look carries a date by the service's clock, given the time that the push has waited; the first look comes
	 * after two seconds.
	 */
	function sentAfterDates(dateOf: (passedMs: number) => number): number {
		const state: PushState<string> = newPush(entriesOf('a'));
		let passedMs = 0;
		for (let sent = 0; ; ) {
			const step = nextStep(state);
			if (step.do === 'send' && sent++ > 0) return passedMs;
			if (step.do === 'send') advance(state, { kind: 'sending' }, 0);
			if (step.do === 'wait') passedMs += step.ms;
			if (step.do === 'done' || step.do === 'fail') return Infinity;
			const event: PushEvent<string> =
				step.do === 'wait'
					? { kind: 'waited' }
					: step.do === 'look'
						? { kind: 'seen', features: [], date: { dateMs: dateOf(passedMs), atMs: passedMs } }
						: { kind: 'failed', fault: { kind: 'status', status: 503, retryAfterMs: 2000 }, reason: '' };
			advance(state, event, 0.5);
		}
	}

	it('looks count from the one whose date proves the clock: a cache may have written those before it', () => {
		const live = (passedMs: number) => Math.floor(passedMs / 1000) * 1000;

		expect(sentAfterDates(live)).toBeLessThan(15_000);
		expect(sentAfterDates((passedMs) => (passedMs < 12_000 ? 0 : live(passedMs)))).toBeGreaterThan(22_000);
		expect(sentAfterDates(() => 0)).toBe(Infinity);
	});

	it('waits grow', () => {
		const waits: number[] = [];
		const state: PushState<string> = newPush(entriesOf('a'));
		for (let step = nextStep(state); step.do !== 'fail' && step.do !== 'done'; step = nextStep(state)) {
			if (step.do === 'wait') waits.push(step.ms);
			if (step.do === 'send') advance(state, { kind: 'sending' }, 0);
			const event: PushEvent<string> =
				step.do === 'wait'
					? { kind: 'waited' }
					: step.do === 'look'
						? { kind: 'seen', features: [] }
						: { kind: 'failed', fault: lost, reason: '' };
			advance(state, event, 0);
		}
		expect(waits.slice(0, 8)).toEqual([250, 250, 500, 1000, 2000, 2000, 2000, 2000]);
	});
});

import { advance, countsOf, isSafeToRepeat, newPush, nextStep } from '../../../../service/push';
import type { PushEvent, PushState } from '../../../../service/push';
import { endingOf, entriesOf, fatesOf, lost, push, status } from './push-run.mts';
import type { Answer } from './push-run.mts';

describe('after a lost answer', () => {
	it('the plan is looked at twice, each time after a wait, and right before the next request', () => {
		const run = push('ab', [lost, 'taken'], ['', '', 'ab']);

		expect(run.log).toEqual([
			'send ab',
			'wait',
			'look lost',
			'wait',
			'look lost',
			'send ab',
			'wait',
			'look copies',
			'done',
		]);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 0, requests: 2, retries: 1 });
		expect(run.state.lost.size).toBe(0);
		expect(run.waits).toEqual([313, 625, 1250]);
	});

	it('what is there is not sent again', () => {
		const run = push('ab', [lost], ['ab']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 2, requests: 1, retries: 0 });
	});

	it.each([422, 429])('status %d in between changes nothing: it is looked at again before the next request', (code) => {
		const run = push('a', [lost, status(code), 'taken'], ['', '', 'a']);

		expect(run.log).toEqual([
			'send a',
			'wait',
			'look lost',
			'wait',
			'look lost',
			'send a',
			'wait',
			'look lost',
			'done',
		]);
		expect(countsOf(run.state)).toMatchObject({ recovered: 1, requests: 2 });
	});

	it('status 503 may have had its effect as well, so that copies are counted', () => {
		const run = push('a', [lost, status(503)], ['', '', 'a']);

		expect(run.log.slice(5)).toEqual(['send a', 'wait', 'look lost', 'wait', 'look copies', 'done']);
	});

	it.each<Answer>([status(403), status(422), { refusal: 'no' }])(
		'it is looked at once more before the push is given up after %j',
		(answer) => {
			expect(push('a', [lost, answer], ['', '', 'a'], { maxRetries: 0 }).log.slice(-2)).toEqual(['look lost', 'done']);
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
		expect(push('abc', [lost], ['b']).log).toEqual([
			'send abc',
			'wait',
			'look lost',
			'wait',
			'look lost',
			'fail partly',
		]);
		expect(push('abc', [lost], ['b', 'ab', 'abc']).log.slice(-2)).toEqual(['look lost', 'done']);
		expect(fatesOf(push('abc', [lost], ['b']))).toBe('unknown recovered unknown');
		expect(endingOf(push('abc', [lost], ['b']))).toEqual({ kind: 'partly', there: [1], missing: [0, 2] });
	});

	it('a part of the batch that grows is waited for no longer than Max Wait', () => {
		const waits = [313, 625];
		const maxWaitMs = waits[0] + waits[1];

		expect(push('abc', [lost], ['', 'a', 'ab', 'abc'], { maxWaitMs }).log.slice(-2)).toEqual([
			'look lost',
			'fail partly',
		]);
		expect(push('abc', [lost], ['', 'a', 'abc'], { maxWaitMs }).log.at(-1)).toBe('done');
		expect(push('abc', [lost], ['', 'a', 'abc'], { maxWaitMs: maxWaitMs - 1 }).log.at(-1)).toBe('fail partly');
	});

	it('the wait before a look is no shorter than the service asks for', () => {
		const run = push('a', [lost, { kind: 'status', status: 429, retryAfterMs: 30_000 }, 'taken'], ['', '', '', 'a']);

		expect(run.waits).toEqual([313, 625, 30_125, 1250]);
	});

	it('no equal feature that was left out before is taken for the lost one', () => {
		const run = push('aa', [lost, 'taken'], ['a', 'a', 'a', 'aa'], { skipExisting: true });

		expect(run.log).toEqual([
			'look held',
			'send a',
			'wait',
			'look lost',
			'wait',
			'look lost',
			'send a',
			'wait',
			'look copies',
			'done',
		]);
		expect(fatesOf(run)).toBe('held pushed');
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
		expect(waits).toEqual([125, 250, 500, 1000, 2000, 2000]);
	});
});

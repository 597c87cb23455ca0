import { advance, countsOf, isSafeToRepeat, newPush, nextStep, resume } from '../../../../service/push';
import type { PushEvent, PushState } from '../../../../service/push';
import { LOOKS, NOTHING, Run, endingOf, entriesOf, fatesOf, lost, push, status, zone } from './push-run.mts';

describe('a batch', () => {
	it('that the service puts off waits, and is sent again', () => {
		const run = push('a', [status(429), 'taken']);

		expect(run.log).toEqual(['send a', 'wait', 'send a', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 1, requests: 2, retries: 1 });
	});

	it('holds entries of one group, in input order', () => {
		const entries = entriesOf('abcd').map((entry, index) => ({ ...entry, group: index < 3 ? 'one' : 'other' }));

		expect(new Run(newPush(entries), ['taken', 'taken']).toEnd().log).toEqual(['send abc', 'send d', 'done']);
	});

	it('that goes a second time after a 401 counts as one try', () => {
		const state: PushState<string> = newPush(entriesOf('a'));
		for (const kind of ['sending', 'sending', 'taken'] as const) advance(state, { kind, tookMs: 0 }, 0.5);

		expect(countsOf(state)).toMatchObject({ pushed: 1, requests: 2, retries: 0 });
	});
});

describe('a refused batch', () => {
	it('is split where the bad are to be isolated, in order', () => {
		const run = push(
			'abcd',
			[{ refusal: 'no' }, 'taken', { refusal: 'no' }, { refusal: 'bad c' }, 'taken'],
			['', 'ab'],
			{
				isolate: true,
			},
		);

		const look = ['look refused'];
		expect(run.log).toEqual(['send abcd', ...look, 'send ab', 'send cd', ...look, 'send c', 'send d', 'done']);
		expect(fatesOf(run)).toBe('pushed pushed refused pushed');
	});

	it('has the features that the service names tried alone', () => {
		const run = push('abc', [{ refusal: 'bad', named: [1] }, 'taken', { refusal: 'bad' }], [''], { isolate: true });

		expect(run.log).toEqual(['send abc', 'look refused', 'send ac', 'send b', 'done']);
		expect(fatesOf(run)).toBe('pushed refused pushed');
	});

	it('is sent without the refused before others go', () => {
		const run = push('abcd', [{ refusal: 'bad', named: [1] }, 'taken', { refusal: 'bad' }, 'taken'], [''], {
			isolate: true,
			batchSize: 3,
		});

		expect(run.log).toEqual(['send abc', 'look refused', 'send ac', 'send b', 'send d', 'done']);
	});

	it('ends the push when the first and the last feature are refused alone in the same words', () => {
		const answers = Array.from({ length: 9 }, () => ({ refusal: 'the plan is archived' }));
		const run = push('abcdef', answers, [''], { isolate: true });

		const look = ['look refused'];
		expect(run.log).toEqual(['send abcdef', ...look, 'send abc', ...look, 'send a', 'send f', 'fail failed']);
		expect(fatesOf(run)).toBe('refused waiting waiting waiting waiting refused');
	});

	it('of which the service took the good ones does not have them sent again', () => {
		const run = push('abc', [{ refusal: 'bad' }, { refusal: 'bad b' }], ['', 'ac'], {
			isolate: true,
			skipExisting: true,
		});

		expect(run.log.slice(0, 4)).toEqual(['look held', 'send abc', 'look refused', 'send b']);
		expect(fatesOf(run)).toBe('recovered refused recovered');
	});

	it('of which the plan has an equal feature ends as unknown where nobody looked before', () => {
		expect(push('ab', [{ refusal: 'bad' }], ['a'], { isolate: true }).log.at(-1)).toBe('fail unclear');
	});

	it('is not split for a fault that names no feature', () => {
		const run = push('ab', [status(403)], [''], { isolate: true });

		expect(endingOf(run)).toEqual({ kind: 'failed', reason: '{"kind":"status","status":403}', tries: 1, unknown: [] });
	});

	it('of which an answer was lost before is looked for before each part goes', () => {
		const run = push('ab', [lost, { refusal: 'no' }, 'taken', 'taken'], [...NOTHING, '', 'a', 'ab'], {
			isolate: true,
		});

		expect(run.log).toEqual([
			...['send ab', ...LOOKS, 'send ab'],
			...['wait', 'look lost', 'send a', 'wait', 'look lost', 'send b', 'wait', 'look copies', 'done'],
		]);
	});

	it('ends the push otherwise', () => {
		expect(push('ab', [{ refusal: 'no', named: [1] }]).log).toEqual(['send ab', 'look refused', 'fail failed']);
	});
});

describe('a push that n8n repeats', () => {
	it('goes on where it ended, and looks first for what is unknown', () => {
		const { state } = push('ab', ['taken', lost], ['unreadable'], { batchSize: 1 });

		resume(state);
		const run = new Run(state, [], ['ab']).toEnd();

		expect(run.log).toEqual(['wait', 'look lost', 'done']);
		expect(fatesOf(run)).toBe('pushed recovered');
	});

	it('meets a refusal again, and sends nothing of the batch without the refused', () => {
		const { state } = push('abc', [{ refusal: 'no', named: [1] }]);

		resume(state);

		expect(new Run(state, [{ refusal: 'no', named: [1] }]).toEnd().log).toEqual([
			'send abc',
			'look refused',
			'fail failed',
		]);
	});

	it('goes on to tell what is there of a batch, as more of it arrives', () => {
		const { state } = push('abc', [lost], ['b']);

		resume(state);
		const run = new Run(state, [], ['ab']).toEnd();

		expect(endingOf(run)).toEqual({ kind: 'partly', there: [0, 1], missing: [2] });
	});

	it('looks first where a request was under way when it was stopped', () => {
		const state: PushState<string> = newPush(entriesOf('a'));
		advance(state, { kind: 'sending' }, 0.5);
		advance(state, { kind: 'stopped', reason: 'stopped' }, 0.5);

		resume(state);

		expect(new Run(state, [], ['a']).toEnd().log).toEqual(['wait', 'look lost', 'done']);
	});

	it('compares the plan once more, because others may have pushed', () => {
		const { state } = push('ab', [status(403)], ['a'], { skipExisting: true });

		resume(state);

		expect(new Run(state, ['taken'], ['a', 'ab']).toEnd().log).toEqual(['look held', 'send b', 'look copies', 'done']);
		expect(fatesOf(new Run(push('ab', [status(403)], ['a'], { skipExisting: true }).state, []))).toBe('held waiting');
	});

	it('tells copies again, and sends nothing', () => {
		const { state } = push('a', [lost, 'taken'], [...NOTHING, 'aa']);

		resume(state);

		expect(new Run(state, []).toEnd().log).toEqual(['fail doubled']);
	});
});

describe('an event that fits no step', () => {
	it.each<[string, PushEvent<string>]>([
		['a wait that has ended', { kind: 'waited' }],
		['a look', { kind: 'seen', features: [zone('a')] }],
	])('changes nothing: %s while a batch is to be sent', (_what, event) => {
		const state: PushState<string> = newPush(entriesOf('a'));

		advance(state, event, 0.5);

		expect(new Run(state, ['taken']).toEnd().log).toEqual(['send a', 'done']);
	});

	it('changes nothing: a look while a batch is under way', () => {
		const state: PushState<string> = newPush(entriesOf('a'));
		for (const event of [{ kind: 'sending' }, { kind: 'seen', features: [] }] as const) advance(state, event, 0.5);
		expect(state.known[0].fate).toEqual({ kind: 'underWay' });

		advance(state, { kind: 'taken', tookMs: 0 }, 0.5);

		expect(countsOf(state)).toMatchObject({ pushed: 1 });
		expect(nextStep(state)).toEqual({ do: 'done' });
	});

	it.each([
		['that was done', push('a', ['taken'])],
		['that has failed', push('a', [status(403)])],
	])('changes nothing: a stop after a push %s', (_what, { state }) => {
		const before = nextStep(state);

		advance(state, { kind: 'stopped', reason: 'stopped' }, 0.5);

		expect(nextStep(state)).toBe(before);
	});

	it('changes nothing: an answer after the end', () => {
		const run = push('a', ['taken']);

		advance(run.state, { kind: 'failed', fault: lost, reason: 'late' }, 0.5);

		expect(fatesOf(run)).toBe('pushed');
		expect(run.state.step.do).toBe('done');
	});
});

describe('a push that is stopped', () => {
	it('is unknown where a request was under way, and untouched where none was', () => {
		const state: PushState<string> = newPush(entriesOf('ab', { batchSize: 1 }));
		advance(state, { kind: 'sending' }, 0);
		advance(state, { kind: 'stopped', reason: 'stopped' }, 0);

		expect(state.known.map(({ fate }) => fate.kind)).toEqual(['unknown', 'waiting']);
		expect([isSafeToRepeat(state, [0]), isSafeToRepeat(state, [1])]).toEqual([false, true]);
		expect(nextStep(state)).toEqual({ do: 'fail', ending: { kind: 'unread', reason: 'stopped', unknown: [0] } });
	});

	it('before anything was sent has failed after no try', () => {
		const state: PushState<string> = newPush(entriesOf('a'));
		advance(state, { kind: 'stopped', reason: 'stopped' }, 0);

		expect(nextStep(state)).toEqual({
			do: 'fail',
			ending: { kind: 'failed', reason: 'stopped', tries: 0, unknown: [] },
		});
	});
});

import { advance, countsOf, isSafeToRepeat, newPush, resume } from '../../../../service';
import type { PushEvent, PushState } from '../../../../service';
import { RULES, Run, entriesOf, fatesOf, lost, push, zone } from './push-run.mts';

describe('a refused batch', () => {
	it('is split where the bad are to be isolated, in order', () => {
		const run = push('abcd', [{ refusal: 'no' }, 'taken', { refusal: 'no' }, { refusal: 'bad c' }, 'taken'], [''], { isolate: true });

		expect(run.log).toEqual(['send abcd', 'send ab', 'send cd', 'send c', 'send d', 'done']);
		expect(fatesOf(run)).toBe('pushed pushed refused pushed');
	});

	it('loses the features that the service names', () => {
		const run = push('abc', [{ refusal: 'bad', named: [1] }, 'taken'], [''], { isolate: true });

		expect(run.log).toEqual(['send abc', 'send ac', 'done']);
	});

	it('of which an answer was lost before is looked for before each part goes', () => {
		const run = push('ab', [lost, { refusal: 'no' }, 'taken', 'taken'], [''], { isolate: true });

		const sends = run.log.flatMap((step, index) => (step.startsWith('send') && index > 0 ? [run.log[index - 1]] : []));
		expect(sends).toEqual(['look lost', 'look lost', 'look lost']);
	});

	it('ends the push otherwise', () => {
		expect(push('ab', [{ refusal: 'no', named: [1] }]).log).toEqual(['send ab', 'fail failed']);
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

		expect(new Run(state, [{ refusal: 'no', named: [1] }]).toEnd().log).toEqual(['send abc', 'fail failed']);
	});

	it('tells copies again, and sends nothing', () => {
		const { state } = push('a', [lost, 'taken'], ['', '', 'aa']);

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

		expect(state.fates.map(({ kind }) => kind)).toEqual(['unknown', 'waiting']);
		expect([isSafeToRepeat(state, [0]), isSafeToRepeat(state, [1])]).toEqual([false, true]);
	});
});

describe('Skip', () => {
	it('leaves out what the plan holds, once for a run', () => {
		const run = push('aab', ['taken'], ['a'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send ab', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, skipped: 1, skippedDifferent: 0 });
	});

	it('leaves out what stands between others that go together', () => {
		expect(push('abc', ['taken'], ['b'], { skipExisting: true }).log).toEqual(['look held', 'send ac', 'done']);
	});

	it('tells how many of those that are known by a member differ', () => {
		const state: PushState<string> = newPush([
			{ feature: { id: 1, name: 'new' }, rules: { ...RULES, skipExisting: true, match: { by: 'member', path: 'id' } }, group: '' },
		]);
		advance(state, { kind: 'seen', features: [{ id: '1', name: 'old' }] }, 0);

		expect(countsOf(state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});
});

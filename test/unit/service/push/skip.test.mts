import { advance, countsOf, newPush, resume } from '../../../../service/push';
import type { PushState } from '../../../../service/push';
import { RULES, Run, entriesOf, fatesOf, lost, push, status, zone } from './push-run.mts';

describe('Skip', () => {
	it('compares again after a 422, because somebody else has pushed', () => {
		const run = push('ab', [status(422), 'taken'], ['', 'a', 'ab'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send ab', 'wait', 'look held', 'send b', 'look copies', 'done']);
		expect(fatesOf(run)).toBe('held pushed');
	});

	it('tells what came twice by the last look, and waits for one that shows what was pushed', () => {
		const twice = push('a', ['taken'], ['', '', 'aa'], { skipExisting: true });

		expect(twice.log).toEqual(['look held', 'send a', 'look copies', 'wait', 'look copies', 'fail doubled']);
	});

	it('leaves out what is near, and tells that it differs', () => {
		const run = push('a', [], ['A'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'done']);
		expect(countsOf(run.state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});

	it('leaves out what the plan holds, once for a run', () => {
		const run = push('aab', ['taken'], ['a', 'aab'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send ab', 'look copies', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, skipped: 1, skippedDifferent: 0 });
	});

	it('leaves out what stands between others that go together', () => {
		expect(push('abc', ['taken'], ['b', 'abc'], { skipExisting: true }).log).toEqual([
			...['look held', 'send ac', 'look copies', 'done'],
		]);
	});

	it('takes what the comparison of a further try shows for found, whatever later looks show', () => {
		const first = push('a', [lost], ['', 'unreadable'], { skipExisting: true });
		resume(first.state);
		const second = new Run(first.state, [], ['a', '']).toEnd();

		expect(first.log.at(-1)).toBe('fail unread');
		expect(second.log.at(-1)).toBe('done');
		expect(fatesOf(second)).toBe('recovered');
		expect(second.log).not.toContain('send a');
	});

	it('is for the items that ask for it', () => {
		const [asking, other] = [entriesOf('a', { skipExisting: true }), entriesOf('a')];

		expect(fatesOf(new Run(newPush([...asking, ...other]), ['taken'], ['aa']).toEnd())).toBe('held pushed');
	});

	it('tells how many of those that are known by a member differ', () => {
		const state: PushState<string> = newPush([
			{
				feature: { id: 1, name: 'new' },
				rules: { ...RULES, skipExisting: true, match: { by: 'member', path: 'id' } },
				group: '',
			},
		]);
		advance(state, { kind: 'seen', features: [{ id: '1', name: 'old' }] }, 0);

		expect(countsOf(state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});

	it('tells of none that is known by a member and equal that it differs', () => {
		const state: PushState<string> = newPush(
			entriesOf('a', { skipExisting: true, match: { by: 'member', path: 'name' } }),
		);
		advance(state, { kind: 'seen', features: [zone('a')] }, 0);

		expect(countsOf(state)).toMatchObject({ skipped: 1, skippedDifferent: 0 });
	});
});

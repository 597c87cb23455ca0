import { advance, countsOf, newPush } from '../../../../service/push';
import type { PushState } from '../../../../service/push';
import { RULES, Run, entriesOf, fatesOf, push, zone } from './push-run.mts';

describe('Skip', () => {
	it('leaves out what the plan holds, once for a run', () => {
		const run = push('aab', ['taken'], ['a'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send ab', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, skipped: 1, skippedDifferent: 0 });
	});

	it('leaves out what stands between others that go together', () => {
		expect(push('abc', ['taken'], ['b'], { skipExisting: true }).log).toEqual(['look held', 'send ac', 'done']);
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

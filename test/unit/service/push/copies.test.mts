import { sortedByFate } from '../../../../service/push';
import { NOTHING, endingOf, fatesOf, lost, push } from './push-run.mts';

describe('copies', () => {
	it('of a push that came twice are an error that counts them', () => {
		const run = push('ab', [lost, lost, 'taken'], [...NOTHING, '', '', '', 'abaab']);

		expect(run.log.at(-1)).toBe('fail doubled');
		expect(run.state.known.map(({ copies }) => copies)).toEqual([2, 1]);
		expect(sortedByFate(run.state).doubled).toEqual([0, 1]);
	});

	it('are counted of each feature apart', () => {
		const run = push('ab', [lost, lost, 'taken'], [...NOTHING, '', '', '', 'abaaba']);

		expect(endingOf(run)).toEqual({ kind: 'doubled', doubled: [0, 1] });
		expect(run.state.known.map(({ copies }) => copies)).toEqual([3, 1]);
	});

	it('are counted too where the look finds what was sent twice and never answered', () => {
		const run = push('a', [lost, lost], [...NOTHING, 'aa']);

		expect(run.log.slice(-4)).toEqual(['look lost', 'wait', 'look copies', 'fail doubled']);
	});

	it('are counted beside what else is known to be there', () => {
		const run = push('aa', ['taken', lost, 'taken'], ['a', 'a', 'aa'], { batchSize: 1 });

		expect(run.log.at(-1)).toBe('done');
	});

	it('that arrive after they were counted are seen by a later look', () => {
		const run = push('ab', [lost, 'taken', lost], [...NOTHING, 'a', 'aab'], { batchSize: 1 });

		expect(run.log.slice(-2)).toEqual(['look lost', 'fail doubled']);
	});

	it('that arrive after they were counted are seen by a look that finds nothing else', () => {
		const run = push(
			'ab',
			[lost, 'taken', lost, { refusal: 'bad b' }],
			[...NOTHING, 'a', ...NOTHING.map(() => 'a'), 'aa'],
			{
				batchSize: 1,
				isolate: true,
			},
		);

		expect(run.log.slice(-2)).toEqual(['look lost', 'fail doubled']);
		expect(fatesOf(run)).toBe('pushed refused');
	});

	it('are not seen in an equal feature whose own answer was lost', () => {
		const run = push('aa', [lost, 'taken', lost, 'taken'], ['', '', 'a', 'aa', 'aa'], { batchSize: 1 });

		expect(run.log.at(-1)).toBe('done');
	});

	it('that could not be counted are told', () => {
		const run = push('a', [lost, 'taken'], [...NOTHING, 'unreadable']);

		expect(run.log.at(-1)).toBe('fail uncounted');
		expect(endingOf(run)).toEqual({ kind: 'uncounted', reason: 'unreadable', uncounted: [0] });
		expect(sortedByFate(run.state).uncounted).toEqual([0]);
	});
});

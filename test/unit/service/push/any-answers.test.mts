import fc from 'fast-check';
import { countsOf, newPush, resume, sortedByFate } from '../../../../service/push';
import type { PushRules } from '../../../../service/push';
import { Run, entriesOf, lost, push, status } from './push-run.mts';
import type { Answer } from './push-run.mts';

const someNames = (letters: string, maxLength: number) =>
	fc.array(fc.constantFrom(...letters), { maxLength }).map((names) => names.join(''));

const answer = fc.oneof(
	fc.constantFrom<Answer[]>('taken', 'answered', lost, ...[503, 422, 429, 403, 413].map(status)),
	fc.record({ refusal: fc.constantFrom('no', 'bad zone'), named: fc.constantFrom<number[][]>([], [0], [1], [0, 1]) }),
);

/** What looks show: features that were sent, some that are near to them (`A`), a stranger (`z`), or nothing certain. */
const look = fc.oneof(
	{ weight: 4, arbitrary: someNames('abcAz', 6) },
	{ weight: 2, arbitrary: someNames('abc', 6).map((names) => `?${names}`) },
	{ weight: 1, arbitrary: someNames('abc', 6).map((names) => `~${names}`) },
	{ weight: 1, arbitrary: fc.constant('unreadable') },
);

const rules: fc.Arbitrary<Partial<PushRules>> = fc.record({
	batchSize: fc.integer({ min: 1, max: 3 }),
	skipExisting: fc.boolean(),
	isolate: fc.boolean(),
	match: fc.constantFrom<Array<PushRules['match']>>({ by: 'feature' }, { by: 'member', path: 'name' }),
	maxRetries: fc.integer({ min: 0, max: 2 }),
	maxWaitMs: fc.constantFrom(0, 20_000, 120_000),
});

const history = fc.record({
	names: someNames('abc', 5).filter((names) => names !== ''),
	answers: fc.array(answer, { maxLength: 8 }),
	looks: fc.array(look, { minLength: 1, maxLength: 12 }),
	rules,
});

/** The names of each request in turn. */
const sentIn = ({ log }: Run) => log.flatMap((line) => (line.startsWith('send ') ? [line.slice(5)] : []));

function expectEnded({ state }: Run, count: number): void {
	expect(['done', 'fail']).toContain(state.step.do);
	expect(state.known.map(({ fate }) => fate.kind)).not.toContain('underWay');
	const { skipped } = countsOf(state);
	expect(Object.values(sortedByFate(state)).flat()).toHaveLength(count - skipped);
	if (state.step.do === 'done') expect(state.known.map(({ fate }) => fate.kind)).not.toContain('unknown');
}

describe('whatever is answered, and whatever looks show', () => {
	it('a push ends, and no feature is sent again that the service has taken or has answered for', () => {
		fc.assert(
			fc.property(history, ({ names, answers, looks, rules: given }) => {
				const run = push(names, [...answers], [...looks], given);

				expectEnded(run, names.length);
				const requests = sentIn(run);
				for (const letter of new Set(names)) {
					const asked = [...names].filter((name) => name === letter).length;
					const settled = requests
						.flatMap((request, index) => (answers[index] === 'taken' || answers[index] === 'answered' ? [request] : []))
						.join('');
					expect([...settled].filter((name) => name === letter).length).toBeLessThanOrEqual(asked);
				}
			}),
			{ numRuns: 3000 },
		);
	});

	it('a push that is taken up again ends, too, and keeps what was on the plan', () => {
		fc.assert(
			fc.property(history, fc.array(answer, { maxLength: 4 }), ({ names, answers, looks, rules: given }, later) => {
				const state = newPush<string>(entriesOf(names, given));
				new Run(state, [...answers], [...looks]).toEnd();
				const before = countsOf(state).pushed;
				resume(state);
				const again = new Run(state, later, [...looks]).toEnd();

				expectEnded(again, names.length);
				expect(countsOf(state).pushed).toBeGreaterThanOrEqual(before);
			}),
			{ numRuns: 1000 },
		);
	});
});

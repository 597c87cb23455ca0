import fc from 'fast-check';
import { areAllReplaced, isDoubtfullyEmpty, planChanges } from '../../../../service/plan';
import type { FeatureMark } from '../../../../service/plan';

const mark = (identity: string, content: string): FeatureMark => ({ identity, content });
/** Digests have one length, so these have too. */
const anyMark = fc.record({
	identity: fc.constantFrom('', 'i1', 'i2', 'i3'),
	content: fc.constantFrom('c1', 'c2', 'c3'),
});
const anyState = fc.array(anyMark, { maxLength: 8 });
const textOf = ({ identity, content }: FeatureMark) => `${identity}/${content}`;

describe('changes of a plan', () => {
	it('are none where it has the same features in another order', () => {
		const states = anyState.chain((state) =>
			fc.tuple(fc.constant(state), fc.shuffledSubarray(state, { minLength: state.length })),
		);
		fc.assert(fc.property(states, ([before, now]) => expect(planChanges(before, now)).toEqual([])));
	});

	it('lead from the state before to the state now, each feature counted once', () => {
		fc.assert(
			fc.property(anyState, anyState, (before, now) => {
				const changes = planChanges(before, now);
				const gone = changes.flatMap((change) => ('before' in change ? [change.before] : []));
				const come = changes.flatMap((change) => ('now' in change ? [change.now] : []));
				expect([new Set(gone).size, new Set(come).size]).toEqual([gone.length, come.length]);
				const kept = before.filter((_mark, index) => !gone.includes(index));
				const result = [...kept, ...come.map((index) => now[index])];
				expect(result.map(textOf).sort()).toEqual(now.map(textOf).sort());
			}),
			{ numRuns: 500 },
		);
	});

	it('call a feature changed only where its identity was there before with other content', () => {
		fc.assert(
			fc.property(anyState, anyState, (before, now) => {
				const changes = planChanges(before, now);
				for (const change of changes) {
					if (change.change !== 'changed') continue;
					const [one, other] = [before[change.before], now[change.now]];
					expect([one.identity, one.identity === '']).toEqual([other.identity, false]);
					expect(one.content).not.toBe(other.content);
				}
				const identities = (kind: string) =>
					changes.flatMap((change) =>
						change.change === kind ? ['now' in change ? now[change.now].identity : before[change.before].identity] : [],
					);
				const both = identities('added').filter(
					(identity) => identity !== '' && identities('removed').includes(identity),
				);
				expect(both).toEqual([]);
			}),
			{ numRuns: 500 },
		);
	});

	it('come in one order: removed as they stood, then changed and then added as they stand now', () => {
		const before = [mark('', 'gone'), mark('a', '1'), mark('b', '1'), mark('', 'also gone')];
		const now = [mark('c', '1'), mark('b', '2'), mark('a', '1'), mark('', 'new')];
		expect(planChanges(before, now)).toEqual([
			{ change: 'removed', before: 0 },
			{ change: 'removed', before: 3 },
			{ change: 'changed', before: 2, now: 1 },
			{ change: 'added', now: 0 },
			{ change: 'added', now: 3 },
		]);
	});

	it('of equal features are counted', () => {
		const one = mark('', 'same');
		expect(planChanges([one], [one, one, one])).toEqual([
			{ change: 'added', now: 1 },
			{ change: 'added', now: 2 },
		]);
		expect(planChanges([one, one, one], [one])).toEqual([
			{ change: 'removed', before: 1 },
			{ change: 'removed', before: 2 },
		]);
	});

	it('of features that share an identity are matched by content first', () => {
		const before = [mark('a', '1'), mark('a', '2')];
		expect(planChanges(before, [mark('a', '3'), mark('a', '1')])).toEqual([{ change: 'changed', before: 1, now: 0 }]);
	});

	it('of features without an identity are removed and added, never changed', () => {
		expect(planChanges([mark('', '1')], [mark('', '2')])).toEqual([
			{ change: 'removed', before: 0 },
			{ change: 'added', now: 0 },
		]);
	});

	it('of features that share an identity are matched one to one, in their order, where no content is equal', () => {
		const shared = (...contents: string[]) => contents.map((content) => mark('a', content));
		expect(planChanges(shared('1', '2', '3'), shared('3', '4', '5'))).toEqual([
			{ change: 'changed', before: 0, now: 1 },
			{ change: 'changed', before: 1, now: 2 },
		]);
		expect(planChanges(shared('1', '2'), shared('3'))).toEqual([
			{ change: 'removed', before: 1 },
			{ change: 'changed', before: 0, now: 0 },
		]);
	});

	it.each([
		['', 'a'],
		['a', ''],
		['a', 'b'],
	])('are an added and a removed feature where the identity "%s" becomes "%s"', (one, other) => {
		expect(planChanges([mark(one, '1')], [mark(other, '2')]).map(({ change }) => change)).toEqual(['removed', 'added']);
	});

	it('are found at once in a plan of 50,000 equal features', () => {
		const equal = (content: string) => Array.from({ length: 50_000 }, () => mark('a', content));
		expect(planChanges(equal('1'), equal('1'))).toEqual([]);
		expect(planChanges(equal('1'), equal('2'))).toHaveLength(50_000);
	});
});

test.each([
	[5, 0, true],
	[4, 0, false],
	[5, 1, false],
	[0, 0, false],
])('a plan of %j features that has %j now is doubtful: %j', (before, now, doubtful) => {
	expect(isDoubtfullyEmpty(before, now)).toBe(doubtful);
});

describe('all features are other ones', () => {
	const plan = (prefix: string, count = 6) =>
		Array.from({ length: count }, (_, index) => mark('', `${prefix}${index}`));

	it.each([
		['of as many', plan('a'), plan('b'), true],
		['but for one', plan('a'), [...plan('b', 5), plan('a')[0]], false],
		['of another number', plan('a'), plan('b', 7), false],
		['of fewer than five', plan('a', 4), plan('b', 4), false],
		['by identities, whatever their content', [mark('x', '1'), ...plan('a')], [mark('x', '2'), ...plan('b')], false],
	])('%s', (_what, before, now, expected) => {
		expect(areAllReplaced(before, now)).toBe(expected);
	});
});

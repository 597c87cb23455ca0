import fc from 'fast-check';
import { areIdsRegenerated, isSuspiciouslyEmpty, diffPlans, featureDigest } from '../../../../service/plan';
import type { Feature, FeatureDigest, MatchBy } from '../../../../service/plan';

const digestOf = (identity: string, content: string): FeatureDigest => ({ identity, content });
/** Digests have one length, so these have too. */
const anyDigest = fc.record({
	identity: fc.constantFrom('', 'i1', 'i2', 'i3'),
	content: fc.constantFrom('c1', 'c2', 'c3'),
});
const anyState = fc.array(anyDigest, { maxLength: 8 });
const textOf = ({ identity, content }: FeatureDigest) => `${identity}/${content}`;

describe('changes of a plan', () => {
	it('are none where it has the same features in another order', () => {
		const states = anyState.chain((state) =>
			fc.tuple(fc.constant(state), fc.shuffledSubarray(state, { minLength: state.length })),
		);
		fc.assert(fc.property(states, ([before, now]) => expect(diffPlans(before, now)).toEqual([])));
	});

	it('lead from the state before to the state now, each feature counted once', () => {
		fc.assert(
			fc.property(anyState, anyState, (before, now) => {
				const changes = diffPlans(before, now);
				const gone = changes.flatMap((change) => ('before' in change ? [change.before] : []));
				const come = changes.flatMap((change) => ('now' in change ? [change.now] : []));
				expect([new Set(gone).size, new Set(come).size]).toEqual([gone.length, come.length]);
				const kept = before.filter((_digest, index) => !gone.includes(index));
				const result = [...kept, ...come.map((index) => now[index])];
				expect(result.map(textOf).sort()).toEqual(now.map(textOf).sort());
			}),
			{ numRuns: 500 },
		);
	});

	it('call a feature changed only where its identity was there before with other content', () => {
		fc.assert(
			fc.property(anyState, anyState, (before, now) => {
				const changes = diffPlans(before, now);
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
		const before = [digestOf('', 'gone'), digestOf('a', '1'), digestOf('b', '1'), digestOf('', 'also gone')];
		const now = [digestOf('c', '1'), digestOf('b', '2'), digestOf('a', '1'), digestOf('', 'new')];
		expect(diffPlans(before, now)).toEqual([
			{ change: 'removed', before: 0 },
			{ change: 'removed', before: 3 },
			{ change: 'changed', before: 2, now: 1 },
			{ change: 'added', now: 0 },
			{ change: 'added', now: 3 },
		]);
	});

	it('of equal features are counted', () => {
		const one = digestOf('', 'same');
		expect(diffPlans([one], [one, one, one])).toEqual([
			{ change: 'added', now: 1 },
			{ change: 'added', now: 2 },
		]);
		expect(diffPlans([one, one, one], [one])).toEqual([
			{ change: 'removed', before: 1 },
			{ change: 'removed', before: 2 },
		]);
	});

	it('of features that share an identity are matched by content first', () => {
		const before = [digestOf('a', '1'), digestOf('a', '2')];
		expect(diffPlans(before, [digestOf('a', '3'), digestOf('a', '1')])).toEqual([
			{ change: 'changed', before: 1, now: 0 },
		]);
	});

	it('of features without an identity are removed and added, never changed', () => {
		expect(diffPlans([digestOf('', '1')], [digestOf('', '2')])).toEqual([
			{ change: 'removed', before: 0 },
			{ change: 'added', now: 0 },
		]);
	});

	it('of features that share an identity are matched one to one, in their order, where no content is equal', () => {
		const shared = (...contents: string[]) => contents.map((content) => digestOf('a', content));
		expect(diffPlans(shared('1', '2', '3'), shared('3', '4', '5'))).toEqual([
			{ change: 'changed', before: 0, now: 1 },
			{ change: 'changed', before: 1, now: 2 },
		]);
		expect(diffPlans(shared('1', '2'), shared('3'))).toEqual([
			{ change: 'removed', before: 1 },
			{ change: 'changed', before: 0, now: 0 },
		]);
	});

	it.each([
		['', 'a'],
		['a', ''],
		['a', 'b'],
	])('are an added and a removed feature where the identity "%s" becomes "%s"', (one, other) => {
		expect(diffPlans([digestOf(one, '1')], [digestOf(other, '2')]).map(({ change }) => change)).toEqual([
			'removed',
			'added',
		]);
	});

	it('are found at once in a plan of 50,000 equal features', () => {
		const equal = (content: string) => Array.from({ length: 50_000 }, () => digestOf('a', content));
		expect(diffPlans(equal('1'), equal('1'))).toEqual([]);
		expect(diffPlans(equal('1'), equal('2'))).toHaveLength(50_000);
	});
});

test.each([
	[5, 0, true],
	[4, 0, false],
	[5, 1, false],
	[0, 0, false],
])('a plan of %j features that has %j now is suspiciously empty: %j', (before, now, expected) => {
	expect(isSuspiciouslyEmpty(Array(before), Array(now))).toBe(expected);
});

describe('identities are regenerated', () => {
	const plan = (prefix: string, contents: string) =>
		[...contents].map((one, index) => digestOf(`${prefix}${index}`, one));
	const none = digestOf('', '6');

	it.each([
		['where all are new and the contents are unchanged', plan('a', '12345'), plan('b', '12345'), true],
		['in another order', plan('a', '12345'), plan('b', '54321'), true],
		['where most contents are unchanged', plan('a', '12345'), plan('b', '1236'), true],
		['not where half of the contents are', plan('a', '123456'), plan('b', '123789'), false],
		['not where one identity stays', plan('a', '12345'), [...plan('b', '1234'), digestOf('a4', '5')], false],
		['not where equal contents are as many', plan('a', '111111'), plan('b', '111111'), false],
		['not where contents are equal before or now', plan('a', '112345'), plan('b', '123345'), false],
		['where few contents are equal', plan('a', '1123456'), plan('b', '1123456'), true],
		['not where equal contents are fewer', plan('a', '11111'), plan('b', '11'), false],
		['not in a plan of fewer than five features', plan('a', '1234'), plan('b', '1234'), false],
		['not where features have no identity', plan('a', '12345').map(({ content }) => digestOf('', content)), [], false],
		['beside features that have none', [...plan('a', '12345'), none], [none, ...plan('b', '12345')], true],
		['not where fewer than five features have one', [...plan('a', '1234'), none], plan('b', '12346'), false],
	])('%s', (_what, before, now, expected) => {
		expect(areIdsRegenerated(before, now)).toBe(expected);
	});

	const byId: MatchBy = { by: 'property', path: 'id' };
	const rooms = (prefix: string): Feature[] =>
		['Ada', 'Bo', 'Cy', 'Di', 'Eve'].map((tenant, index) => ({ id: `${prefix}${index}`, label: 'Room', tenant }));

	it.each<[string, string[], boolean]>([
		['where the watched fields are unchanged', ['tenant'], true],
		['where no fields are watched', [], true],
		['not where features have no value in the watched fields', ['floor'], false],
		['not where they are watched themselves', ['id', 'tenant'], false],
	])('%s', (_what, watchedFields, expected) => {
		const [before, now] = ['a', 'b'].map((prefix) =>
			rooms(prefix).map((room) => featureDigest(room, byId, watchedFields)),
		);
		expect(areIdsRegenerated(before, now)).toBe(expected);
	});
});

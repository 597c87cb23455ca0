import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { assignOnPlan } from '../../../../service/plan';
import { isJsonObject } from '../../../../service/text';
import type { Feature } from '../../../../service/plan';
import { collidingFeature, featureWithData } from '../../../support/generators/features.mts';
import { throughJson, withMembersReversed } from '../../../support/generators/json.mts';

const few = fc.array(collidingFeature, { maxLength: 8 });
const anyPlan = fc.oneof(few, fc.array(featureWithData, { maxLength: 5 }));

/** The rule as its words say it, one feature against one. */
function fits(wanted: Feature, there: Feature): boolean {
	return Object.entries(wanted).every(([name, value]) => {
		if (name === 'photos' || (value === null && (name === 'position' || name === 'data'))) return true;
		if (name !== 'data')
			return isDeepStrictEqual(valued(value), valued(Object.hasOwn(there, name) ? there[name] : null));
		return (value as Feature[]).every(({ key }) =>
			isDeepStrictEqual(valued(valueOf(value, key)), valued(valueOf(there.data, key))),
		);
	});
}

/** Without what is absent, null or empty. */
function valued(value: unknown): unknown {
	if (value === '' || value === null) return undefined;
	if (Array.isArray(value)) return value.map(valued);
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).map(([name, member]) => [name, valued(member)] as const);
	return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function valueOf(data: unknown, key: unknown): unknown {
	const entries: unknown[] = Array.isArray(data) ? data : [];
	const found = entries.findLast((entry): entry is Feature => isJsonObject(entry) && entry.key === key);
	return found?.value ?? '';
}

/** The most features that can be matched once each, by trying everything. */
function mostMatches([first, ...others]: Feature[], plan: Feature[]): number {
	if (first === undefined) return 0;
	const without = mostMatches(others, plan);
	const matches = plan.flatMap((there, index) =>
		fits(first, there)
			? [
					1 +
						mostMatches(
							others,
							plan.filter((_one, other) => other !== index),
						),
				]
			: [],
	);
	return Math.max(without, ...matches);
}

const heldByPlan = (wanted: Feature[], plan: Feature[]) =>
	assignOnPlan(wanted, plan).map((there) => there !== undefined);
const count = (held: boolean[]) => held.filter(Boolean).length;

/** Near twins: an entry of data left out, empty, or with one of two values; a position that is null or given. */
const twin: fc.Arbitrary<Feature> = fc
	.record(
		{
			type: fc.constant('zone'),
			position: fc.constantFrom(null, { x: 1 }),
			data: fc.uniqueArray(fc.record({ key: fc.constantFrom('k', 'l', 'm'), value: fc.constantFrom('', 'x') }), {
				selector: ({ key }) => key,
			}),
		},
		{ requiredKeys: ['type'] },
	)
	.map((feature) => throughJson(feature) as Feature);

/** The textbook's way: a path for each, whoever it takes from. */
function mostByFlow(wanted: Feature[], plan: Feature[]): number {
	const holders = new Map<number, number>();
	const isGiven = (index: number, seen: Set<number>): boolean =>
		plan.some((there, at) => {
			if (seen.has(at) || !fits(wanted[index], there)) return false;
			seen.add(at);
			const holder = holders.get(at);
			if (holder !== undefined && !isGiven(holder, seen)) return false;
			holders.set(at, index);
			return true;
		});
	return wanted.filter((_feature, index) => isGiven(index, new Set())).length;
}

const small = fc.array(collidingFeature, { maxLength: 5 });

describe('laws of what a plan holds', () => {
	it('a plan holds its own features, in any order, with members in any order', () => {
		const planAndOrder = anyPlan.chain((plan) =>
			fc.tuple(fc.constant(plan), fc.shuffledSubarray(plan, { minLength: plan.length })),
		);
		fc.assert(
			fc.property(planAndOrder, ([plan, pushed]) => {
				expect(heldByPlan(pushed, plan)).toEqual(pushed.map(() => true));
				expect(heldByPlan(pushed.map(withMembersReversed) as Feature[], plan)).toEqual(pushed.map(() => true));
			}),
			{ numRuns: 500 },
		);
	});

	it('a plan holds any part of itself beside further features', () => {
		fc.assert(
			fc.property(anyPlan, few, (plan, further) => {
				expect(heldByPlan(plan, [...further, ...plan])).toEqual(plan.map(() => true));
			}),
		);
	});

	it('one feature is held exactly when one there fits it', () => {
		fc.assert(
			fc.property(collidingFeature, few, (pushed, plan) => {
				expect(heldByPlan([pushed], plan)).toEqual([plan.some((there) => fits(pushed, there))]);
			}),
			{ numRuns: 1000 },
		);
	});

	it('of k copies pushed against m there, the first min(k, m) are held', () => {
		fc.assert(
			fc.property(collidingFeature, fc.nat(5), fc.nat(5), few, (feature, k, m, others) => {
				const unlike = others.filter((other) => !fits(feature, other));
				const plan = [...unlike, ...Array.from({ length: m }, () => feature)];
				const held = heldByPlan(
					Array.from({ length: k }, () => feature),
					plan,
				);
				expect(held).toEqual(held.map((_held, index) => index < Math.min(k, m)));
			}),
		);
	});

	it('as many are given as trying everything can, each to one that fits, and earlier ones first', () => {
		fc.assert(
			fc.property(small, small, (wanted, plan) => {
				const assigned = assignOnPlan(wanted, plan);
				const given = assigned.filter((there) => there !== undefined);
				expect(new Set(given).size).toBe(given.length);
				assigned.forEach((there, index) => expect(there === undefined || fits(wanted[index], plan[there])).toBe(true));
				wanted.forEach((_feature, index) => {
					const upToHere = wanted.slice(0, index + 1);
					expect(count(assigned.slice(0, index + 1).map((there) => there !== undefined))).toBe(
						mostMatches(upToHere, plan),
					);
				});
			}),
			{ numRuns: 1500 },
		);
	});

	it('the same holds where many are alike, so that the plan is parted', () => {
		const twins = fc.array(twin, { maxLength: 14 });
		fc.assert(
			fc.property(twins, twins, (wanted, plan) => {
				const parted = assignOnPlan(wanted, plan);
				expect(count(parted.map((there) => there !== undefined))).toBe(mostByFlow(wanted, plan));
				parted.forEach((there, index) => expect(there === undefined || fits(wanted[index], plan[there])).toBe(true));
			}),
			{ numRuns: 1500 },
		);
	});

	it('nothing is changed by the comparison', () => {
		fc.assert(
			fc.property(few, few, (pushed, plan) => {
				const before = JSON.stringify([pushed, plan]);
				heldByPlan(pushed, plan);
				expect(JSON.stringify([pushed, plan])).toBe(before);
			}),
		);
	});
});

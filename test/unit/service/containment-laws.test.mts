import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { heldByPlan, isJsonObject } from '../../../service';
import type { Feature } from '../../../service';
import { collidingFeature, featureWithData } from '../generators/features.mts';
import { withMembersReversed } from '../generators/json.mts';

const few = fc.array(collidingFeature, { maxLength: 8 });
const anyPlan = fc.oneof(few, fc.array(featureWithData, { maxLength: 5 }));

/** The rule as its words say it, one feature against one. */
function fits(pushed: Feature, there: Feature): boolean {
	return Object.entries(pushed).every(([name, value]) => {
		if (name === 'photos' || (name === 'position' && value === null)) return true;
		if (name !== 'data') return Object.hasOwn(there, name) && isDeepStrictEqual(value, there[name]);
		return (value as Feature[]).every((entry) => Array.isArray(there.data) && there.data.some((one) => fitsEntry(entry, one)));
	});
}

function fitsEntry(pushed: Feature, there: unknown): boolean {
	if (!isJsonObject(there)) return false;
	return Object.entries(pushed).every(([name, value]) =>
		name === 'value' ? (value ?? '') === (there.value ?? '') : value === there[name],
	);
}

/** The most features that can be matched once each, by trying everything. */
function mostMatches([first, ...others]: Feature[], plan: Feature[]): number {
	if (first === undefined) return 0;
	const without = mostMatches(others, plan);
	const matches = plan.flatMap((there, index) =>
		fits(first, there) ? [1 + mostMatches(others, plan.filter((_one, other) => other !== index))] : [],
	);
	return Math.max(without, ...matches);
}

const count = (held: boolean[]) => held.filter(Boolean).length;

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
				const held = heldByPlan(Array.from({ length: k }, () => feature), plan);
				expect(held).toEqual(held.map((_held, index) => index < Math.min(k, m)));
			}),
		);
	});

	it('features of the same members are matched as often as trying everything can', () => {
		const alike = fc.record({ type: fc.constant('zone'), label: fc.nat(2), size: fc.nat(1) });
		fc.assert(
			fc.property(fc.array(alike, { maxLength: 5 }), fc.array(alike, { maxLength: 5 }), (pushed, plan) => {
				expect(count(heldByPlan(pushed, plan))).toBe(mostMatches(pushed, plan));
			}),
		);
	});

	it('never more are held than trying everything can match, and only what fits', () => {
		const small = fc.array(collidingFeature, { maxLength: 5 });
		fc.assert(
			fc.property(small, small, (pushed, plan) => {
				const held = heldByPlan(pushed, plan);
				expect(count(held)).toBeLessThanOrEqual(mostMatches(pushed, plan));
				const taken = pushed.filter((_feature, index) => held[index]);
				expect(mostMatches(taken, plan)).toBe(taken.length);
			}),
			{ numRuns: 500 },
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

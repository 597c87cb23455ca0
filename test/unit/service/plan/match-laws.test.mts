import fc from 'fast-check';

import { matchFeatures } from '../../../../service/plan';
import type { Feature, Match } from '../../../../service/plan';
import { locatedPlan, moved, stored } from '../../../support/generators/located-plans.mts';
import type { LocatedPlan } from '../../../support/generators/located-plans.mts';

/** The nightly job sets 20,000: `LAW_PLANS=20000 npx jest --selectProjects=unit --testPathPatterns=match-laws`. */
const numRuns = Number(process.env.LAW_PLANS ?? 400);

jest.setTimeout(600_000);

type Options = Parameters<typeof matchFeatures>[2];

/** What somebody pushes: an input that is ambiguous is a problem of the run, so it is taken out. */
function pushable({ inputs, features }: LocatedPlan, options: Options): Feature[] {
	let left = inputs;
	for (;;) {
		const matches = matchFeatures(left, features, options);
		if (matches.every(({ kind }) => kind !== 'ambiguous')) return left;
		left = left.filter((_input, index) => matches[index].kind !== 'ambiguous');
	}
}

/** What a Push with Skip leaves on the plan: the features that are new come to it. */
function pushed(one: LocatedPlan, inputs: readonly Feature[], matches: readonly Match[]): Feature[] {
	const added = inputs.filter((_input, index) => matches[index].kind === 'new');
	return [...one.features, ...added.map((input, at) => stored(input, one, one.features.length + at))];
}

describe(`laws of matching, for ${numRuns} random plans`, () => {
	it.each([
		['features', false],
		['rows', true],
	])('a second Push with Skip adds none of the %s', (_what, areRows) => {
		fc.assert(
			fc.property(locatedPlan, (one) => {
				const options = { isRow: () => areRows };
				const inputs = pushable(one, options);
				const plan = pushed(one, inputs, matchFeatures(inputs, one.features, options));
				const again = matchFeatures(inputs, plan, options);
				expect(again.filter(({ kind }) => kind === 'new')).toEqual([]);
			}),
			{ numRuns },
		);
	});

	it('a plan compared with itself is the same, each feature with one of its own', () => {
		fc.assert(
			fc.property(locatedPlan, fc.boolean(), ({ features }, areRows) => {
				const matches = matchFeatures(features, features, { isRow: () => areRows });
				expect(matches.filter((match) => match.kind !== 'existing' || !match.isSame)).toEqual([]);
				const indices = matches.map((match) => (match.kind === 'existing' ? match.index : -1));
				expect(new Set(indices).size).toBe(features.length);
			}),
			{ numRuns },
		);
	});

	it('a feature of another place is never skipped', () => {
		fc.assert(
			fc.property(locatedPlan, fc.double({ min: 0.05, max: 0.9, noNaN: true }), (one, metres) => {
				const elsewhere = one.features
					.filter(({ geometry, position }) => (geometry ?? position) !== undefined)
					.map((feature) => ({ ...moved(feature, metres * one.unit), [one.identity]: undefined }));
				const matches = matchFeatures(elsewhere, one.features);
				expect(matches.filter(({ kind }) => kind === 'existing')).toEqual([]);
			}),
			{ numRuns },
		);
	});
});

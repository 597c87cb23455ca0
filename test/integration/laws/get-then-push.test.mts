import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import { hasData } from '../../../tools/sandbox/routes/features.mts';
import type { Feature } from '../../../service/plan';
import type { Step } from '../../support/engine/execution.mts';
import { seed } from '../../support/seed.mts';
import { runChain } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { getMany, getPlan, push } from '../../support/engine/steps.mts';
import { pushablePlan } from './pushable-features.mts';

const PLANS = process.env.CI ? 250 : 50;
const COPY = '_copy';

describe(`Get, then Push to another plan, for ${PLANS} random plans each way (TEST_SEED=${seed})`, () => {
	describe.each(['array', 'byName', 'byKey'])('data format %s', (dataFormat) => {
		const service = useService();

		const otherPlan = { planCode: `={{ $json.planCode + '${COPY}' }}` };
		const ways: Array<[string, Step[]]> = [
			['an item per feature', [getMany({ dataFormat }), push({}, { source: 'item', ...otherPlan })]],
			['an item per plan', [getPlan({ dataFormat }), push({}, otherPlan)]],
		];

		test.each(ways)('%s: the other plan is equal, photos and identity aside', async (name, steps) => {
			const plans = fc.sample(pushablePlan, {
				numRuns: PLANS,
				seed: Math.floor(randomFor(`${seed} ${dataFormat} ${name}`)() * 2 ** 31),
			});
			const codes = service.plans(PLANS);
			codes.forEach((code, index) => {
				service.sandbox.setFeatures(code, plans[index]);
				service.sandbox.addPlan(`${code}${COPY}`);
			});

			const { success, error } = await runChain({
				items: codes.map((planCode) => ({ planCode })),
				credential: service.credential(),
				steps,
			});

			expect(error?.message).toBeUndefined();
			const pushed = success.reduce((sum, { json }) => sum + Number(json.pushed), 0);
			expect(pushed).toBe(plans.flat().length);
			for (const [index, code] of codes.entries()) {
				const original = service.sandbox.features(code).map(asAnswered).map(withoutIdentity);
				const copy = service.sandbox.features(`${code}${COPY}`).map(withoutIdentity);
				// Jest's own equality takes a member `__proto__` for a prototype.
				if (isDeepStrictEqual(copy, original)) continue;
				expect({ index, features: copy }).toEqual({ index, features: original });
				throw new Error(`Plan ${index} differs: ${JSON.stringify({ original, copy })}`);
			}
		});
	});
});

/** The identity that the service makes on a plan stays there. */
function withoutIdentity(feature: Feature): Feature {
	const others = { ...feature };
	delete others.code;
	return others;
}

/** What a Get gives of a stored feature, photos aside: all configured data fields (section 2.3, rule 3), if any. */
function asAnswered(stored: Feature): Feature {
	const feature = { ...stored };
	delete feature.photos;
	if (!hasData(stored)) return feature;
	const own = Array.isArray(feature.data) ? (feature.data as unknown[]) : [];
	return { ...feature, data: [...own, ...Object.values(dataFields).map((field) => ({ ...field, value: '' }))] };
}

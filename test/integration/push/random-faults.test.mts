import type { IDataObject } from 'n8n-workflow';
import { randomFor } from '../../../tools/sandbox/demo/seeded.mts';
import type { Intercept } from '../../../tools/sandbox/server.mts';
import { seed } from '../../support/seed.mts';
import { zones } from '../../support/engine/features.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import { inputsOf } from '../../support/engine/pairs.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
withShortestWaits();

const EXECUTIONS = Number(process.env.FAULT_EXECUTIONS ?? 60);

const withStatus = (status: number): Intercept['reply'] => ({ status });
/** Responses that say nothing about whether the push took effect. */
const lost: Array<Intercept['reply']> = ['reset', ...[500, 502, 504].map(withStatus)];
/** Responses of a service that did nothing. */
const refused = [422, 429, 503, 403, 401].map(withStatus);
const faults = [
	...lost.map((reply) => ({ when: 'after', reply }) as const),
	...[...lost, ...refused].map((reply) => ({ when: 'before', reply }) as const),
];

test(`random faults lose nothing, double nothing and leave nothing unexplained (TEST_SEED=${seed})`, async () => {
	const next = randomFor(`random faults ${seed}`);
	const below = (most: number) => Math.floor(next() * most);
	const credential = service.credential();
	for (let execution = 0; execution < EXECUTIONS; execution++) {
		service.sandbox.clearIntercepts();
		const items = service.plans(1 + below(3)).flatMap((planCode) =>
			Array.from({ length: 1 + below(3) }, (_, item) => ({
				planCode,
				features: zones(1 + below(6), `item ${item} zone`),
			})),
		);
		for (let fault = below(6); fault > 0; fault--) {
			const { planCode } = items[below(items.length)];
			const route = next() < 0.75 ? 'push' : 'features';
			service.sandbox.intercept({ route, planCode, times: 1 + below(3), ...faults[below(faults.length)] });
		}
		const onError = ON_ERROR[below(3)];

		const outcome = await runNode({
			...push({ batchSize: 1 + below(8), maxRetries: 3, existing: below(2) === 0 ? 'skip' : 'push' }),
			items,
			credential,
			onError,
			retryOnFail: next() < 0.5,
			maxTries: 3,
		});

		const done = new Set(inputsOf(outcome.success.filter(({ json }) => 'pushed' in json)));
		const told = new Set(inputsOf([...outcome.success, ...outcome.failed]));
		items.forEach(({ planCode, features }, index) => {
			const held = service.held(planCode);
			const counts = features.map(({ name }: IDataObject) => held[String(name)] ?? 0);
			const where = `TEST_SEED=${seed} execution ${execution} item ${index} (${onError}): ${counts.join()}`;
			// An unknown outcome is reported by the error, and never repeated by guessing.
			if (counts.some((count) => count > 1)) throw new Error(`doubled: ${where}`);
			if (done.has(index) && counts.some((count) => count !== 1)) throw new Error(`lost: ${where}`);
			if (!told.has(index) && outcome.error === undefined) throw new Error(`unexplained: ${where}`);
		});
	}
}, 600_000);

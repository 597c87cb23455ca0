import fc from 'fast-check';
import { TOKEN_HEADERS } from '../../credentials/credential-fields.ts';
import { ProbeClient } from '../../tools/scripts/probe/client.mts';
import { reportOf } from '../../tools/scripts/probe/sheet.mts';
import { survey } from '../../tools/scripts/probe/survey.mts';
import { seed } from '../support/seed.mts';
import { factorNames, levelsOf } from './factors.mts';
import type { FactorName, Point } from './factors.mts';
import { tryService } from './judge.mts';
import { probeInputsOf, startService } from './service.mts';

/** Factors that a setting sees to: here a service may be unexpected. */
const SETTLED: FactorName[] = ['tokenHeader', 'scope', 'clientPath'];

beforeEach(() => {
	// The shortest waits between attempts.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

const anyPoint = fc.record(
	Object.fromEntries(
		factorNames.map((factor) => {
			const unexpected = factor === 'tokenHeader' ? levelsOf(factor, true) : [];
			return [factor, fc.constantFrom(...levelsOf(factor, false), ...unexpected)];
		}),
	),
) as fc.Arbitrary<Point>;

const points = fc.sample(anyPoint, { numRuns: 20, seed });
const advised = new Set<string>();

describe(`what the probe says, done at random services (TEST_SEED=${seed})`, () => {
	it.each(points.map((point, index) => ({ point, index })))(
		'makes each job work at service $index',
		async ({ point }) => {
			const service = await startService(point);
			const { credential } = service;
			// As a person begins: nothing is known of the service yet.
			Object.assign(credential, { scope: 'openid esapi-scope', tokenHeader: 'both' });
			const inputs = probeInputsOf(service);
			try {
				const report = reportOf(await survey(new ProbeClient(inputs), inputs));

				expect(report.problem).toBeUndefined();
				for (const { setting, value, where } of report.set) {
					advised.add(setting);
					if (setting === 'Scope') credential.scope = value;
					if (setting === 'Token Header')
						credential.tokenHeader = TOKEN_HEADERS.find(({ name }) => name === value)?.value ?? '';
					// Nodes find the other path by themselves, and the jobs match by a data field.
					if (where !== 'credential') expect(['Client Path', 'Match By']).toContain(setting);
				}
				const verdicts = await tryService(service, undefined, SETTLED);
				expect(verdicts.filter(({ is }) => is === 'wrong')).toEqual([]);
			} finally {
				await service.close();
			}
		},
	);

	it('and some of them needed a setting', () => {
		expect([...advised].sort()).toEqual(expect.arrayContaining(['Client Path', 'Scope', 'Token Header']));
	});
});

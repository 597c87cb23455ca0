import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../../tools/sandbox/server.mts';
import { ProbeClient } from '../../../tools/scripts/probe/client.mts';
import type { ProbeInputs } from '../../../tools/scripts/probe/inputs.mts';
import { reportOf, sheetOf } from '../../../tools/scripts/probe/sheet.mts';
import type { Report } from '../../../tools/scripts/probe/sheet.mts';
import { survey } from '../../../tools/scripts/probe/survey.mts';
import { inputsOf } from '../../support/host/probe-inputs.mts';
import { pointWith } from '../../services/factors.mts';
import { probeInputsOf, startService } from '../../services/service.mts';
import { startOddService } from './odd-service.mts';

const CODES = { clientCode: '', campusCode: '', buildingCode: '', floorCode: '', planCode: '' };

async function reported(
	options: SandboxOptions = {},
	inputs: Partial<ProbeInputs> = {},
	before: (sandbox: Sandbox) => void = () => undefined,
): Promise<Report> {
	const sandbox = await startSandbox(options);
	before(sandbox);
	const given = { ...inputsOf(sandbox), ...inputs };
	try {
		return reportOf(await survey(new ProbeClient(given), given));
	} finally {
		await sandbox.close();
	}
}

const settingsOf = ({ set }: Report) => set.map(({ setting, value }) => `${setting}: ${value}`);
const foundOf = ({ facts }: Report, topic: string) => facts.find((fact) => fact.topic === topic)?.found;

describe('what the probe says is to be set', () => {
	test('nothing, for a service that is as observed', async () => {
		const report = await reported();

		expect(report).toMatchObject({ probe: 1, exit: 0, set: [] });
		expect(foundOf(report, 'Response to a made-up token')).toMatch(/^status 401/);
		expect(foundOf(report, 'Clock of the service')).toBe("as this machine's");
	});

	test.each<[SandboxOptions['settings'], Partial<ProbeInputs>, string]>([
		[{ allowedScope: 'esapi-scope' }, { scope: 'openid esapi-scope' }, 'Scope: esapi-scope'],
		[{ tokenHeader: 'authenticationBare' }, {}, 'Token Header: Authentication, Token Alone'],
		[{ tokenHeader: 'authenticationBare' }, CODES, 'Token Header: Authentication, Token Alone'],
		[{}, { partnerCode: '' }, 'Partner Code: the code of the partner that owns the plans'],
	])('at a service with %j and inputs with %j', async (settings, inputs, advice) => {
		const report = await reported({ settings }, inputs);

		expect(settingsOf(report)).toEqual([advice]);
		expect(report.exit).toBe(2);
	});

	test('Client Path and Scope, where only the singular path and the shorter scope are known', async () => {
		const { inputs, close } = await startOddService();
		const report = reportOf(await survey(new ProbeClient(inputs), inputs));
		await close();

		expect(settingsOf(report)).toEqual(['Scope: esapi-scope', 'Client Path: Client']);
	});

	test('Match By, where ids come back otherwise when a plan is read again', async () => {
		const service = await startService(pointWith());
		service.plans.makesIds = true;
		const inputs = probeInputsOf(service);
		const report = reportOf(await survey(new ProbeClient(inputs), inputs));
		await service.close();

		expect(settingsOf(report)).toEqual(['Match By: a column whose value is unique on the plan']);
		expect(report.set[0].reason).toMatch(/^ids come back otherwise/);
	});
});

describe('a probe that could not look', () => {
	test.each<[Partial<ProbeInputs>, RegExp]>([
		[{ apiSecret: 'wrong' }, /does not know this API key.*Check API Key and API Secret in the credential/],
		[{ scope: 'other', applicationSecret: 'wrong' }, /application, or its secret is wrong.*Application Secret/],
		[{ authUrl: 'http://127.0.0.1:1' }, /refused.*Check host and port in Authentication URL/],
	])("with %j says the credential's own sentence", async (inputs, problem) => {
		const report = await reported({}, inputs);

		expect(report).toMatchObject({ exit: 1, set: [], problem: expect.stringMatching(problem) });
		expect(sheetOf(report)).toContain(report.problem?.slice(0, 40));
	});

	test.each([
		[{ status: 404, body: '<html>Not here</html>' }, /responds with a web page, not as a plan service. Check Base URL/],
		[{ status: 302, body: '' }, /redirects elsewhere. Set Base URL to the final URL/],
	])('because of %j says Base URL', async (reply, problem) => {
		const everywhere = ['lookup', 'features', 'list'] as const;
		const report = await reported({}, {}, ({ intercept }) =>
			everywhere.forEach((route) => intercept({ route, times: Infinity, reply })),
		);

		expect(report).toMatchObject({ exit: 1, problem: expect.stringMatching(problem) });
	});
});

test('tries again after 429, so that no fact is about the rush', async () => {
	const report = await reported({}, {}, ({ intercept }) => {
		for (const route of ['lookup', 'features', 'list', 'token'] as const)
			intercept({ route, times: 2, reply: { status: 429, headers: { 'retry-after': '0' } } });
	});

	expect(report.facts.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	expect(foundOf(report, 'Rate limits')).toBe('8 × status 429 with Retry-After 0');
});

test('a plan code alone gives the facts of plans', async () => {
	const report = await reported({}, { ...CODES, planCode: demo.planCode });

	expect(foundOf(report, 'Features')).toMatch(/^93 features/);
	expect(foundOf(report, 'Token header of plans')).toBe('Both; Authentication; Authorization');
	expect(foundOf(report, 'Lookups')).toBe('not seen');
});

test('no line is longer than 100 characters, whatever a service is', async () => {
	const report = await reported({}, { apiSecret: 'wrong' });
	const long = 'x'.repeat(250);
	const sheet = sheetOf({ ...report, problem: `${long} ${'word '.repeat(60)}`, set: [] });

	expect(sheet.split('\n').filter((line) => line.length > 100)).toEqual([]);
	expect(sheet.replace(/\s/g, '')).toContain(long);
});

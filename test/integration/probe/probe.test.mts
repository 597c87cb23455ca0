import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import type { SandboxOptions } from '../../../tools/sandbox/server.mts';
import { ProbeClient } from '../../../tools/scripts/probe/client.mts';
import type { Fact } from '../../../tools/scripts/probe/fact.mts';
import type { ProbeInputs } from '../../../tools/scripts/probe/inputs.mts';
import { saveRecording } from '../../../tools/scripts/probe/recording.mts';
import { factsOf, reportOf, sheetOf } from '../../../tools/scripts/probe/sheet.mts';
import { survey } from '../../../tools/scripts/probe/survey.mts';
import type { Survey } from '../../../tools/scripts/probe/survey.mts';
import { sandboxSession } from '../sandbox/session.mts';
import { inputsOf } from '../../support/host/probe-inputs.mts';
import { ODD_NAMES, startOddService } from './odd-service.mts';

const look = async (inputs: ProbeInputs) => await survey(new ProbeClient(inputs), inputs);

async function probed(options: SandboxOptions = {}, scope?: string): Promise<Survey> {
	const sandbox = await startSandbox(options);
	try {
		return await look({ ...inputsOf(sandbox), ...(scope && { scope }) });
	} finally {
		await sandbox.close();
	}
}

const foundOf = (facts: Fact[], topic: string) => facts.find((fact) => fact.topic === topic)?.found;
const differing = (facts: Fact[]) => facts.filter(({ verdict }) => verdict === 'differs').map(({ topic }) => topic);

describe('npm run probe', () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'probe-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	test('finds everything in the sandbox as it is specified or observed, and only reads', async () => {
		const seen = await probed();
		const facts = factsOf(seen);

		expect(differing(facts)).toEqual([]);
		expect(facts.filter(({ verdict }) => verdict === 'not seen').map(({ topic }) => topic)).toEqual(['Rejected login']);
		expect(seen.exchanges.filter(({ method }) => method !== 'GET').map(({ path: address }) => address)).toEqual([
			'/connect/token',
		]);
		expect(foundOf(facts, 'Geometry')).toMatch(/Polygon, closed outlines of \[number, number\]/);
		expect(foundOf(facts, 'Position')).toMatch(/\{ type, coordinates \}/);
	});

	test.each<[topic: string, SandboxOptions['settings'], found: RegExp]>([
		['Token validity', { tokenLifetimeSeconds: 5 }, /^5$/],
		['Scope', { allowedScope: 'esapi-scope' }, /^esapi-scope$/],
		['Token header of lookups', { tokenHeader: 'authentication' }, /^Both; Authentication$/],
		['Token header of plans', { tokenHeader: 'authorization' }, /^Both; Authorization$/],
		['Viewer token validity', { viewerTokenLifetimeMinutes: 5 }, /^about 5 min$/],
		['List of partners', { listing: false }, /^status 404/],
		['List of clients', { listing: false }, /^status 404/],
		['No value', { emptyDataValue: null }, /× null/],
		['Rate limits', { maxInFlight: 1, latencyMs: 50, retryAfterSeconds: 7 }, /× status 429 with Retry-After 7/],
		['Times', { latencyMs: 120 }, /median 1[2-9]\d ms|median [2-9]\d\d ms/],
	])('%s: a sandbox with %j is distinguished', async (topic, settings, found) => {
		expect(foundOf(factsOf(await probed({ settings }, 'openid esapi-scope')), topic)).toMatch(found);
	});

	// What only shows when something is pushed can't be seen by a probe that only reads.
	test.each([
		{ rejectPhotos: false },
		{ keepsPushedIdentity: true },
		{ migration: true },
		{ migrationMs: 9 },
		{ migratingPushes: { [demo.planCode]: 3 } },
	])('a sandbox with %j looks as any other', async (settings) => {
		const steady = (seen: Survey) =>
			factsOf(seen).filter(({ topic }) => !['Times', 'Login', 'Sizes', 'Features'].includes(topic));
		expect(steady(await probed({ settings }))).toEqual(steady(await probed()));
	});

	test('tells where a service differs from everything that was observed', async () => {
		const service = await startOddService();
		const facts = factsOf(await look(service.inputs));
		await service.close();

		expect(differing(facts)).toEqual(
			expect.arrayContaining([
				'Scope',
				'Token validity',
				'List of partners',
				'List of clients',
				'Codes',
				'Nesting',
				'Codes of parents',
				'Plan codes',
				'Viewer token validity',
				'viewerTokenLifetime',
				'Zone types',
				'Identity of features',
				'Data fields',
				'Codes of data fields',
			]),
		);
		expect(foundOf(facts, 'Token header of lookups')).toBe('Both; Authentication');
		expect(foundOf(facts, 'Token header of plans')).toBe('Both; Authentication');
		expect(foundOf(facts, 'Path of a client')).toBe('Client');
		expect(foundOf(facts, 'Kinds')).toBe('1 × room, 1 × another, 1 × zone');
		expect(foundOf(facts, 'Further members of features')).toBe('1 other');
		expect(foundOf(facts, 'Further members')).toBe('2 others');
		expect(foundOf(facts, 'No value')).toBe('1 × left out');
		expect(foundOf(facts, 'Framing')).toBe('limited by X-Frame-Options: DENY');
		expect(foundOf(facts, 'Rate limits')).toMatch(/headers x-ratelimit-limit/);
		expect(foundOf(facts, 'Response without a token')).toBe('status 403, application/problem+json: title and 1 other');
		expect(
			service.addresses.filter((address) => !address.startsWith('GET ') && address !== 'POST /login/connect/token'),
		).toEqual([]);
	});

	test('a fact sheet holds no secret, no code and no name', async () => {
		const service = await startOddService();
		const sheet = sheetOf(reportOf(await look(service.inputs)));
		await service.close();

		for (const secret of [
			...Object.values(service.inputs).filter((value) => value !== '' && !/esapi-scope/.test(value)),
			...ODD_NAMES,
			'odd.token',
		]) {
			expect(sheet).not.toContain(secret);
		}
	});

	test('a recording keeps the structure and nothing else, for its owner alone', async () => {
		const service = await startOddService();
		const seen = await look(service.inputs);
		await service.close();
		const file = path.join(folder, 'odd.json');
		await saveRecording(file, seen);
		const text = await readFile(file, 'utf8');

		expect((await stat(file)).mode & 0o777).toBe(0o600);
		for (const secret of [
			...Object.values(service.inputs).filter((value) => value !== '' && !/esapi-scope/.test(value)),
			...ODD_NAMES,
			'odd.token',
			'siteviewertoken',
			'North',
		]) {
			expect(text).not.toContain(secret);
		}
		// The same name is the same text wherever it stands: the floor's client and a data field share one.
		const { exchanges } = JSON.parse(text);
		const bodyOf = (part: string) =>
			exchanges.find((one: { path: string; status: number }) => one.path.includes(part) && one.status === 200).body;
		const [room, desk] = bodyOf('/Features').features;
		expect(room.data[0].name).toBe(bodyOf(`/Client/${demo.clientCode}`).name);
		expect(Object.values(desk)).toContain(room.data[0].value);
		expect(desk).not.toHaveProperty('label');
		expect(bodyOf('/Floors/').code).toBe(demo.floorCode);
	});

	test.each(['the sandbox', 'the odd service'])('a recording of %s, replayed, gives the same facts', async (which) => {
		const service = which === 'the sandbox' ? undefined : await startOddService();
		const seen = service ? await look(service.inputs) : await probed();
		await service?.close();
		const file = path.join(folder, 'replayed.json');
		await saveRecording(file, seen);
		const replayed = await probed({ replay: file }, seen.inputs.scope);

		// Codes, tokens, photos and the embed page of a replay are the sandbox's own, and so are its logins.
		const ignored = [
			'Times',
			'Sizes',
			'Login',
			'Token type',
			'Token validity',
			'Rejected login',
			'Features',
			'Framing',
			'Rate limits',
			'Response to a made-up token',
			'Signs in viewer tokens',
			'Codes',
		];
		const steady = (one: Survey) => factsOf(one).filter(({ topic }) => !ignored.includes(topic));
		expect(steady(replayed)).toEqual(steady(seen));
	});

	test('whoever works with the sandbox works with a recording: look up, get, push, open the plan', async () => {
		const file = path.join(folder, 'worked.json');
		const recorded = await probed();
		await saveRecording(file, recorded);
		const { sandbox, get, push, open } = await sandboxSession({ replay: file });

		const { data: floor } = await get(`/Floors/${demo.floorCode}`);
		const { data: before } = await get(`/Plans/${floor.planCode}/Features`);
		const pushed = await push(floor.planCode, { features: [{ type: 'room', name: 'New' }] });
		const { data: after } = await get(`/Plans/${floor.planCode}/Features`);
		const query = new URLSearchParams({ viewerToken: floor.viewerTokens.allAreas, planCode: floor.planCode });
		const page = await open(`/plans-embed/v1/plan?${query}`);
		await sandbox.close();

		expect(floor).toMatchObject({ code: demo.floorCode, planCode: demo.planCode, buildingCode: demo.buildingCode });
		expect(floor.name).toMatch(/^Text \d+$/);
		expect([pushed.status, page.status]).toEqual([200, 200]);
		expect(after.features).toHaveLength(before.features.length + 1);
	});

	test('docs/probe.md shows what is found in the odd service', async () => {
		const docs = await readFile('docs/probe.md', 'utf8');
		const service = await startOddService();
		const report = reportOf(await look(service.inputs));
		await service.close();

		const shown = [...docs.matchAll(/^(as specified|as observed|differs|not seen) +(.*?)(?:; the nodes|$)/gm)];
		expect(shown.length).toBeGreaterThan(5);
		const found = report.facts.map((fact) => `${fact.verdict} ${fact.topic}: ${fact.found}`);
		expect(found).toEqual(expect.arrayContaining(shown.map(([, verdict, fact]) => `${verdict} ${fact}`)));
		for (const { setting, value } of report.set) expect(docs).toContain(`${setting}: ${value}`);
	});
});

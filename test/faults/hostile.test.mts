import { gzipSync } from 'node:zlib';
import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { useListener } from '../support/http/listener.mts';
import { BOMBS, INERT, ODD, UNREADABLE } from './hostile/responses.mts';
import { healthDuring } from './hostile/health.mts';
import { useHostileService } from './hostile/hostile-service.mts';
import type { HostileResponse } from './hostile/hostile-service.mts';
import { check, embed, get, getPlan, httpRequest, lookup, parsed, push, pushMissing } from './hostile/nodes.mts';
import { publishOnWebhook, runOnItems } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';
import { secretsIn } from './secrets/forms.mts';

const HUGE = 100 * 1024 * 1024;
const MAX_ERROR_LENGTH = 2_000;
/** On two cores that have other work to do; n8n took 2 s and 1.3 GB, 0.5 GB of them before the first response. */
const SLOWEST_MS = 10_000;
const MAX_MEGABYTES = 2_500;
/** Of the iframe: attributes whose values no quote and no bracket ends, and nothing between them. */
const IFRAME = /^<iframe(?: [a-z]+="[^"<>']*")+ allowfullscreen><\/iframe>$/;

const huge = '<b>'.repeat(HUGE / 3);
/**
 * 1.5 GB of spaces: gzip takes one part after the other. Made here, because n8n's health is requested while a test
 * runs.
 */
const bomb = Buffer.concat(Array<Buffer>(15).fill(gzipSync(Buffer.alloc(HUGE, ' '))));
const hugePlan = `{"features":[{"type":"zone","text":"${'y'.repeat(HUGE)}"}]}`;

describe('a service with hostile responses', () => {
	let host: PlanHost;
	let credential: StoredCredential;
	const service = useHostileService();
	const other = useListener();

	beforeAll(async () => {
		host = await startPlanHost();
		const data = { ...host.sandbox.credential, baseUrl: service.url };
		credential = await createCredential(host.n8n.session, { ...host.credential, name: 'Hostile', data });
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Runs nodes on an item for each response. */
	async function runOn(responses: HostileResponse[], ...parts: Part[]): Promise<ExecutionResult> {
		responses.forEach((response, index) => service.responses.set(`code${index}`, response));
		const items = responses.map((_response, index) => ({ code: `code${index}` }));
		const result = await runOnItems(host.n8n, credential, items, parts);
		expect(result.status).toBe('success');
		return result;
	}

	/** What the failed items of a node say, in the order of its input. */
	function errorsOf(result: ExecutionResult, { name }: Part): string[] {
		const { applicationSecret, apiSecret } = host.sandbox.credential;
		const secrets = new Map([applicationSecret, apiSecret, ...host.sandbox.tokens].map((secret) => [secret, secret]));
		return result.json(name, 1).map((json) => {
			const { error, message, details } = json;
			const { serviceMessage = '' } = Object(details) as Record<string, unknown>;
			for (const text of [error, message, serviceMessage]) expect(text).toMatch(INERT);
			expect(JSON.stringify(json).length).toBeLessThan(MAX_ERROR_LENGTH);
			expect(secretsIn(JSON.stringify(json), secrets)).toEqual([]);
			return String(error);
		});
	}

	const methods = () => service.heard.map(({ method }) => method);

	/** A request goes out once more where its response may mean that a token from before the run is dead. */
	function expectOnceEach(
		method: string,
		responses: ReadonlyArray<readonly [string, HostileResponse, ...unknown[]]>,
	): void {
		const heard = methods();
		const retried = responses.filter(([, { status }]) => status === 400).length;
		expect(new Set(heard)).toEqual(new Set([method]));
		expect(heard.length).toBeGreaterThanOrEqual(responses.length);
		expect(heard.length).toBeLessThanOrEqual(responses.length + retried);
	}

	test.each([
		['Get Many', get],
		['Get Plan', getPlan],
		['Lookup', lookup],
		['Push with Existing Features "Skip"', pushMissing],
		['Check', check],
	])("%s tells each response that it can't use, and nothing is pushed", async (_name, part) => {
		const result = await runOn(
			UNREADABLE.map(([, response]) => response),
			part,
		);

		expect(result.json(part.name)).toEqual([]);
		expect(errorsOf(result, part)).toEqual(UNREADABLE.map(([, , message]) => expect.stringMatching(message)));
		expectOnceEach('GET', UNREADABLE);
	});

	test('a push that is rejected reports it, and is not sent again', async () => {
		const rejections = UNREADABLE.flatMap(([, response]) => (response.status === 400 ? [response] : []));

		const result = await runOn(rejections, push);

		expect(errorsOf(result, push)).toEqual(rejections.map(() => expect.stringMatching(/status 400/)));
		expectOnceEach(
			'POST',
			rejections.map((response) => ['', response]),
		);
	});

	test('odd features are given as they are, and leave n8n as it was', async () => {
		const result = await runOn(
			ODD.map(([, feature, headers]) => ({ headers, body: `{"features":[${feature}]}` })),
			get,
		);

		// Each has dataFields beside what the service sent.
		const given = result
			.json('Get')
			.map(({ planCode, dataFields, ...feature }) => [planCode, Array.isArray(dataFields) && JSON.stringify(feature)]);
		expect(given).toEqual(ODD.map(([, feature], index) => [`code${index}`, feature]));

		const jsonOutput = '={{ { seen: typeof ({}).polluted } }}';
		const look = {
			name: 'Look',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput },
		};
		const after = await runOn([{ body: '{"features":[{"type":"zone"}]}' }], get, look);
		expect(JSON.stringify(after.json('Get'))).toBe('[{"planCode":"code0","type":"zone","dataFields":[]}]');
		expect(after.json('Look')).toEqual([{ seen: 'undefined' }]);
	});

	test('of members given twice the last counts', async () => {
		const twice = '{"features":[{"type":"first"}],"features":[{"type":"zone","name":"one","name":"two"}]}';

		expect((await runOn([{ body: twice }], get)).json('Get')).toEqual([
			{ planCode: 'code0', type: 'zone', name: 'two', dataFields: [] },
		]);
	});

	test('a floor whose name and tokens hold markup becomes one inert iframe', async () => {
		const floors = BOMBS.map((bomb) => {
			const viewerTokens = { allAreas: bomb, allAreasAndChildren: bomb, expiry: '2999-01-01T00:00:00Z' };
			// A plan code with characters that nobody sees is an error.
			const planCode = bomb.replace(/\p{Cf}/gu, '');
			return { body: JSON.stringify({ code: bomb, name: bomb, planCode, viewerTokens }) };
		});

		const result = await runOn(floors, lookup, embed, parsed);

		const built = result.json('Embed').map(({ embed: one }) => one as { url: string; iframe: string });
		for (const { iframe } of built) {
			expect(iframe).toMatch(IFRAME);
			const attributes = [...iframe.matchAll(/ ([a-z]+)="[^"]*"/g)].map(([, name]) => name);
			expect(attributes).toEqual(['src', 'title', 'width', 'height', 'loading', 'referrerpolicy', 'style']);
		}
		expect(result.json('Parse')).toEqual(
			BOMBS.map((bomb, index) => {
				// HTML has no character 0.
				const name = bomb.replaceAll('\u0000', '\ufffd');
				return { elements: [null], text: '', src: built[index].url, title: name, width: name, height: name };
			}),
		);
		expect(built.map(({ url }) => new URL(url).origin)).toEqual(BOMBS.map(() => service.url));
	});

	test.each([2, 3, 4.2, 4.4])(
		"n8n's HTTP Request %p with the credential sends the token to no other host, redirected or not",
		async (typeVersion) => {
			service.responses.set('moved', { status: 302, headers: { location: `${other.url}/photo` } });
			service.responses.set('stays', { body: '{"stays":true}' });
			const requested = async (url: string) =>
				await runOnItems(host.n8n, credential, [{ url }], [httpRequest(typeVersion)]);

			expect((await requested(`${service.url}/stays`)).status).toBe('success');
			expect(service.heard[0].headers.authentication).toMatch(/^Bearer ./);
			expect((await requested(`${service.url}/moved`)).status).toBe('error');
			expect((await requested(`${other.url}/other`)).error?.message).toContain('and is not sent to');
			expect(other.heard).toEqual([]);
		},
	);

	const enormous: Array<[string, () => Promise<void>]> = [
		[
			'that are no plan are reported in a few words',
			async () => {
				const errors = errorsOf(
					await runOn([{ body: huge }, { status: 404, body: JSON.stringify({ message: `no ${huge}` }) }], get),
					get,
				);
				expect(errors).toEqual([
					expect.stringMatching(/is HTML or XML, not JSON/),
					expect.stringMatching(/status 404: no$/),
				]);
			},
		],
		[
			'and more that arrive as 1.5 MB of gzip are not read to their end, and are asked for once',
			async () => {
				const response = { headers: { 'content-encoding': 'gzip' }, body: bomb };
				const tooLong = (size: string) => [expect.stringContaining(`response is longer than ${size}`)];
				expect(errorsOf(await runOn([response], get), get)).toEqual(tooLong('511 MB'));
				expect(errorsOf(await runOn([response], lookup), lookup)).toEqual(tooLong('50 MB'));
				expect(methods()).toEqual(['GET', 'GET']);
			},
		],
		[
			'that reject a push are reported in a few words',
			async () => {
				const errors = Array.from({ length: 1_000_000 }, () => ({ index: 0, message: 'bad' }));
				const body = JSON.stringify({ message: huge, errors });
				expect(errorsOf(await runOn([{ status: 400, body }], push), push)).toHaveLength(1);
			},
		],
		[
			'are read by a push that leaves out what is there',
			async () => {
				const result = await runOn([{ body: hugePlan, takesPushes: true }], pushMissing);
				expect(errorsOf(result, pushMissing)).toEqual([]);
				expect(result.json('Push')).toMatchObject([{ pushed: 1, skipped: 0 }]);
				expect(methods()).toEqual(['GET', 'POST']);
			},
		],
		[
			'are given whole',
			async () => {
				service.responses.set('whole', { body: hugePlan });
				await publishOnWebhook(host.n8n, credential, 'whole', {
					...get,
					parameters: { ...get.parameters, planCode: 'whole' },
				});
				const { data } = await callWebhook(host.n8n.baseUrl, 'whole');
				expect(data).toEqual({ planCode: 'whole', type: 'zone', text: 'y'.repeat(HUGE), dataFields: [] });
			},
		],
	];

	test.each(enormous)('responses of 100 MB %s, and n8n stays well', async (_what, work) => {
		const { slowestMs, mostMegabytes } = await healthDuring(host.n8n, work);

		expect(slowestMs).toBeLessThan(SLOWEST_MS);
		expect(mostMegabytes).toBeLessThan(MAX_MEGABYTES);
	});
});

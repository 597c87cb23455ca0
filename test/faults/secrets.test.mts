import { setTimeout as pause } from 'node:timers/promises';
import { createCredential, readCredentialData, testCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { callWebhook } from '../../tools/n8n/driver/webhooks.mts';
import { activateWorkflow, createWorkflow, deactivateWorkflow } from '../../tools/n8n/driver/workflows.mts';
import type { WorkflowNode } from '../../tools/n8n/driver/workflows.mts';
import type { Intercept } from '../../tools/sandbox/server.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { createTriggerWorkflow } from '../support/trigger/trigger-workflow.mts';
import { useListener } from '../support/http/listener.mts';
import { plan, publishOnWebhook } from '../support/host/run-on-items.mts';
import { until } from '../support/wait/until.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { artefactsOf } from './secrets/artefacts.mts';
import { secretsIn } from './secrets/forms.mts';
import { DISGUISES, repeating } from './secrets/repeating.mts';

const WRONG = { applicationSecret: 'mistyped+app&secret=1%25', apiSecret: 'mistyped=api+secret&2%' };
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

describe('secrets and tokens after a run of everything', () => {
	let host: PlanHost;
	const credentials: StoredCredential[] = [];
	let lastWorkflow = 0;
	let webhookResponse = '';
	const listener = useListener();

	beforeAll(async () => {
		// Everything that n8n can be made to log.
		host = await startPlanHost({ env: { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' } });
		await runEverything();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** Runs one node of ours by hand, each way that On Error can be set. */
	async function run(type: string, parameters: object, credential = host.credential): Promise<void> {
		const each = ON_ERROR.map(async (onError) => {
			const { id, name } = credential;
			const node = (own: Partial<WorkflowNode>) =>
				({ typeVersion: 1, position: [0, 0], parameters: {}, ...own }) as WorkflowNode;
			const workflow = await createWorkflow(host.n8n.session, {
				name: `workflow-${lastWorkflow++}`,
				nodes: [
					node({ name: 'Start', type: 'n8n-nodes-base.manualTrigger' }),
					node({
						name: 'Node',
						type: `n8n-nodes-plan-service.${type}`,
						parameters: { ...parameters },
						credentials: { planServiceApi: { id, name } },
						onError,
					}),
				],
				connections: { Start: { main: [[{ node: 'Node', type: 'main', index: 0 }]] } },
			});
			await host.n8n.run(workflow, { trigger: 'Start' });
		});
		await Promise.all(each);
	}

	const options = { timeoutSeconds: 1, maxWaitSeconds: 1, maxRetries: 1 };
	const push = async (credential?: StoredCredential) => {
		const featureJson = '{"type":"leaderLineIcon","position":null,"icons":[],"name":"a marked feature"}';
		await run('pushFeatures', { planCode: demo.planCode, source: 'json', featureJson, options }, credential);
	};
	const get = async (credential?: StoredCredential) =>
		await run('getFeatures', { planCode: demo.planCode, options }, credential);
	const lookup = async (credential?: StoredCredential) => {
		await run('hierarchyLookup', { code: { __rl: true, mode: 'code', value: demo.floorCode }, options }, credential);
	};

	/**
	 * The hosts of photos repeat secrets where they reject, redirect and give a web page; what was left out stands in the
	 * items and in a hint.
	 */
	async function getPhotos(): Promise<void> {
		const words = inHand().join(' and ');
		listener.respond = ({ url }, response) => {
			if (url.startsWith('/rejected')) response.writeHead(403, { 'content-type': 'text/plain' }).end(words);
			else if (url.startsWith('/moved'))
				response.writeHead(302, { location: `http://192.0.2.1.invalid/?token=${encodeURIComponent(words)}` }).end();
			else response.writeHead(200, { 'content-type': `text/html; token=${encodeURIComponent(words)}` }).end(words);
		};
		const photos = ['/rejected', '/moved', '/page'].map((path) => ({ imageUrl: `${listener.url}${path}` }));
		const body = JSON.stringify({ features: [{ type: 'zone', photos }] });
		await whileReplying({ status: 200, body }, async () => {
			await run('getFeatures', { planCode: demo.planCode, options: { ...options, downloadPhotos: true } });
		});
	}

	async function stored(name: string, changes: object): Promise<StoredCredential> {
		const data = { ...host.sandbox.credential, ...changes };
		const credential = await createCredential(host.n8n.session, { ...host.credential, name, data });
		credentials.push(credential);
		return credential;
	}

	/** The secrets of the credential, and the token in hand. */
	function inHand(): string[] {
		const { applicationSecret, apiSecret } = host.sandbox.credential;
		return [applicationSecret, apiSecret, ...host.sandbox.tokens.slice(-1)];
	}

	/** Every node gets this response while the work runs. */
	async function whileReplying(reply: Intercept['reply'], work: () => Promise<unknown>): Promise<void> {
		for (const route of ['push', 'features', 'lookup']) host.sandbox.intercept({ route, times: Infinity, reply });
		await work();
		host.sandbox.clearIntercepts();
	}

	async function tellByWebhook(): Promise<void> {
		const part = plan('Get', 'getFeatures', { planCode: demo.planCode, options });
		await publishOnWebhook(host.n8n, host.credential, 'reported', { ...part, onError: 'continueRegularOutput' });
		await whileReplying(repeating(400, inHand()), async () => {
			webhookResponse = JSON.stringify((await callWebhook(host.n8n.baseUrl, 'reported')).data);
		});
	}

	/** The trigger tells an activation's fault in the log, and a later one as a failed execution. */
	async function tellByTrigger(): Promise<void> {
		const parameters = { planCodes: { plans: [{ planCode: demo.planCode }] }, options };
		const workflow = await createTriggerWorkflow(host, listener, parameters);
		await whileReplying(repeating(500, inHand()), async () => {
			await activateWorkflow(host.n8n.session, workflow);
			await until('the log tells the fault', () => host.n8n.process.log.join().includes('could not be read'));
			await pause(5_000);
		});
		await deactivateWorkflow(host.n8n.session, workflow);
	}

	async function runEverything(): Promise<void> {
		const { sandbox, credential, n8n } = host;
		credentials.push(credential);
		for (const work of [push, get, lookup]) await work();
		sandbox.revokeTokens();
		await get();
		for (const status of [200, 400, 401, 409, 500, undefined]) {
			const reply = status === undefined ? 'reset' : repeating(status, inHand());
			await whileReplying(reply, async () => await Promise.all([push(), get(), lookup()]));
		}
		for (const [index, disguised] of Object.values(DISGUISES).entries()) {
			await whileReplying({ status: 409, body: disguised(inHand()[index % 3]) }, get);
		}
		await getPhotos();
		listener.respond = (_request, response) => void response.end();
		await tellByWebhook();
		await tellByTrigger();
		await push(await stored('wrong application', { applicationSecret: WRONG.applicationSecret }));
		const wrongKey = await stored('wrong key', { apiSecret: WRONG.apiSecret });
		await get(wrongKey);
		for (const [index, status] of [200, 400, 403, 500].entries()) {
			sandbox.intercept({ route: 'token', times: Infinity, reply: repeating(status, inHand().slice(0, 2)) });
			const echoed = await stored(`echo ${status}`, { scope: `scope-${index}` });
			await lookup(echoed);
			await testCredential(n8n.session, echoed);
			sandbox.clearIntercepts();
		}
		for (const one of credentials) await testCredential(n8n.session, one);
		await pause(500);
	}

	function secrets(): Map<string, string> {
		const { applicationSecret, apiSecret } = host.sandbox.credential;
		const named = Object.entries({
			applicationSecret,
			apiSecret,
			wrongApplication: WRONG.applicationSecret,
			wrongKey: WRONG.apiSecret,
		});
		return new Map([
			...named,
			...host.sandbox.tokens.map((token, index) => [`token ${index}`, token] as [string, string]),
		]);
	}

	test('no file, no log line, no execution and no response of n8n holds eight characters of one', async () => {
		const artefacts = (await artefactsOf(host.n8n)).set('webhook response', webhookResponse);

		// What is looked through holds what it should, so that nothing found means something.
		const holding = (text: string) =>
			[...artefacts].filter(([, content]) => content.includes(text)).map(([name]) => name);
		expect(holding('a marked feature').join()).toMatch(/database\.sqlite.*execution \d+, decoded/);
		expect(holding('workflow-0').join()).toMatch(/log/);
		expect(holding('[redacted]').join()).toMatch(/execution \d+, decoded/);
		expect(holding('did not give it (403)').join()).toMatch(/execution \d+, decoded/);
		const rejection = `Plan ${demo.planCode}: The service responded with status 400: [redacted]`;
		expect(holding(rejection)).toContain('webhook response');
		expect(artefacts.get('log')).toMatch(
			/plan \S+ could not be read: The service responded with status 500: .*\[redacted\]/,
		);

		const found = [...artefacts].map(([name, content]) => [name, secretsIn(content, secrets())] as const);
		expect(found.filter(([, held]) => held.length > 0)).toEqual([]);
	});

	test('the browser is shown none of them', async () => {
		for (const { id } of credentials) {
			const shown = JSON.stringify(await readCredentialData(host.n8n.session, id));
			expect(shown).toContain(host.sandbox.credential.applicationId);
			expect(shown).not.toContain(host.sandbox.credential.apiKey);
			expect(secretsIn(shown, secrets())).toEqual([]);
			expect(shown).not.toContain('v1|');
		}
	});
});

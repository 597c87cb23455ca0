import { setTimeout as pause } from 'node:timers/promises';
import { createCredential, readCredentialData, testCredential } from '../../hosts/driver/credentials.mts';
import type { StoredCredential } from '../../hosts/driver/credentials.mts';
import { createWorkflow } from '../../hosts/driver/workflows.mts';
import type { WorkflowNode } from '../../hosts/driver/workflows.mts';
import type { Intercept } from '../../sandbox/server.mts';
import { demo } from '../../sandbox/server.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { artefactsOf } from './secrets/artefacts.mts';
import { secretsIn } from './secrets/forms.mts';

const WRONG = { applicationSecret: 'mistyped+app&secret=1%25', apiSecret: 'mistyped=api+secret&2%' };
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];

describe('secrets and tokens after a run of everything', () => {
	let host: PlanHost;
	const credentials: StoredCredential[] = [];
	let lastWorkflow = 0;

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
			const node = (own: Partial<WorkflowNode>) => ({ typeVersion: 1, position: [0, 0], parameters: {}, ...own }) as WorkflowNode;
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
	const get = async (credential?: StoredCredential) => await run('getFeatures', { planCode: demo.planCode, options }, credential);
	const lookup = async (credential?: StoredCredential) => {
		await run('hierarchyLookup', { code: { __rl: true, mode: 'code', value: demo.floorCode }, options }, credential);
	};

	async function stored(name: string, changes: object): Promise<StoredCredential> {
		const data = { ...host.sandbox.credential, ...changes };
		const credential = await createCredential(host.n8n.session, { ...host.credential, name, data });
		credentials.push(credential);
		return credential;
	}

	/** An answer that repeats what a request came with, in its words and in its list of errors. */
	function repeating(status: number, token?: string): Intercept['reply'] {
		const { applicationSecret, apiSecret } = host.sandbox.credential;
		const said = [applicationSecret, apiSecret, ...(token === undefined ? [] : [token])];
		const message = said.flatMap((secret) => [secret, encodeURIComponent(secret)]).join(' and ');
		return { status, body: JSON.stringify({ message, errors: [{ index: 0, message }] }) };
	}

	async function runEverything(): Promise<void> {
		const { sandbox, credential, n8n } = host;
		credentials.push(credential);
		for (const work of [push, get, lookup]) await work();
		sandbox.revokeTokens();
		await get();
		// After a 401 another execution may renew the token: what is repeated would then be none that the node knows.
		for (const status of [200, 400, 401, 500, undefined]) {
			const reply = status === undefined ? 'reset' : repeating(status, status === 401 ? undefined : sandbox.tokens.at(-1));
			for (const route of ['push', 'features', 'lookup']) sandbox.intercept({ route, times: Infinity, reply });
			await Promise.all([push(), get(), lookup()]);
			sandbox.clearIntercepts();
		}
		await push(await stored('wrong application', { applicationSecret: WRONG.applicationSecret }));
		const wrongKey = await stored('wrong key', { apiSecret: WRONG.apiSecret });
		await get(wrongKey);
		for (const [index, status] of [200, 400, 403, 500].entries()) {
			sandbox.intercept({ route: 'token', times: Infinity, reply: repeating(status) });
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
		const named = Object.entries({ applicationSecret, apiSecret, wrongApplication: WRONG.applicationSecret, wrongKey: WRONG.apiSecret });
		return new Map([...named, ...host.sandbox.tokens.map((token, index) => [`token ${index}`, token] as [string, string])]);
	}

	test('no file, no log line and no execution of n8n holds one', async () => {
		const artefacts = await artefactsOf(host.n8n);

		// What is looked through holds what it should, so that nothing found means something.
		const holding = (text: string) => [...artefacts].filter(([, content]) => content.includes(text)).map(([name]) => name);
		expect(holding('a marked feature').join()).toMatch(/database\.sqlite.*execution \d+, decoded/);
		expect(holding('workflow-0').join()).toMatch(/log/);
		expect(holding('[hidden]').join()).toMatch(/execution \d+, decoded/);

		const found = [...artefacts].map(([name, content]) => [name, secretsIn(content, secrets())] as const);
		expect(found.filter(([, held]) => held.length > 0)).toEqual([]);
	});

	test('the browser is shown none of them', async () => {
		for (const { id } of credentials) {
			const shown = JSON.stringify(await readCredentialData(host.n8n.session, id));
			expect(shown).toContain(host.sandbox.credential.apiKey);
			expect(secretsIn(shown, secrets())).toEqual([]);
			expect(shown).not.toContain('v1|');
		}
	});
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { createWorkflow } from '../../tools/n8n/driver/workflows.mts';
import { demo, startSandbox } from '../../tools/sandbox/server.mts';
import { ProbeClient } from '../../tools/scripts/probe/client.mts';
import { saveRecording } from '../../tools/scripts/probe/recording.mts';
import { survey } from '../../tools/scripts/probe/survey.mts';
import { inputsOf } from '../support/host/probe-inputs.mts';
import { expectSuccess } from '../support/host/imported-example.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';

const HARBOUR_PARK_FLOORS = 9;

describe(`a recording of npm run probe, replayed for the ${chosenHost()} n8n`, () => {
	let folder: string;
	let features: number;
	let host: PlanHost;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'recording-'));
		const replay = path.join(folder, 'responses.json');
		const recorded = await startSandbox();
		features = recorded.features(demo.planCode).length;
		const inputs = inputsOf(recorded);
		await saveRecording(replay, await survey(new ProbeClient(inputs), inputs));
		await recorded.close();
		host = await sharePlanHost({ replay });
	});

	afterAll(async () => {
		await host?.close();
		await rm(folder, { recursive: true, force: true });
	});

	test('Lookup, Get and Check work as on the service that was recorded, and nothing of it is named', async () => {
		const { id, name } = host.credential;
		const node = (label: string, type: string, parameters: Record<string, unknown>) => ({
			name: label,
			type: `n8n-nodes-plan-service.${type}`,
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters,
			credentials: { planServiceApi: { id, name } },
		});
		const to = (label: string) => ({ main: [[{ node: label, type: 'main', index: 0 }]] });
		const manual = {
			name: 'Run Once',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		};
		const workflow = await createWorkflow(host.n8n.session, {
			name: 'Replayed',
			nodes: [
				manual,
				node('Floors', 'hierarchyLookup', {
					resource: 'campus',
					operation: 'getDescendants',
					code: demo.campusCode,
					options: { kinds: ['floor'] },
				}),
				node('Floor', 'hierarchyLookup', { resource: 'floor', operation: 'get', code: demo.floorCode }),
				node('Features', 'getFeatures', { operation: 'getMany' }),
				node('Check', 'pushFeatures', { operation: 'check', planCode: demo.planCode }),
			],
			connections: {
				'Run Once': { main: [['Floors', 'Floor'].map((label) => ({ node: label, type: 'main', index: 0 }))] },
				Floor: to('Features'),
				Features: to('Check'),
			},
		});

		const result = await host.n8n.run(workflow, { trigger: manual.name });

		expectSuccess(result);
		expect(result.json('Floors')).toHaveLength(HARBOUR_PARK_FLOORS);
		expect(result.json('Floor')).toMatchObject([
			{ code: demo.floorCode, planCode: demo.planCode, name: expect.stringMatching(/^Text \d+$/) },
		]);
		expect(result.json('Features')).toHaveLength(features);
		expect(result.json('Check')).toMatchObject([
			{ planCode: demo.planCode, valid: features, invalid: 0, existing: features },
		]);
	});
});

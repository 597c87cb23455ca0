import { setTimeout as pause } from 'node:timers/promises';
import { callWebhook } from '../../n8n/driver/webhooks.mts';
import type { WorkflowDraft } from '../../n8n/driver/workflows.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { percentile } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { plainFeatures } from '../service/features.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain } from '../workflows/parts.mts';
import type { Part } from '../workflows/parts.mts';

const PER_SECOND = 50;
const SECONDS = 60;
/** For a look whether it works: `--runs=1`. */
const FEW_SECONDS = 10;
const PLAN = 'pln_webhook';

/**
 * A webhook that pushes one feature each time, beside HTTP Request with the same credential: from the call to the
 * response.
 */
export const webhookPush: RowGroup = { name: 'webhook', measure };

async function measure({ host, service, runs }: Bench): Promise<Row[]> {
	const { id, name } = host.credential;
	const request: Part = {
		name: 'Push',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${service.baseUrl}/esapi/api/v1/Plans/${PLAN}/PushFeatures`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'planServiceApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ features: [$json.body.feature] }) }}',
			options: {},
		},
		credentials: { planServiceApi: { id, name } },
	};
	const parameters = {
		operation: 'push',
		planCode: PLAN,
		source: 'json',
		featureJson: '={{ $json.body.feature }}',
		options: { existing: 'push' },
	};
	const field: Part = { ...ourNodes(host.credential).push(PLAN), parameters };
	const seconds = runs === 1 ? FEW_SECONDS : SECONDS;
	const workflows = {
		ours: await host.create(respondingAtTheEnd(chain('webhook-ours', [field]))),
		builtIn: await host.create(respondingAtTheEnd(chain('webhook-built-in', [request]))),
	};
	const times: Record<keyof typeof workflows, number[]> = { ours: [], builtIn: [] };
	for (const side of ['ours', 'builtIn'] as const) {
		await service.call('setFeatures', PLAN, 0);
		await calls(host.n8n.baseUrl, workflows[side].name, PER_SECOND);
		await service.call('setFeatures', PLAN, 0);
		times[side] = await calls(host.n8n.baseUrl, workflows[side].name, PER_SECOND * seconds);
		const there = await service.call('count', PLAN);
		if (there !== PER_SECOND * seconds)
			throw new Error(`${there} of ${PER_SECOND * seconds} features are on the plan.`);
	}
	// The other rows read times of their own executions only.
	await host.forgetTimes();
	await host.remove(...Object.values(workflows));
	return [50, 99].map((percent): Row => {
		const [ours, builtIn] = [percentile(times.ours, percent), percentile(times.builtIn, percent)];
		return {
			work:
				`${PER_SECOND} webhooks a second for ${seconds} s, each pushing one feature, against HTTP Request: ` +
				`p${percent}`,
			target: '',
			ours: time(ours),
			against: time(builtIn),
			ratio: ratio(ours, builtIn),
		};
	});
}

/** Calls at even intervals, whether or not the ones before have a response. @returns milliseconds each */
async function calls(baseUrl: string, name: string, count: number): Promise<number[]> {
	const [feature] = plainFeatures(1);
	const startedAt = performance.now();
	const under: Array<Promise<number>> = [];
	for (let call = 0; call < count; call++) {
		const dueAt = startedAt + (1000 * call) / PER_SECOND;
		if (dueAt > performance.now()) await pause(dueAt - performance.now());
		under.push(
			callWebhook(baseUrl, name, { feature }).then(({ status, data }) => {
				if (status !== 200) throw new Error(`The webhook ${name} responded with ${status}: ${JSON.stringify(data)}`);
				// From when it was due: a call that starts late because all are slow counts as slow.
				return performance.now() - dueAt;
			}),
		);
	}
	return await Promise.all(under);
}

/** The webhook responds when the last node has run. */
function respondingAtTheEnd(draft: WorkflowDraft): WorkflowDraft {
	const [hook, ...others] = draft.nodes;
	return { ...draft, nodes: [{ ...hook, parameters: { ...hook.parameters, responseMode: 'lastNode' } }, ...others] };
}

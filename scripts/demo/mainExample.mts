import axios from 'axios';

import type { ExecutionResult } from '../../hosts/driver/executionResult.mts';
import type { N8nHost } from '../../hosts/driver/n8nHost.mts';
import type { StoredWorkflow } from '../../hosts/driver/workflows.mts';
import { nodeOfType } from './exampleWorkflows.mts';

const PACKAGE = 'n8n-nodes-plan-service';

/** A feature as far as the result of the main example goes. */
interface Feature {
	data?: Array<{ name: string; value: string }>;
	[member: string]: unknown;
}

export interface MainResult {
	planCode: string;
	/** What the push node says it has pushed. */
	pushed: number;
	/** The tenants that Edit Fields gave out, one per pushed room. */
	tenants: string[];
	embedUrl: string;
	expiresAt: string;
}

/** Runs the main example by hand, as a user of the editor does, and reads its result from the items. */
export async function runMainExample(n8n: N8nHost, workflow: StoredWorkflow): Promise<MainResult> {
	const trigger = nodeOfType(workflow, 'n8n-nodes-base.manualTrigger');
	const result = await n8n.run(workflow, { trigger });
	if (result.status !== 'success') {
		throw new Error(`The main example ended as "${result.status}": ${failureOf(result)}`);
	}
	const edited = result.json(nodeOfType(workflow, 'n8n-nodes-base.set'));
	const [push] = result.json(nodeOfType(workflow, `${PACKAGE}.pushFeatures`));
	const [{ embed }] = result.json(nodeOfType(workflow, `${PACKAGE}.embedUrl`)) as Array<{
		embed: { url: string; expiresAt: string };
	}>;
	return {
		planCode: String(push.planCode),
		pushed: Number(push.pushed),
		tenants: edited.map(({ tenant }) => String(tenant)),
		embedUrl: embed.url,
		expiresAt: embed.expiresAt,
	};
}

function failureOf({ error, runs }: ExecutionResult): string {
	const failed = Object.entries(runs).find(([, nodeRuns]) => nodeRuns.some((run) => run.error));
	return `${failed ? `${failed[0]}: ` : ''}${error?.message ?? 'no reason given'}${
		error?.description ? ` (${error.description})` : ''
	}`;
}

/**
 * Asks the service itself, past n8n, whether the result is true; throws where it is not.
 * `stored` are the plan's features after the run: a push adds behind those that were there.
 */
export async function verifyMainResult(
	{ pushed, tenants, embedUrl }: MainResult,
	stored: readonly Feature[],
): Promise<void> {
	if (pushed === 0) throw new Error('The main example pushed nothing.');
	const found = stored.slice(-pushed).map(tenantOf);
	if (found.join() !== tenants.join()) {
		throw new Error(`The plan took the tenants "${found.join()}", not "${tenants.join()}".`);
	}
	const { status } = await axios.get(embedUrl, { proxy: false, validateStatus: () => true });
	if (status !== 200) throw new Error(`The embed address answered with status ${status}.`);
}

/** The value of the data field named Tenant. */
function tenantOf({ data = [] }: Feature): string | undefined {
	return data.find(({ name, value }) => /^tenant$/i.test(name) && value !== '')?.value;
}

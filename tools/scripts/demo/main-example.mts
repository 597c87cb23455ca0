import axios from 'axios';

import type { ExecutionResult } from '../../n8n/driver/execution-result.mts';
import type { N8nHost } from '../../n8n/driver/n8n-host.mts';
import type { StoredWorkflow } from '../../n8n/driver/workflows.mts';
import { nodeOfType } from './example-workflows.mts';

const PACKAGE = 'n8n-nodes-plan-service';

/** A feature as far as the result of the main example goes. */
interface Feature {
	data?: Array<{ name: string; value: string }>;
	[member: string]: unknown;
}

/** An item of Edit Fields: a zone with its data fields by name. */
interface EditedZone extends Record<string, unknown> {
	data: { Name: string; Tenant: string };
}

export interface MainResult {
	planCode: string;
	/** What the push node says it has pushed, and found on the plan. */
	pushed: number;
	skipped: number;
	/** What Edit Fields handed to the push. */
	zones: Array<{ name: string; tenant: string }>;
	embedUrl: string;
}

/** Runs the main example by hand, as a user of the editor does, and reads its result from the items. */
export async function runMainExample(n8n: Pick<N8nHost, 'run'>, workflow: StoredWorkflow): Promise<MainResult> {
	const trigger = nodeOfType(workflow, 'n8n-nodes-base.manualTrigger');
	const result = await n8n.run(workflow, { trigger });
	if (result.status !== 'success') {
		throw new Error(`The main example ended as "${result.status}": ${failureOf(result)}`);
	}
	const edited = result.json(nodeOfType(workflow, 'n8n-nodes-base.set')) as EditedZone[];
	const [push] = result.json(nodeOfType(workflow, `${PACKAGE}.pushFeatures`));
	const [{ embed }] = result.json(nodeOfType(workflow, `${PACKAGE}.embedUrl`)) as Array<{
		embed: { url: string };
	}>;
	return {
		planCode: String(push.planCode),
		pushed: Number(push.pushed),
		skipped: Number(push.skipped),
		zones: edited.map(({ data }) => ({ name: data.Name, tenant: data.Tenant })),
		embedUrl: embed.url,
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
 * `stored` are the plan's features after the run: each zone stands there once, however often the example ran.
 */
export async function verifyMainResult(
	{ pushed, skipped, zones, embedUrl }: MainResult,
	stored: readonly Feature[],
): Promise<void> {
	if (zones.length === 0 || pushed + skipped !== zones.length) {
		throw new Error(`The main example pushed ${pushed} and skipped ${skipped} of ${zones.length} zones.`);
	}
	for (const { name, tenant } of zones) {
		const tenants = stored.filter((feature) => valueOf(feature, 'Name') === name).map(tenantOf);
		if (tenants.join() !== tenant) throw new Error(`"${name}" has the tenants "${tenants.join()}", not "${tenant}".`);
	}
	const { status } = await axios.get(embedUrl, { proxy: false, validateStatus: () => true });
	if (status !== 200) throw new Error(`The embed URL responded with status ${status}.`);
}

const tenantOf = (feature: Feature) => valueOf(feature, 'Tenant');

/** The value of the data field of this name. */
function valueOf({ data = [] }: Feature, field: string): string | undefined {
	return data.find(({ name }) => name === field)?.value;
}

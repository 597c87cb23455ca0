import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isJsonObject } from '../../service/text';
import type { Resource } from '../../service/answer';
import type { JsonObject } from '../../service/text';
import { isAgentTool } from '../shared/agent-tool';
import { asJson, forEachItem } from '../shared/item-loop';
import { ItemFailure } from '../shared/item-error';
import { lookUpResource } from '../shared/lookup-resource';
import type { ValueOf } from '../shared/parameter';
import { requestOptionsFrom } from '../shared/request-options';
import { resourceParameters } from '../shared/resource-parameters';
import { ServiceRun } from '../shared/service-run';
import { options } from './lookup-options';

export const resources = resourceParameters();

/** What was asked for and what the service answered. */
export interface LookedUp {
	resource: Resource;
	answer: JsonObject;
	wanted: ValueOf<typeof options>;
}

/**
 * Looks each item's resource up, equal lookups once.
 * @param toOutput what becomes of an answer: the JSON of the output items
 */
export async function lookUp(
	context: IExecuteFunctions,
	toOutput: (looked: LookedUp) => object[],
): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const isTool = isAgentTool(context.getNode());
	return await forEachItem(
		context,
		async (itemIndex) => {
			const picked = resources.read(run.parameters, itemIndex);
			const wanted = options.read(run.parameters, itemIndex);
			const answer = await lookUpResource(run, picked, { ...wanted, ...requestOptionsFrom(wanted) });
			if (answer instanceof ItemFailure) return answer;
			const shown = isTool && !wanted.viewerTokensForAgent ? withoutViewerTokens(answer) : answer;
			return toOutput({ resource: picked.resource, answer: shown, wanted }).map((json) => ({ json: asJson(json) }));
		},
		(failure) => run.end(failure),
	);
}

/** The same without viewer tokens at any depth: a token in a conversation opens its plans for whoever reads along. */
function withoutViewerTokens(answer: JsonObject): JsonObject {
	const kept = Object.entries(answer).filter(([name]) => name !== 'viewerTokens');
	return Object.fromEntries(
		kept.map(([name, value]) => [name, Array.isArray(value) ? value.map(withoutNested) : value]),
	);
}

function withoutNested(entry: unknown): unknown {
	return isJsonObject(entry) ? withoutViewerTokens(entry) : entry;
}

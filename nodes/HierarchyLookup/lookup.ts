import type { INodeExecutionData } from 'n8n-workflow';
import { LEVELS, RESOURCES } from '../../service/api';
import type { Resource } from '../../service/api';
import { inertText, joinFirst } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { responseForAgent, isAgentTool } from '../shared/agent-tool';
import { asJson, forEachItem } from '../shared/service-run';
import { asItemFailure } from '../shared/failures';
import { withSubject } from '../shared/item-failure';
import { lookUpResource, lookupRequestOptions, resourceParameters } from '../shared/lookup-resource';
import { choices, flag, optionsOf } from '../shared/parameter';
import type { ValueOf } from '../shared/parameter';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';

export const resources = resourceParameters();

export const options = optionsOf({
	...lookupRequestOptions,
	kinds: choices({
		displayName: 'Kinds',
		name: 'kinds',
		type: 'multiOptions',
		options: RESOURCES.slice(1).map((value) => ({ name: LEVELS[value].label, value })),
		default: [],
		description: 'Which kinds of resource to list, such as floors only. Empty lists all.',
		displayOptions: { show: { '/operation': ['getDescendants'] } },
	}),
	simplify: flag({
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		description: 'Whether to return a simplified version of the response instead of the raw data',
		displayOptions: { show: { '/operation': ['get'] } },
	}),
	...requestOptions,
});

const MAX_EMPTY = 5;

/** What an agent can do about resources that do not fit. */
const AGENT_ADVICE = 'Look up one of these by its code, and then what lies below it.';

/**
 * Looks each item's resource up, equal lookups once.
 * @param toOutput makes of a response the JSON of the output items
 */
export async function lookUp(
	run: ServiceRun,
	toOutput: (response: JsonObject, resource: Resource, expected: ValueOf<typeof options>) => object[],
): Promise<INodeExecutionData[][]> {
	const isTool = isAgentTool(run.context.getNode());
	const empty: string[] = [];
	const items = await forEachItem(run, async (itemIndex) => {
		const picked = resources.read(run.parameters, itemIndex);
		const expected = options.read(run.parameters, itemIndex);
		const limits = { ...expected, ...requestOptionsFrom(expected) };
		const response = await lookUpResource(await run.session(), picked, limits);
		const shown = isTool ? withoutViewerTokens(response) : response;
		try {
			const output = toOutput(shown, picked.resource, expected);
			if (output.length === 0) empty.push(`${picked.resource} ${inertText(picked.code)}`);
			return output.map((json) => ({ json: asJson(json) }));
		} catch (error) {
			return withSubject(asItemFailure(error), picked);
		}
	});
	if (empty.length > 0) run.reporter.hint(`Nothing was found below: ${joinFirst(MAX_EMPTY, empty, String)}.`);
	return isTool ? [responseForAgent(items[0], { advice: AGENT_ADVICE })] : items;
}

/** The same without viewer tokens at any depth: a token in a conversation opens its plans for whoever reads along. */
function withoutViewerTokens(response: JsonObject): JsonObject {
	const text = JSON.stringify(response, (name, value: unknown) => (name === 'viewerTokens' ? undefined : value));
	return JSON.parse(text) as JsonObject;
}

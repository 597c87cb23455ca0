import type { INodeExecutionData } from 'n8n-workflow';
import { LEVELS, RESOURCES, childrenIn, nestedIn, simplifiedLookup } from '../../service/api';
import type { Nested, Resource } from '../../service/api';
import { inertText, joinFirst } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { responseForAgent } from '../shared/agent-tool';
import { about } from '../shared/failures';
import { lookUpResource, lookupRequestOptions, resourceParameters } from '../shared/lookup-resource';
import { operationsOf } from '../shared/operations';
import { choices, flag, optionsOf } from '../shared/parameter';
import type { ValueOf } from '../shared/parameter';
import { notNestedNotes } from '../shared/plan-source';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import { ServiceRun, asJson, forEachItem } from '../shared/service-run';

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
 * @param hintsOf what people have to know of all responses
 */
async function lookUp(
	run: ServiceRun,
	toOutput: (response: JsonObject, resource: Resource, expected: ValueOf<typeof options>) => object[],
	hintsOf: () => string[] = () => [],
): Promise<INodeExecutionData[][]> {
	const empty: string[] = [];
	let missed = 'Nothing';
	const items = await forEachItem(run, async (itemIndex) => {
		const picked = resources.read(run.parameters, itemIndex);
		return await about(picked, async () => {
			const expected = options.read(run.parameters, itemIndex);
			const limits = { ...expected, ...requestOptionsFrom(expected) };
			const response = await lookUpResource(await run.session(), picked, limits);
			const output = toOutput(response, picked.resource, expected);
			if (output.length === 0) empty.push(`${picked.resource} ${inertText(picked.code)}`);
			if (expected.kinds.length > 0) missed = 'None of the chosen Kinds';
			return output.map((json) => ({ json: asJson(json) }));
		});
	});
	if (empty.length > 0) run.reporter.hint(`${missed} was found below: ${joinFirst(MAX_EMPTY, empty, String)}.`);
	for (const hint of hintsOf()) run.reporter.hint(hint);
	return run.isTool ? [responseForAgent(items[0], { advice: AGENT_ADVICE, hints: run.reporter.hints })] : items;
}

export const operations = operationsOf(
	{
		get: {
			option: {
				name: 'Get',
				value: 'get',
				action: 'Look up',
				description: 'Get name, plan code and viewer tokens of a client, campus, building or floor',
			},
			toolDescription:
				'Looks up one client, campus, building or floor by its code: its name, and for a campus or floor the plan ' +
				'code that other tools need.',
			/** One item for each input item: the response as it came (section 4.4), or with Simplify the parts of it. */
			execute: async (context) =>
				await lookUp(new ServiceRun(context), (response, _resource, { simplify }) => [
					simplify ? simplifiedLookup(response) : { ...response },
				]),
		},
		getChildren: {
			option: {
				name: 'Get Children',
				value: 'getChildren',
				action: 'List children of',
				description: 'Get an item for each campus of a client, building of a campus or floor of a building',
			},
			toolDescription:
				'Lists what lies directly below a client, campus or building: its campuses, buildings or floors with name, ' +
				'code and, where there is one, plan code.',
			/** An item for each resource directly below: `resource`, `code`, `name`, `parentCode` and its own fields. */
			execute: async (context) =>
				await lookUp(new ServiceRun(context), (response, resource) =>
					childrenIn(resource, response).map((child) => child.resource),
				),
		},
		getDescendants: {
			option: {
				name: 'Get Descendants',
				value: 'getDescendants',
				action: 'List everything below',
				description: 'Get an item for each campus, building and floor below, parents before their children',
			},
			toolDescription:
				'Lists everything below a client, campus or building: campuses, buildings and floors with resource, name, ' +
				'code, parentCode and, where there is one, plan code.',
			/** An item for each resource below, at any depth, in the shape of `getChildren`; Kinds chooses among them. */
			execute: async (context) => {
				let found: Nested[] = [];
				const toOutput: Parameters<typeof lookUp>[1] = (response, resource, { kinds }) => {
					const nested = nestedIn(resource, response);
					found = found.concat(nested);
					return nested.map((one) => one.resource).filter((one) => kinds.length === 0 || kinds.includes(one.resource));
				};
				return await lookUp(new ServiceRun(context), toOutput, () =>
					notNestedNotes(found).map((note) => `${note}. Connect a further Plan Hierarchy Lookup for each of them.`),
				);
			},
		},
	},
	'get',
);

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { lookupAddress, readLookupAnswer } from '../../service';
import type { JsonObject, LookupQuery, Resource } from '../../service';
import { asJson, forEachItem } from '../shared/item-loop';
import { ItemFailure, asItemFailure, withContext } from '../shared/item-error';
import type { Parameters } from '../shared/parameters';
import { readRequestOptions } from '../shared/request-options';
import { ServiceRun } from '../shared/service-run';

/**
 * Looks each item's resource up, equal lookups once.
 * @param toOutput what becomes of an answer: the JSON of the output items
 */
export async function lookUp(
	context: IExecuteFunctions,
	toOutput: (resource: Resource, answer: JsonObject) => object[],
): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { parameters } = run;
	return await forEachItem(
		context,
		async (itemIndex) => {
			const resource = parameters.choice('resource', itemIndex, ['floor', 'client', 'campus', 'building']);
			const code = parameters.value('code', itemIndex);
			try {
				const options = readRequestOptions(parameters, itemIndex);
				const query = readQuery(parameters, itemIndex);
				const answer = await run.read(
					({ settings }) =>
						lookupAddress(settings.baseUrl, resource, code, {
							...query,
							partnerCode: options.partnerCode || settings.partnerCode,
						}),
					options,
					readLookupAnswer,
				);
				if (answer instanceof ItemFailure) return about(answer, resource, code);
				return toOutput(resource, answer).map((json) => ({ json: asJson(json) }));
			} catch (error) {
				return about(asItemFailure(error), resource, code);
			}
		},
		(failure) => run.end(failure),
	);
}

function readQuery(parameters: Parameters, itemIndex: number): LookupQuery {
	const clientPath = parameters.choice('options.clientPath', itemIndex, ['Clients', 'Client']);
	const minutes = parameters.value('options.viewerTokenLifetime', itemIndex, null);
	return minutes === null || minutes === undefined
		? { clientPath }
		: { clientPath, viewerTokenLifetimeMinutes: parameters.number('options.viewerTokenLifetime', itemIndex, 60, 1) };
}

/** Names the resource that the failure is about. */
function about(failure: ItemFailure, resource: Resource, code: unknown): ItemFailure {
	return withContext(failure, { details: { resource, ...(typeof code === 'string' ? { code } : {}) } });
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { OF_RETRIED, RETRIED } from '../../../service/columns';
import type { Feature } from '../../../service/plan';
import { asJson } from '../../shared/service-run';
import { flag, number } from '../../shared/parameter';
import type { Choice } from '../../shared/parameter';
import { getPlanFeatures } from '../get-plan-features';

export const option = {
	name: 'Get Many Features',
	value: 'getMany',
	action: 'Get many features of plan',
	description: 'Get an item for each feature of a plan',
} satisfies Choice<'getMany'>;

/** For an agent. */
export const toolDescription =
	'Gets the features of a plan, such as rooms and icons with their data by name, one entry each. Needs the plan ' +
	'code, which a lookup of a floor or campus gives. The last entry says how many were left out, and lists the ' +
	'data fields.';

const returnAll = flag({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: true,
	description: 'Whether to return all results or only up to a given limit',
	displayOptions: { show: { operation: ['getMany'] } },
});

const limit = number({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { operation: ['getMany'], returnAll: [false] } },
});

export const properties = [returnAll.property, limit.property];

/** An item for each feature: `{ planCode, ...feature }`. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await getPlanFeatures(context, ({ run, planCode, itemIndex, features, isTable, writer }) => {
		const { parameters } = run;
		const max = returnAll.read(parameters, itemIndex) ? features.length : limit.read(parameters, itemIndex);
		const expected = features.slice(0, max);
		// One for all, and in each item from the start: with 50,000 features both can be seen in n8n's memory.
		const pairedItem = { item: itemIndex };
		// The plan code stands first, and is the one that was requested even where a feature has a property of that name.
		const write = writer({ planCode });
		const itemOf = context.getNode().retryOnFail === true ? withoutRetried : (json: Feature) => json;
		const items = expected.map((feature): INodeExecutionData => ({ json: asJson(itemOf(write(feature))), pairedItem }));
		const leftOut = features.length - expected.length;
		return { items, leftOut, areRows: isTable, featuresOf: (index) => expected.slice(index, index + 1) };
	});
}

/** With Retry On Fail the property is called by its column, which Push Plan Features reads. */
function withoutRetried(json: Feature): Feature {
	if (!(RETRIED in json)) return json;
	const { [RETRIED]: value, ...others } = json;
	return { ...others, [OF_RETRIED]: value };
}

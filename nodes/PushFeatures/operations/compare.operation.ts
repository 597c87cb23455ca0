import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { assignOnPlan, differencesFromPlan, identityOf } from '../../../service/plan';
import type { Feature, PlanDifference } from '../../../service/plan';
import { asJson } from '../../shared/item-loop';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import type { PlanInput } from '../plan-entries';
import { columnsOf } from '../plan-reader';
import { reportOnPlans } from '../plan-reports';
import { pushOptions } from '../push-options';

export const option = {
	name: 'Compare Features',
	value: 'compare',
	action: 'Compare features with a plan',
	description: 'Get an item for each difference between the items and the plan. Nothing is sent to it.',
} satisfies Choice<'compare'>;

/** For an agent. */
export const toolWords =
	'Compares features with a plan, and sends nothing: an entry for each feature that is new, that differs (with ' +
	'what differs), or that only the plan has. Needs the plan code and the features as JSON.';

/** How a feature of the input and one of the plan stand to each other. The one that is not there is null. */
interface Comparison {
	result: 'new' | 'different' | 'same' | 'onlyOnPlan';
	/** The value that they were matched by. */
	match: string | null;
	changes: PlanDifference[];
	feature: Feature | null;
	onPlan: Feature | null;
}

/**
 * An item for each comparison that Results asks for: what was given in input order, then what only the plan has, in its
 * order.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	return await reportOnPlans(context, run, { refusesInvalid: true }, (plan, features) => {
		const { results } = pushOptions.read(run.parameters, plan.items[0].itemIndex);
		return comparisonsOf(plan, features)
			.filter(({ result }) => results.includes(result))
			.map(({ itemIndex, ...comparison }) => ({
				json: asJson({ planCode: plan.planCode, ...comparison }),
				// Without pairs n8n would pair by position.
				pairedItem: itemIndex === undefined ? [] : { item: itemIndex },
			}));
	});
}

interface Placed extends Comparison {
	/** Of what was given. */
	itemIndex?: number;
}

function comparisonsOf({ items: [first], entries }: PlanInput, plan: readonly Feature[]): Placed[] {
	const { match } = first.settings;
	const columns = columnsOf(plan);
	const matchOf = (feature: Feature) => (match.by === 'feature' ? null : (identityOf(feature, match) ?? null));
	const wanted = entries.map(({ feature }) => feature);
	const assigned = assignOnPlan(wanted, plan, match);
	const taken = new Set(assigned);
	const given = entries.map(({ itemIndex, feature }, index): Placed => {
		const there = assigned[index];
		const onPlan = there === undefined ? null : plan[there];
		const changes = onPlan === null ? [] : differencesFromPlan(feature, onPlan, (key) => columns.labelOf(key));
		const result = onPlan === null ? 'new' : changes.length > 0 ? 'different' : 'same';
		return { result, match: matchOf(feature), changes, feature, onPlan, itemIndex };
	});
	const others = plan
		.filter((_feature, index) => !taken.has(index))
		.map((onPlan): Placed => ({ result: 'onlyOnPlan', match: matchOf(onPlan), changes: [], feature: null, onPlan }));
	return [...given, ...others];
}

import type { INodeExecutionData } from 'n8n-workflow';
import type { Feature } from '../../service/plan';
import type { ServiceRun } from '../shared/service-run';
import { groupByPlan, homePartner } from './plan-entries';
import type { PlanInput } from './plan-entries';
import { placedFeatures } from './plan-standings';
import type { PlacedFeature } from './plan-standings';
import { prepareItems } from './prepared-items';
import { successesFirst } from './push-output';

/** What an operation makes of the items of one plan and the features of that plan. */
type Report = (plan: PlanInput, given: PlacedFeature[], features: readonly Feature[]) => INodeExecutionData[];

/**
 * For operations that compare items with their plans and send nothing: reads each plan once. Nothing fails but items
 * that name no plan, and those whose plan cannot be read; what is wrong with a feature is a part of the report.
 * @param validate check the rules of the specification, also where Validate is off
 */
export async function reportOnPlans(
	run: ServiceRun,
	{ validate }: { validate: boolean },
	report: Report,
): Promise<INodeExecutionData[][]> {
	const { context } = run;
	const prepared = await prepareItems(run, context.getInputData(), { validate, reports: true });
	const { items, failures, unread, hints } = prepared;
	for (const message of hints) run.doors.hint(message);
	const failed = new Map([...failures, ...unread]);
	if (!context.continueOnFail()) {
		for (const [itemIndex, failure] of [...failed].sort(([one], [other]) => one - other)) {
			run.end(failure);
			throw run.doors.error(failure, itemIndex);
		}
	}
	const reports = groupByPlan(items, await homePartner(run)).flatMap((plan) => {
		const [{ plan: features = [] }] = plan.items;
		return report(plan, placedFeatures(plan, features), features);
	});
	return [await successesFirst(run, reports, failed)];
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Feature } from '../../service/plan';
import { asItemFailure, asNodeError, unwrap } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import type { ServiceRun } from '../shared/service-run';
import { homePartner } from './home-partner';
import { invalidInputFailure, invalidItemFailure } from './invalid-input';
import { groupByPlan } from './plan-entries';
import type { PlanInput } from './plan-entries';
import { readPlan } from './plan-reader';
import { prepareItems } from './prepared-items';
import { successesFirst } from './push-output';

/** What an operation makes of the items of one plan and the features of that plan. */
type Report = (plan: PlanInput, features: readonly Feature[]) => INodeExecutionData[];

/**
 * For operations that compare items with their plans and send nothing: reads each plan once, and the items of a plan
 * that cannot be read fail together.
 * @param refusesInvalid an invalid item fails; otherwise the report tells its problems
 */
export async function reportOnPlans(
	context: IExecuteFunctions,
	run: ServiceRun,
	{ refusesInvalid }: { refusesInvalid: boolean },
	report: Report,
): Promise<INodeExecutionData[][]> {
	const prepared = await prepareItems(run, context.getInputData(), { validate: !refusesInvalid, readsPlans: true });
	const failures = new Map([...prepared.failures, ...prepared.unread]);
	const fail = (itemIndexes: number[], failure: ItemFailure) => {
		if (!context.continueOnFail()) {
			run.end(failure);
			throw asNodeError(context.getNode(), failure, itemIndexes[0]);
		}
		for (const itemIndex of itemIndexes) failures.set(itemIndex, failure);
	};
	const { items } = prepared;
	const invalid = invalidInputFailure(refusesInvalid ? prepared : { ...prepared, items: [] });
	if (invalid !== undefined && !context.continueOnFail())
		throw asNodeError(context.getNode(), invalid.failure, invalid.itemIndex);
	if (refusesInvalid)
		for (const item of items) if (item.problems.length > 0) failures.set(item.itemIndex, invalidItemFailure(item));
	const valid = items.filter(({ problems }) => !refusesInvalid || problems.length === 0);
	const reports = await Promise.all(
		groupByPlan(valid, await homePartner(run)).map(async (plan) => {
			try {
				return report(plan, unwrap(await readPlan(run, plan.planCode, plan.items[0].settings)));
			} catch (error) {
				fail(
					plan.items.map(({ itemIndex }) => itemIndex),
					asItemFailure(error),
				);
				return [];
			}
		}),
	);
	return [successesFirst(context.getNode(), reports.flat(), failures)];
}

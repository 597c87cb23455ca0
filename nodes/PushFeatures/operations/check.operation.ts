import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { assignOnPlan, featuresAddress, readPlanAnswer } from '../../../service';
import { asItemFailure, asNodeError, orThrow, withContext } from '../../shared/item-error';
import type { ItemFailure } from '../../shared/item-error';
import { asJson } from '../../shared/item-loop';
import { ServiceRun } from '../../shared/service-run';
import { byPlan } from '../plan-entries';
import type { PlanInput } from '../plan-entries';
import { prepareItems } from '../prepared-items';
import { successesFirst } from '../push-output';

export const option: INodePropertyOptions = {
	name: 'Check',
	value: 'check',
	action: 'Check features before they are pushed to a plan',
	description: 'Validate features and compare them with the plan. Nothing is sent to it.',
};

/**
 * One item for each plan: `{ planCode, valid, invalid, existing, problems }`. Invalid features are no
 * failure here but what was asked for; `problems` holds `{ itemIndex, path, message }`.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { items, failures } = prepareItems(run.parameters, context.getInputData(), { validate: true });
	const fail = (itemIndexes: number[], failure: ItemFailure) => {
		if (!context.continueOnFail()) {
			run.end(failure);
			throw asNodeError(context.getNode(), failure, itemIndexes[0]);
		}
		for (const itemIndex of itemIndexes) failures.set(itemIndex, failure);
	};
	for (const [itemIndex, failure] of failures) fail([itemIndex], failure);
	const reports = await Promise.all(
		byPlan(items).map(async (plan) => {
			const indices = plan.items.map(({ itemIndex }) => itemIndex);
			try {
				return [{ json: asJson(await report(run, plan)), pairedItem: indices.map((item) => ({ item })) }];
			} catch (error) {
				fail(indices, withContext(asItemFailure(error), { details: { planCode: plan.planCode } }));
				return [];
			}
		}),
	);
	return [successesFirst(context.getNode(), reports.flat(), failures)];
}

async function report(run: ServiceRun, { planCode, items, entries }: PlanInput): Promise<object> {
	const features = orThrow(
		await run.read(({ settings }) => featuresAddress(settings.baseUrl, planCode), items[0].settings, readPlanAnswer),
	);
	const held = assignOnPlan(
		entries.map(({ feature }) => feature),
		features,
	);
	const given = items.reduce((sum, item) => sum + item.given, 0);
	const problems = items.flatMap(({ itemIndex, problems: found }) =>
		found.map(({ path, message }) => ({ itemIndex, path, message })),
	);
	return {
		planCode,
		valid: entries.length,
		invalid: given - entries.length,
		existing: held.filter((there) => there !== undefined).length,
		problems,
	};
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { assignOnPlan } from '../../../service/plan';
import type { Feature, FeatureProblem } from '../../../service/plan';
import { asJson } from '../../shared/item-loop';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import type { PlanInput } from '../plan-entries';
import { MOST_IN_WORDS } from '../feature-words';
import { problemWords } from '../problem-words';
import { reportOnPlans } from '../plan-reports';

export const option = {
	name: 'Check Features',
	value: 'check',
	action: 'Check features before they are pushed to a plan',
	description: 'Validate features and compare them with the plan. Nothing is sent to it.',
} satisfies Choice<'check'>;

/** For an agent. */
export const toolWords =
	'Checks features before they are pushed to a plan, and sends nothing: how many are valid, how many the plan has ' +
	'already, and what is wrong with the others. Needs the plan code and the features as JSON.';

/**
 * One item for each plan: `{ planCode, valid, invalid, existing, problems }`. Invalid features are no
 * failure here but what was asked for; `problems` holds `{ itemIndex, path, message }`.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await reportOnPlans(context, new ServiceRun(context), { refusesInvalid: false }, (plan, features) => [
		{
			json: asJson(countFeatures(plan, features)),
			pairedItem: plan.items.map(({ itemIndex }) => ({ item: itemIndex })),
		},
	]);
}

function countFeatures({ planCode, items, entries }: PlanInput, features: readonly Feature[]): object {
	const wanted = entries.map(({ feature }) => feature);
	const held = assignOnPlan(wanted, features, items[0].settings.match).filter((there) => there !== undefined);
	const given = items.reduce((sum, item) => sum + item.given, 0);
	const problems = items.flatMap(({ itemIndex, problems: found }) => found.map((problem) => ({ itemIndex, problem })));
	return {
		planCode,
		valid: entries.length,
		invalid: given - entries.length,
		existing: held.length,
		problems: problems.map(asReport),
	};
}

/** The name that was probably meant is looked for where somebody will read it: in the first ones. */
function asReport({ itemIndex, problem }: { itemIndex: number; problem: FeatureProblem }, index: number): object {
	return { itemIndex, path: problem.path, message: problemWords(problem, index < MOST_IN_WORDS) };
}

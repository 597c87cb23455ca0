import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { countWithoutLocation, matchedIndices } from '../../../service/plan';
import { ServiceRun, asJson } from '../../shared/service-run';
import type { Choice } from '../../shared/parameter';
import { rejectAmbiguous, reportOnPlans, resultOf } from '../plan-matching';
import { groupProblems, listProblems, ProblemWriter } from '../input-problems';
import { isValidFeature } from '../input-features';
import { RESULTS } from '../push-parameters';

export const option = {
	name: 'Check Features',
	value: 'check',
	action: 'Check features before push',
	description: 'Validate features and compare them with the plan. Nothing is sent to it.',
} satisfies Choice<'check'>;

export const toolDescription =
	'Checks features before they are pushed to a plan, and sends nothing: how many are valid, how many the plan has ' +
	'already, and what is wrong with the others. Needs the plan code and the features as JSON.';

/** One item for each plan. Invalid features are a result here, no failure; each of `problems` is reported once. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const writer = new ProblemWriter();
	return await reportOnPlans(run, 'check', async ({ planCode, items, loaded }, input) => {
		rejectAmbiguous(input);
		const valid = input.filter(isValidFeature);
		const counts = Object.fromEntries(RESULTS.map((result) => [result, 0]));
		for (const one of input) counts[resultOf(one)]++;
		counts.onlyOnPlan = loaded.features.length - matchedIndices(input.map(({ match }) => match)).size;
		const added = valid.filter(({ match }) => match.kind === 'new').map(({ feature = {} }) => feature);
		const withoutPlace = countWithoutLocation(added, loaded.features);
		const json = {
			planCode,
			valid: valid.length,
			invalid: input.length - valid.length,
			existing: valid.length - added.length,
			...counts,
			...(withoutPlace > 0 && { withoutPlace }),
			problems: listProblems(groupProblems(input), writer).map((one) => {
				return { ...one, message: run.reporter.redact(one.message) };
			}),
		};
		return [{ json: asJson(json), pairedItem: items.map(({ itemIndex }) => ({ item: itemIndex })) }];
	});
}

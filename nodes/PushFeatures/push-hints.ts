import type { INodeTypeDescription } from 'n8n-workflow';
import { hasNoLocation, locatedKindsOf } from '../../service/plan';
import { countsOf, has } from '../../service/push';
import type { Reporter } from '../shared/reporter';
import type { PlanPush } from './plan-entries';

/** A condition of n8n: the JSON does not depend on the item by an expression. */
const SAME_FOR_EACH_ITEM =
	'$parameter["source"] === "json" && !String($rawParameter["featureJson"] ?? "").startsWith("=")';

/** What the panel says before anything is pushed, because a push cannot be taken back. */
export const hints: INodeTypeDescription['hints'] = [
	{
		message:
			'Each run adds these features again, because Existing Features is Push Anyway. Skip leaves out what the plan ' +
			'has.',
		displayCondition: '={{ $parameter["operation"] === "push" && $parameter["options"]["existing"] === "push" }}',
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message:
			'No expression makes these features depend on the item, so they are pushed once for each item. Execute ' +
			'Once, in the settings of the node, pushes them once.',
		displayCondition: `={{ $parameter["operation"] === "push" && $input.all().length > 1 && (${SAME_FOR_EACH_ITEM}) }}`,
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
];

/** What nobody would expect among the counts. */
export function hintAtOutcome(reporter: Reporter, plans: readonly PlanPush[], isRetry: boolean): void {
	const counts = plans.map((plan) => countsOf(plan));
	const sum = (count: 'skipped' | 'skippedDifferent' | 'confirmed') =>
		counts.reduce((total, one) => total + one[count], 0);
	const different = sum('skippedDifferent');
	const equal = sum('skipped') - different;
	if (isRetry)
		reporter.hint('This is a retry, so what the plan already has was left out, whatever Existing Features says.');
	else if (equal > 0) {
		reporter.hint(
			`Features that were skipped because the plan already has them: ${equal}. To add equal ones once more, set ` +
				'Existing Features to Push Anyway.',
		);
	}
	if (different > 0) {
		reporter.hint(
			`Features that were skipped and differ from the plan, which cannot be changed: ${different}. The operation ` +
				'Compare Features says in what.',
		);
	}
	const withoutLocation = plans.reduce((total, plan) => total + countWithoutLocation(plan), 0);
	if (withoutLocation > 0) {
		reporter.hint(
			withoutLocation === 1
				? '1 feature has no outline and will not show on the plan.'
				: `${withoutLocation} features have no outline and will not show on the plan.`,
		);
	}
	const confirmed = sum('confirmed');
	if (confirmed > 0)
		reporter.hint(
			`Features whose push got no response, and that are on the plan: ${confirmed}. They were not sent again.`,
		);
}

/** Of those that are on the plan now. */
function countWithoutLocation({ entries, items }: PlanPush): number {
	const pushed = entries.filter(has('pushed', 'confirmed'));
	const locatedKinds = locatedKindsOf(pushed.length === 0 ? [] : (items[0].plan?.features ?? []));
	return pushed.filter(({ feature }) => hasNoLocation(feature, locatedKinds)).length;
}

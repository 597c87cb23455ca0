import type { IExecuteFunctions, INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import { asItemFailure, asNodeError } from '../../shared/item-error';
import type { ItemFailure } from '../../shared/item-error';
import { asJson } from '../../shared/item-loop';
import { cancelled } from '../../shared/request';
import { ServiceRun } from '../../shared/service-run';
import { cancelSignalOf } from '../../shared/session';
import { withOtherPlans } from '../other-plans';
import type { PlanEnd } from '../other-plans';
import { byPlan } from '../plan-entries';
import type { PlanInput } from '../plan-entries';
import { outcomeOf, successesFirst } from '../plan-failure';
import { holdPlan } from '../plan-lock';
import { RunProgress } from '../plan-progress';
import type { PlanProgress } from '../plan-progress';
import { PlanPush } from '../plan-push';
import { invalidInput, invalidItem, prepareItems } from '../prepared-items';

export const option: INodePropertyOptions = {
	name: 'Push',
	value: 'push',
	action: 'Push features to a plan',
	description: 'Add features to plans',
};

/**
 * One item for each plan: `{ planCode, pushed, skipped, requests, retries, recovered }`, paired with the
 * plan's input items. Several plans go side by side, each plan's requests one after the other.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const continues = context.continueOnFail();
	const run = new ServiceRun(context);
	const prepared = prepareItems(run.parameters, context.getInputData(), { validate: false });
	const invalid = invalidInput(prepared);
	if (invalid !== undefined && !continues) throw asNodeError(node, invalid, firstInvalid(invalid));

	const failures = new Map(prepared.failures);
	for (const item of prepared.items) {
		if (item.problems.length > 0) failures.set(item.itemIndex, invalidItem(item));
	}
	const plans = byPlan(prepared.items.filter(({ problems }) => problems.length === 0));
	const runProgress = new RunProgress(context);
	const signal = cancelSignalOf(context);

	let endedBy: PlanInput | undefined;
	const pushes = plans.map(async (plan): Promise<PlanEnd> => {
		const progress = runProgress.of(JSON.stringify([plan.planCode, plan.partnerCode]));
		try {
			if (signal?.aborted) throw cancelled();
			if (plan.entries.length > 0) await pushPlan(run, plan, progress, signal);
			return { plan, progress };
		} catch (error) {
			const failure = asItemFailure(error);
			endedBy ??= plan;
			if (!continues) run.end(failure);
			return { plan, progress, failure };
		}
	});
	const ends = await Promise.all(pushes);
	const outcomes = ends.map((end) => ({ ...end, ...outcomeOf(end.plan, end.progress, end.failure) }));

	for (const { failed } of outcomes) for (const [itemIndex, failure] of failed) failures.set(itemIndex, failure);
	if (!continues && failures.size > 0) {
		const cause = outcomes.find(({ plan }) => plan === endedBy) ?? outcomes.find(({ failed }) => failed.size > 0);
		const [[itemIndex, failure]] = cause?.failed ?? failures;
		const others = ends.filter(({ plan }) => plan !== cause?.plan);
		throw asNodeError(node, withOtherPlans(failure, others), itemIndex);
	}
	runProgress.forget();

	const successes = outcomes
		.filter(({ done }) => done.length > 0)
		.map(({ plan, progress, done }) => ({
			json: summary(plan, progress),
			pairedItem: done.map((item) => ({ item })),
		}));
	return [successesFirst(node, successes, failures)];
}

async function pushPlan(
	run: ServiceRun,
	plan: PlanInput,
	progress: PlanProgress,
	signal: AbortSignal | undefined,
): Promise<void> {
	const session = await run.session();
	const key = JSON.stringify([session.settings.baseUrl, plan.planCode]);
	await holdPlan(key, signal, async () => await new PlanPush(session, plan, progress).run());
}

function summary({ planCode }: PlanInput, { pushed, skipped, requests, retries, recovered }: PlanProgress) {
	return asJson({ planCode, pushed, skipped, requests, retries, recovered });
}

function firstInvalid({ details }: ItemFailure): number {
	return details.invalidItems?.[0] ?? 0;
}

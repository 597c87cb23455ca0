import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresUrl } from '../../../service/api';
import { endPush, pushPlan } from '../../../service/push';
import { isAgentTool } from '../../shared/agent-tool';
import { cancelSignalOf } from '../../shared/client';
import { asItemFailure, knownFailure } from '../../shared/failures';
import type { ItemFailure } from '../../shared/item-failure';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { mapInChunks } from '../../shared/wait';
import { isValid } from '../input-features';
import type { PreparedItem } from '../input-features';
import { invalidInputFailure, invalidItemFailure, ProblemWriter } from '../input-problems';
import { createPlanPush, giveHints, prepareItems } from '../prepared-items';
import type { PlanInput, PlanPush } from '../prepared-items';
import { serviceFor, withPlanLock } from '../plan-push';
import { matchForPush } from '../comparison';
import {
	endRun,
	failureOf,
	failuresOf,
	outcomeHints,
	successesFirst,
	summaryOf,
	toolResponse,
	withEarlierAttempts,
	withOtherPlans,
} from '../push-report';
import { RetryMemory, forgetShown, markInDoubt, recordInDoubt } from '../retry-memory';

export const option = {
	name: 'Push Features',
	value: 'push',
	action: 'Push features to plan',
	description: 'Add features to plans',
} satisfies Choice<'push'>;

export const toolDescription =
	"Adds features to a plan, for good: what is there can't be changed or removed. Check them first, and push only " +
	'when the user has agreed. Needs the plan code and the features as JSON.';

/** One item for each plan. Several plans go side by side, each plan's requests one after the other. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const run = new ServiceRun(context);
	const retryMemory = new RetryMemory(context);
	// A person's Retry of an execution repeats what may have been pushed.
	const isRetry = context.getMode() === 'retry';
	const { plans: input, failures } = await prepareItems(run, 'push');
	for (const plan of input) matchForPush(plan);
	const invalid = continues ? undefined : invalidInputFailure(input, failures);
	if (invalid !== undefined) {
		retryMemory.record([]);
		const failure = withEarlierAttempts(invalid.failure, [...retryMemory.plans.values()]);
		return [await endRun(run, [], failure, invalid.itemIndex)];
	}
	const plans = await validPlans(input, failures);
	for (const plan of plans) retryMemory.restore(plan);

	const signal = cancelSignalOf(context);
	let endedBy: PlanPush | undefined;
	await Promise.all(
		plans.map(async (plan) => {
			await pushWithLock(run, plan, signal);
			if (continues || plan.ended === undefined) return;
			endedBy ??= plan;
			run.end(failureOf(plan) ?? knownFailure('cancelled'));
		}),
	);

	giveHints(run, outcomeHints(plans, isRetry));
	const outcomes = plans.map((plan) => ({ plan, failed: failuresOf(plan) }));
	const successes = outcomes.flatMap(({ plan, failed }) => summaryOf(plan, failed));
	const cause = outcomes.find(({ plan }) => plan === endedBy) ?? outcomes.find(({ failed }) => failed.size > 0);
	const whole = cause && failureOf(cause.plan);
	if (!continues && cause !== undefined && whole !== undefined) {
		retryMemory.record(plans);
		const [itemIndex] = cause.failed.keys();
		const others = plans.filter((plan) => plan !== cause.plan);
		return [await endRun(run, successes, withOtherPlans(whole, others), itemIndex)];
	}
	for (const { failed } of outcomes) for (const [itemIndex, failure] of failed) failures.set(itemIndex, failure);
	if (isAgentTool(context.getNode())) return [await toolResponse(run, successes, failures)];
	return [await successesFirst(run, successes, failures)];
}

/** The plans with the items that may be sent. The reasons why others may not are added to the failures. */
async function validPlans(input: readonly PlanInput[], failures: Map<number, ItemFailure>): Promise<PlanPush[]> {
	const writer = new ProblemWriter();
	const plans: PlanPush[] = [];
	for (const plan of input) {
		const items: PreparedItem[] = [];
		await mapInChunks(plan.items, (item) => {
			if (isValid(item)) items.push(item);
			else failures.set(item.itemIndex, invalidItemFailure(plan, [item], writer));
		});
		if (items.length > 0) plans.push(createPlanPush({ ...plan, items }));
	}
	return plans;
}

async function pushWithLock(run: ServiceRun, plan: PlanPush, signal: AbortSignal): Promise<void> {
	const { planCode, partnerCode, entries } = plan;
	const end = (reason: ItemFailure) => endPush(plan, { reason, attempts: 0 });
	if (signal.aborted) return end(knownFailure('cancelled'));
	if (entries.length === 0) return;
	try {
		const session = await run.session();
		const { baseUrl } = session.settings;
		// Before its turn, so that a login that hangs holds up nobody else; without a partner nothing is sent at all.
		const unsent = partnerCode === '' ? undefined : await session.ensureLogin(featuresUrl(baseUrl, planCode));
		if (unsent !== undefined) return end(unsent);
		const key = JSON.stringify([baseUrl, planCode]);
		const service = serviceFor(run, session, plan, (batch) => recordInDoubt(key, batch, entries));
		await withPlanLock(key, signal, async () => {
			markInDoubt(key, entries);
			await pushPlan(plan, service);
			forgetShown(key, entries);
		});
		if (signal.aborted) end(knownFailure('cancelled'));
	} catch (error) {
		end(asItemFailure(error));
	}
}

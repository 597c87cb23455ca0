import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresAddress } from '../../../service/api';
import { advance, countsOf } from '../../../service/push';
import { isAgentTool } from '../../shared/agent-tool';
import { ensureLogin } from '../../shared/call';
import { asItemFailure } from '../../shared/item-error';
import type { ItemFailure } from '../../shared/item-error';
import type { Choice } from '../../shared/parameter';
import { ServiceRun } from '../../shared/service-run';
import { cancelSignalOf, cancelledFailure } from '../../shared/session';
import { mapInPieces } from '../../shared/wait';
import { withOtherPlans } from '../amiss-words';
import { isSound } from '../given-features';
import { invalidInputFailure, invalidItemFailure, unreadPlanFailure } from '../invalid-input';
import { asPush, groupByPlan, homePartner } from '../plan-entries';
import type { PlanPush } from '../plan-entries';
import { failureOf, outcomeOf } from '../plan-failure';
import { holdPlan, pushPlan } from '../plan-push';
import { adviceForRun } from '../problem-words';
import { refuseUnclear } from '../plan-standings';
import { isValid, prepareItems } from '../prepared-items';
import { author } from '../push-parameters';
import { hintAtOutcome } from '../push-hints';
import { endRun, successesFirst, summaryItem, toolAnswer } from '../push-output';
import { RunMemory } from '../run-memory';

export const option = {
	name: 'Push Features',
	value: 'push',
	action: 'Push features to a plan',
	description: 'Add features to plans',
} satisfies Choice<'push'>;

/** For an agent. */
export const toolWords =
	'Adds features to a plan, for good: what is there cannot be changed or removed. Check them first, and push only ' +
	'when the user has agreed. Needs the plan code and the features as JSON.';

export const properties = [author.property];

/**
 * One item for each plan: `{ planCode, pushed, skipped, requests, retries, recovered }`, paired with the
 * plan's input items. Several plans go side by side, each plan's requests one after the other.
 */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const continues = context.continueOnFail();
	const run = new ServiceRun(context);
	const memory = new RunMemory(context);
	// A person's Retry of an execution repeats what may have been pushed.
	const isRetry = context.getMode() === 'retry';
	const { plans, failures, invalid } =
		memory.plans === undefined
			? await prepared(run, context.getInputData(), { isRetry, continues })
			: { plans: memory.plans, failures: new Map<number, ItemFailure>(), invalid: undefined };
	if (invalid !== undefined) return [await endRun(run, [], invalid.failure, invalid.itemIndex)];

	const signal = cancelSignalOf(context);
	let endedBy: PlanPush | undefined;
	await Promise.all(
		plans.map(async (plan) => {
			await pushInTurn(run, plan, signal);
			if (continues || plan.state.step.do !== 'fail') return;
			endedBy ??= plan;
			run.end(wholeFailure(plan) ?? cancelledFailure());
		}),
	);

	hintAtOutcome(run.doors, plans, isRetry);
	const outcomes = plans.map((plan) => ({ plan, ...outcomeOf(plan) }));
	const successes = outcomes.filter(({ done }) => done.length > 0).map(({ plan, done }) => summaryItem(plan, done));
	const cause = outcomes.find(({ plan }) => plan === endedBy) ?? outcomes.find(({ failed }) => failed.size > 0);
	const whole = cause === undefined ? undefined : wholeFailure(cause.plan);
	if (!continues && cause !== undefined && whole !== undefined) {
		memory.remember(plans);
		const [itemIndex] = cause.failed.keys();
		const others = plans.filter((plan) => plan !== cause.plan);
		return [await endRun(run, successes, withOtherPlans(whole, others), itemIndex)];
	}
	for (const { failed } of outcomes) for (const [itemIndex, failure] of failed) failures.set(itemIndex, failure);
	if (isAgentTool(context.getNode())) return [await toolAnswer(run, successes, failures)];
	return [await successesFirst(run, successes, failures)];
}

interface Prepared {
	/** With the items that may be sent. */
	plans: PlanPush[];
	/** The others, each with its reason, where the run continues. */
	failures: Map<number, ItemFailure>;
	/** Where On Error is Stop: what ends the run before anything is sent. */
	invalid?: { failure: ItemFailure; itemIndex: number };
}

async function prepared(
	run: ServiceRun,
	input: INodeExecutionData[],
	{ isRetry, continues }: { isRetry: boolean; continues: boolean },
): Promise<Prepared> {
	const all = await prepareItems(run, input, { validate: false, reports: false });
	for (const message of all.hints) run.doors.hint(message);
	const hasFeatures = all.items.some(({ given }) => given.some(isSound));
	const grouped = groupByPlan(all.items, hasFeatures ? await homePartner(run) : '');
	for (const plan of grouped) refuseUnclear(plan);
	const invalid = continues ? undefined : (unreadPlanFailure(all) ?? invalidInputFailure(all));
	if (invalid !== undefined) return { plans: [], failures: new Map(), invalid };
	const advice = adviceForRun();
	const invalidItems = all.items.filter((item) => !isValid(item));
	const failed = await mapInPieces(invalidItems, (item) => [item.itemIndex, invalidItemFailure(item, advice)] as const);
	const failures = new Map([...all.failures, ...all.unread, ...failed]);
	const valid = grouped.map((plan) => ({ ...plan, items: plan.items.filter(isValid) }));
	return {
		plans: valid.filter(({ items }) => items.length > 0).map((plan) => asPush(plan, isRetry)),
		failures,
	};
}

/**
 * Pushes a plan when no other push of it is under way. What became of it is in its state.
 */
async function pushInTurn(run: ServiceRun, plan: PlanPush, signal: AbortSignal | undefined): Promise<void> {
	const stop = (reason: ItemFailure) => advance(plan.state, { kind: 'stopped', reason }, 0);
	if (plan.state.step.do === 'done') return;
	if (signal?.aborted) return stop(cancelledFailure());
	try {
		const session = await run.session();
		const { settings } = session;
		const { planCode, partnerCode } = plan;
		const url = featuresAddress(settings.baseUrl, planCode);
		// Before its turn, so that a login that hangs holds up nobody else; without a partner nothing is sent at all.
		const unsent = partnerCode === '' ? undefined : await ensureLogin(session, url);
		if (unsent !== undefined) return stop(unsent);
		const key = JSON.stringify([settings.baseUrl, planCode]);
		await holdPlan(key, signal, async () => await pushPlan(session, plan));
		if (signal?.aborted) stop(cancelledFailure());
	} catch (error) {
		stop(asItemFailure(error));
	}
}

function wholeFailure(plan: PlanPush): ItemFailure | undefined {
	return failureOf(plan, [...plan.entries.keys()], countsOf(plan.state).pushed);
}

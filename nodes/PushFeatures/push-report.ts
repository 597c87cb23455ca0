import { countsOf } from '../../service/push';
import type { Status } from '../../service/push';
import { inertText, joinFirst } from '../../service/text';
import { ItemFailure, withAttempts, withContext, withSubject } from '../shared/item-error';
import type { FeatureLists } from '../shared/item-error';
import { titleOf } from './comparison';
import { MAX_IN_MESSAGE } from './plan-entries';
import type { PlanEntry, PlanPush } from './plan-entries';
import type { SentPlan } from './retry-memory';

type Listed = keyof FeatureLists;

/** What is said of the features (…) of one status: of the plan that a failure is about, and of other plans. */
interface StatusReport {
	/** The list of `details`. */
	list?: Listed;
	forPlan?: string;
	forOtherPlans?: string;
	/** Whether running these again as they are adds nothing twice, by Existing Features: with Skip, with Push Anyway. */
	isSafeToRetry: { skip: boolean; push: boolean };
}

const ALWAYS = { skip: true, push: true };
/** Skip reads the plan first. */
const WITH_SKIP = { skip: true, push: false };

/** A further status does not compile without its row. The worst comes first. */
const REPORTS: Record<Status['kind'], StatusReport> = {
	unknown: {
		list: 'unknown',
		forPlan: "The node can't tell whether these features were added: …",
		forOtherPlans: "The node can't tell whether these features were added to other plans: …",
		isSafeToRetry: { skip: false, push: false },
	},
	rejected: {
		list: 'rejected',
		forPlan: 'Rejected: …',
		forOtherPlans: 'Rejected for other plans: …',
		isSafeToRetry: ALWAYS,
	},
	notPushed: {
		list: 'notPushed',
		forPlan: 'Not pushed: …',
		forOtherPlans: 'Not pushed to other plans: …',
		isSafeToRetry: ALWAYS,
	},
	confirmed: {
		list: 'confirmed',
		forPlan: 'Found on the plan by reading it back: …',
		isSafeToRetry: WITH_SKIP,
	},
	pushed: { list: 'pushed', isSafeToRetry: WITH_SKIP },
	skipped: { isSafeToRetry: ALWAYS },
	pending: { isSafeToRetry: ALWAYS },
};

const KINDS = Object.keys(REPORTS) as Array<Status['kind']>;

const UNSUCCESSFUL: ReadonlyArray<Status['kind']> = ['unknown', 'rejected', 'notPushed'];

const RUN_AGAIN_LATER =
	'Wait until the plan has come to rest, two minutes at least. Then run again with Existing Features set to Skip: it ' +
	'sends what is missing.';
const RUN_REST_WITH_SKIP = 'Other features of the item are on the plan: run it with Existing Features set to Skip.';

/** A feature of a plan, and its position among the features of that plan. */
interface Positioned {
	entry: PlanEntry;
	position: number;
}

type ByStatus = Record<Status['kind'], Positioned[]>;

/** The items of a plan: those whose features are all on it or were left out, and the others, each with its reason. */
export interface PlanOutcome {
	done: number[];
	failed: Map<number, ItemFailure>;
}

export function outcomeOf(plan: PlanPush): PlanOutcome {
	const unsuccessful = plan.entries.filter(({ status }) => UNSUCCESSFUL.includes(status.kind));
	const ofItems = new Map<number, Positioned[]>(unsuccessful.map(({ itemIndex }) => [itemIndex, []]));
	if (unsuccessful.length > 0) for (const one of positioned(plan)) ofItems.get(one.entry.itemIndex)?.push(one);
	const outcome: PlanOutcome = { done: [], failed: new Map() };
	for (const { itemIndex } of plan.items) {
		const own = ofItems.get(itemIndex);
		const failure = own && failureOf(plan, own);
		if (failure === undefined) outcome.done.push(itemIndex);
		else outcome.failed.set(itemIndex, failure);
	}
	return outcome;
}

/**
 * What is reported of some features of a plan that are not there. What is not safe to repeat comes first.
 * @param own all of the plan when left out
 * @returns undefined when all of them are on the plan, or were left out
 */
export function failureOf(plan: PlanPush, own = positioned(plan)): ItemFailure | undefined {
	const sorted = byStatus(own);
	const cause = causeOf(plan, sorted);
	if (cause === undefined) return undefined;
	const message = [cause.message];
	if (plan.ended !== undefined)
		message.push(`${countsOf(plan).pushed} of ${plan.entries.length} features for this plan were pushed`);
	for (const kind of KINDS) {
		const { forPlan: sentence } = REPORTS[kind];
		// What is rejected alone stands in the first sentence.
		const isReported = kind === 'rejected' && plan.ended === undefined && sorted.rejected.length === 1;
		if (sentence !== undefined && sorted[kind].length > 0 && !isReported)
			message.push(withList(sentence, describe(sorted[kind])));
	}
	const isSafe = isSafeToRetry(own);
	const isPartOnPlan = !isSafe && sorted.unknown.length === 0;
	const whole = withContext(cause, {
		message: message.join('. '),
		advice: isPartOnPlan ? `${cause.advice} ${RUN_REST_WITH_SKIP}` : cause.advice,
		details: { safeToRetry: isSafe, ...listsOf(sorted) },
	});
	return withSubject(whole, { planCode: plan.planCode });
}

/** Why features of a plan are not there: of several reasons the one that is least safe to repeat. */
function causeOf({ ended, planCode }: PlanPush, { unknown, notPushed, rejected }: ByStatus): ItemFailure | undefined {
	const reason = ended?.reason && withAttempts(ended.reason, ended.attempts);
	if (unknown.length > 0) {
		if (reason === undefined) return earlierFailure('An earlier push of these features got no response');
		const isCancelled = reason.details.code === 'cancelled';
		const advice = isCancelled ? RUN_AGAIN_LATER : `${RUN_AGAIN_LATER} ${reason.advice}`;
		return withContext(reason, { code: 'outcomeUnknown', advice });
	}
	if (notPushed.length > 0)
		return reason ?? earlierFailure('An earlier push to this plan got no response, so nothing more was sent');
	const [first] = rejected;
	if (first === undefined) return undefined;
	const serviceMessage = messageOf(first.entry);
	return new ItemFailure({
		code: 'featureRejected',
		message: `The service rejected a feature: ${serviceMessage}`,
		advice: 'Correct the feature and run the item again. It is not on the plan.',
		details: { status: 400, serviceMessage, planCode, position: first.position },
	});
}

function earlierFailure(message: string): ItemFailure {
	return new ItemFailure({ code: 'outcomeUnknown', message, advice: RUN_AGAIN_LATER });
}

/** The failure that ends the node reports the other plans, too, because nothing else does. */
export function withOtherPlans(failure: ItemFailure, others: readonly PlanPush[]): ItemFailure {
	const plans = others
		.filter(({ entries }) => entries.length > 0)
		.map((plan) => ({ plan, name: inertText(plan.planCode), sorted: byStatus(positioned(plan)) }));
	if (plans.length === 0) return failure;
	const message = [failure.message];
	const pushed = plans
		.map(({ plan, name }) => ({ name, count: countsOf(plan).pushed }))
		.filter(({ count }) => count > 0);
	if (pushed.length > 0) {
		const list = joinFirst(MAX_IN_MESSAGE, pushed, ({ name, count }) => `${name} (${count})`);
		message.push(`Features pushed to other plans: ${list}`);
	}
	for (const kind of KINDS) {
		const { forOtherPlans: sentence } = REPORTS[kind];
		const those = plans.filter(({ sorted }) => sorted[kind].length > 0);
		if (sentence === undefined || those.length === 0) continue;
		const list = joinFirst(MAX_IN_MESSAGE, those, ({ name, sorted }) => `${describe(sorted[kind])} for ${name}`, '; ');
		message.push(withList(sentence, list));
	}
	return withContext(failure, {
		message: message.join('. '),
		details: {
			safeToRetry: failure.details.safeToRetry && others.every((plan) => isSafeToRetry(positioned(plan))),
			otherPlans: plans.map(({ plan, sorted }) => ({ planCode: plan.planCode, ...listsOf(sorted) })),
		},
	});
}

/** An attempt of Retry On Fail that sends nothing reports what those before it sent: n8n shows the last one alone. */
export function withEarlierAttempts(failure: ItemFailure, plans: readonly SentPlan[]): ItemFailure {
	const otherPlans = plans
		.filter(({ features }) => features.length > 0)
		.map(({ planCode, features }) => {
			const those = (isUnknown: boolean) =>
				features
					.filter(({ status }) => (status.kind === 'unknown') === isUnknown)
					.map(({ itemIndex, position }) => ({ itemIndex, position }));
			return { planCode, pushed: those(false), unknown: those(true) };
		});
	if (otherPlans.length === 0) return failure;
	const list = joinFirst(
		MAX_IN_MESSAGE,
		otherPlans,
		({ planCode, pushed, unknown }) =>
			`${inertText(planCode)} (${pushed.length} pushed, ${unknown.length} with unknown outcome)`,
		'; ',
	);
	return withContext(failure, {
		message: `${failure.message}. An earlier attempt of this execution sent features to: ${list}`,
		advice: `${failure.advice} ${RUN_AGAIN_LATER}`,
		details: { safeToRetry: false, otherPlans },
	});
}

function positioned({ entries }: PlanPush): Positioned[] {
	return entries.map((entry, position) => ({ entry, position }));
}

function byStatus(own: readonly Positioned[]): ByStatus {
	const [unknown, rejected, notPushed, confirmed]: Positioned[][] = [[], [], [], []];
	const sorted: ByStatus = { unknown, rejected, notPushed, confirmed, pushed: [], skipped: [], pending: [] };
	for (const one of own) sorted[one.entry.status.kind].push(one);
	return sorted;
}

function isSafeToRetry(own: readonly Positioned[]): boolean {
	return own.every(({ entry: { status, policy } }) => {
		const { skip, push } = REPORTS[status.kind].isSafeToRetry;
		return policy.skipExisting ? skip : push;
	});
}

/** For machines: only the lists that are not empty. */
function listsOf(sorted: ByStatus): FeatureLists {
	const lists: FeatureLists = {};
	for (const kind of KINDS) {
		const { list } = REPORTS[kind];
		if (list === undefined || sorted[kind].length === 0) continue;
		lists[list] = sorted[kind].map(({ entry, position }) => ({
			itemIndex: entry.itemIndex,
			position,
			...(entry.status.kind === 'rejected' ? { serviceMessage: entry.status.message } : {}),
		}));
	}
	return lists;
}

/** The first features, with what the service says of those that it rejected. */
function describe(those: readonly Positioned[]): string {
	return joinFirst(MAX_IN_MESSAGE, those, ({ entry }) => {
		const { itemIndex, feature } = entry;
		const title = titleOf(feature);
		const name = title === null ? '' : ` "${inertText(title).slice(0, 60)}"`;
		const message = messageOf(entry);
		const type = inertText(String(feature.type ?? 'feature'));
		return `${type}${name} of item ${itemIndex}${message === '' ? '' : ` (${message})`}`;
	});
}

function messageOf({ status }: PlanEntry): string {
	return status.kind === 'rejected' ? status.message : '';
}

function withList(sentence: string, list: string): string {
	return sentence.replace('…', () => list);
}

import type { INodeExecutionData } from 'n8n-workflow';
import { countWithoutLocation, hasLocation, isCentred } from '../../service/plan';
import { countsOf, has, isDifferent } from '../../service/push';
import type { Status } from '../../service/push';
import { groupBy, inertText, joinFirst } from '../../service/text';
import { ItemFailure, withAttempts, withContext, withSubject } from '../shared/item-failure';
import type { FeatureLists } from '../shared/item-failure';
import type { Hint } from './input-features';
import { asJson } from '../shared/service-run';
import type { ServiceRun } from '../shared/service-run';
import { mapInChunks } from '../shared/wait';
import { titleOf } from './feature-label';
import { MAX_IN_MESSAGE } from './input-problems';
import type { RunFailure } from './input-problems';
import type { PlanEntry, PlanPush } from './prepared-items';

/** What stands before the features of a status, the worst first. What is pushed is only counted. */
const TITLES: Record<Exclude<Status['kind'], 'pending' | 'skipped'>, string | undefined> = {
	unknown: "The node can't tell whether these features were added",
	rejected: 'Rejected',
	notPushed: 'Not pushed',
	confirmed: 'Found on the plan by reading it back',
	pushed: undefined,
};

const REPORTED = Object.keys(TITLES) as Array<keyof typeof TITLES>;

const isUnsuccessful = has('unknown', 'rejected', 'notPushed');
const isUnknown = has('unknown');
const isPushed = has('pushed', 'confirmed');

const RUN_AGAIN_LATER =
	'Wait until the plan has come to rest, two minutes at least. Then run again with Existing Features set to Skip: it ' +
	'sends what is missing.';
const RUN_REST_WITH_SKIP = 'Other features of the item are on the plan: run it with Existing Features set to Skip.';

/** Of an earlier attempt of Retry On Fail less is known. */
type ReportedEntry = Pick<PlanEntry, 'itemIndex' | 'position' | 'status'> & Partial<PlanEntry>;
type ReportedPlan = Pick<PlanPush, 'planCode' | 'requests' | 'retries'> & { entries: readonly ReportedEntry[] };

/**
 * Why a run fails with On Error: Stop, with what its other plans got; undefined where all is on the plans.
 * @param endedBy the plan that ended the run, and others with it
 */
export function runFailure(plans: readonly PlanPush[], endedBy: PlanPush | undefined): RunFailure | undefined {
	for (const plan of endedBy === undefined ? plans : [endedBy, ...plans]) {
		const failure = failureOf(plan);
		const entry = plan.entries.find(isUnsuccessful);
		if (failure === undefined || entry === undefined) continue;
		const others = plans.filter((other) => other !== plan);
		return { failure: withOtherPlans(failure, others), itemIndex: entry.itemIndex };
	}
	return undefined;
}

/** The items of a plan of which a feature is not on it and was not left out, each with its reason. */
export function failuresOf(plan: PlanPush): Map<number, ItemFailure> {
	const failures = new Map<number, ItemFailure>();
	if (!plan.entries.some(isUnsuccessful)) return failures;
	const { pushed } = countsOf(plan);
	for (const [itemIndex, own] of groupBy(plan.entries, (entry) => entry.itemIndex)) {
		const failure = failureOf(plan, own, pushed);
		if (failure !== undefined) failures.set(itemIndex, failure);
	}
	return failures;
}

/** @param own all of the plan when left out @returns undefined when all are on the plan, or were left out */
export function failureOf(
	plan: PlanPush,
	own: readonly PlanEntry[] = plan.entries,
	pushed = countsOf(plan).pushed,
): ItemFailure | undefined {
	if (!own.some(isUnsuccessful)) return undefined;
	const cause = causeOf(plan, own);
	const isEarly = plan.ended !== undefined;
	// What is rejected alone stands in the first sentence.
	const isReported = !isEarly && own.filter(has('rejected')).length === 1;
	const sentences = [
		cause.message,
		...(isEarly ? [`${pushed} of ${plan.entries.length} features for this plan were pushed`] : []),
		...sentencesOf(own, isReported ? 'rejected' : undefined),
	];
	const safeToRetry = isSafeToRetry(own);
	const isPartOnPlan = !safeToRetry && !own.some(isUnknown);
	const whole = withContext(cause, {
		message: sentences.join('. '),
		advice: isPartOnPlan ? `${cause.advice} ${RUN_REST_WITH_SKIP}` : cause.advice,
		details: { safeToRetry, ...listsOf(own) },
	});
	return withSubject(whole, { planCode: plan.planCode });
}

/** Why features of a plan are not there: of several reasons the one that is least safe to repeat. */
function causeOf({ ended, planCode }: PlanPush, own: readonly PlanEntry[]): ItemFailure {
	const reason = ended?.reason && withAttempts(ended.reason, ended.attempts);
	if (own.some(isUnknown)) {
		if (reason === undefined) return earlierFailure('An earlier push of these features got no response');
		const isCancelled = reason.details.code === 'cancelled';
		const advice = isCancelled ? RUN_AGAIN_LATER : `${RUN_AGAIN_LATER} ${reason.advice}`;
		return withContext(reason, { code: 'outcomeUnknown', advice });
	}
	if (own.some(has('notPushed')))
		return reason ?? earlierFailure('An earlier push to this plan got no response, so nothing more was sent');
	const [{ status, position }, ...others] = own.filter(has('rejected'));
	const serviceMessage = messageOf(status);
	const isOne = others.length === 0;
	return new ItemFailure({
		code: 'featureRejected',
		message: `The service rejected ${isOne ? 'a feature' : `${others.length + 1} features`}: ${serviceMessage}`,
		advice: isOne
			? 'Correct the feature and run the item again. It is not on the plan.'
			: 'Correct the features and run again. They are not on the plan.',
		details: { status: 400, serviceMessage, planCode, position },
	});
}

function earlierFailure(message: string): ItemFailure {
	return new ItemFailure({ code: 'outcomeUnknown', message, advice: RUN_AGAIN_LATER });
}

/** Those of each status that is reported. */
function byStatus(own: readonly ReportedEntry[]) {
	return REPORTED.map((kind) => ({ kind, those: own.filter(has(kind)) })).filter(({ those }) => those.length > 0);
}

function sentencesOf(own: readonly ReportedEntry[], leftOut?: Status['kind']): string[] {
	return byStatus(own).flatMap(({ kind, those }) => {
		const title = kind === leftOut ? undefined : TITLES[kind];
		return title === undefined ? [] : [`${title}: ${describe(those)}`];
	});
}

/**
 * The failure that ends the node reports other plans, too, because nothing else does: those of its run, or of earlier
 * attempts of Retry On Fail, of which n8n shows the last one alone.
 */
export function withOtherPlans(
	failure: ItemFailure,
	others: readonly ReportedPlan[],
	title = 'Other plans',
): ItemFailure {
	const plans = others.filter(({ entries }) => entries.length > 0);
	if (plans.length === 0) return failure;
	const described = joinFirst(
		MAX_IN_MESSAGE,
		plans,
		(plan) => {
			const sentences = sentencesOf(plan.entries, 'confirmed');
			return [`${inertText(plan.planCode)} (${countsOf(plan).pushed} pushed)`, ...sentences].join('. ');
		},
		'; ',
	);
	const areSafe = plans.every(({ entries }) => isSafeToRetry(entries));
	return withContext(failure, {
		message: `${failure.message}. ${title}: ${described}`,
		advice: areSafe || !failure.details.safeToRetry ? failure.advice : `${failure.advice} ${RUN_AGAIN_LATER}`,
		details: {
			safeToRetry: failure.details.safeToRetry && areSafe,
			otherPlans: plans.map(({ planCode, entries }) => ({ planCode, ...listsOf(entries) })),
		},
	});
}

/** Whether running them again as they are adds nothing twice. Skip reads the plan first. */
function isSafeToRetry(own: readonly ReportedEntry[]): boolean {
	return own.every((entry) => !isUnknown(entry) && (entry.policy?.skipExisting === true || !isPushed(entry)));
}

function listsOf(own: readonly ReportedEntry[]): FeatureLists {
	return Object.fromEntries(byStatus(own).map(({ kind, those }) => [kind, those.map(listedOf)]));
}

function listedOf({ itemIndex, position, status }: ReportedEntry) {
	return { itemIndex, position, ...(status.kind === 'rejected' && { serviceMessage: status.message }) };
}

function describe(those: readonly ReportedEntry[]): string {
	const known = new Set(['']);
	return joinFirst(MAX_IN_MESSAGE, those, ({ itemIndex, feature = {}, status }) => {
		const title = titleOf(feature);
		const name = title === null ? '' : ` "${inertText(title, 60)}"`;
		const message = messageOf(status);
		const type = inertText(String(feature.type ?? 'feature'));
		// What several were rejected for stands once.
		const reason = known.has(message) ? '' : ` (${message})`;
		known.add(message);
		return `${type}${name} of item ${itemIndex}${reason}`;
	});
}

function messageOf(status: Status): string {
	return status.kind === 'rejected' ? status.message : '';
}

/** The item of a plan, paired with the items of the input that did not fail; none where all failed. */
export function summaryOf(plan: PlanPush, failed: ReadonlyMap<number, ItemFailure>): INodeExecutionData[] {
	const pairedItem = plan.items.flatMap(({ itemIndex }) => (failed.has(itemIndex) ? [] : { item: itemIndex }));
	if (pairedItem.length === 0) return [];
	const { skippedDifferent, ...counts } = countsOf(plan);
	const json = { planCode: plan.planCode, ...counts, ...(skippedDifferent === 0 ? {} : { skippedDifferent }) };
	return [{ json: asJson(json), pairedItem }];
}

/** An agent gets an item instead of an error: n8n would run the tool again, and no attempt would know of another. */
export async function endRun(run: ServiceRun, { failure, itemIndex }: RunFailure): Promise<INodeExecutionData[]> {
	if (!run.isTool) throw run.reporter.error(failure, itemIndex);
	return await successesFirst(run, [], new Map([[itemIndex, failure]]));
}

/** "Retry On Fail" runs the node again when a failure comes first: then failures take a form that n8n doesn't see. */
export async function successesFirst(
	{ context, reporter, isTool }: ServiceRun,
	successes: INodeExecutionData[],
	failures: Map<number, ItemFailure>,
): Promise<INodeExecutionData[]> {
	const ordered = [...failures].sort(([one], [other]) => one - other);
	const repeats = context.getNode().retryOnFail === true && successes.length === 0;
	const failed = await mapInChunks(ordered, ([itemIndex, failure]) => {
		// An agent reads the JSON of each item, so a failure is all there.
		if (repeats && !isTool) return reporter.finalItem(failure, itemIndex);
		// It is quick to call again.
		const isUnknown = isTool && failure.details.code === 'outcomeUnknown';
		const advice = `${failure.advice} Do not call this tool for these features before that.`;
		return reporter.failedItem(isUnknown ? withContext(failure, { advice }) : failure, itemIndex);
	});
	const items = [...successes, ...failed];
	// A tool that the engine runs by itself is run again when its first item holds an error; one that the agent's own
	// loop runs is not.
	const isRunAgain = isTool && repeats && !('getNextRunIndex' in context);
	const isUnsafe = ordered.some(([, { details }]) => !details.safeToRetry);
	return isRunAgain && isUnsafe ? [{ json: { pushed: pushedBy(ordered) }, pairedItem: [] }, ...items] : items;
}

/** How many features are on the plans, as far as failures list them. */
function pushedBy(failures: ReadonlyArray<[itemIndex: number, failure: ItemFailure]>): number {
	const lists = failures.flatMap(([, { details }]): FeatureLists[] => [details, ...(details.otherPlans ?? [])]);
	return lists.flatMap(({ pushed = [], confirmed = [] }) => [...pushed, ...confirmed]).length;
}

export function outcomeHints(plans: readonly PlanPush[]): Hint[] {
	const entries = plans.flatMap((plan) => plan.entries);
	const count = (isCounted: (entry: PlanEntry) => boolean) => entries.filter(isCounted).length;
	const different = count(isDifferent);
	const forced = count(({ policy }) => policy.isSkipForced);
	const centred = count((one) => isPushed(one) && isCentred(one.feature) && !hasLocation(one.feature));
	const withoutLocation = plans.reduce((total, plan) => {
		const pushed = plan.entries.filter(isPushed).map(({ feature }) => feature);
		return pushed.length === 0 ? total : total + countWithoutLocation(pushed, plan.loaded.features);
	}, 0);
	const features = withoutLocation === 1 ? '1 feature has' : `${withoutLocation} features have`;
	return [
		[forced, 'This is a retry, so what the plan already has was left out, whatever Existing Features says.'],
		[
			different,
			`Features that were skipped and differ from the plan, which can't be changed: ${different}. The operation ` +
				'Compare Features says in what.',
		],
		[withoutLocation, `${features} no outline and will not show on the plan.`],
		[centred, `Icons without a position, which the service puts into the centre of the plan: ${centred}.`],
	];
}

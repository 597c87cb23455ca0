import type { INode, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { inertText } from '../../service/text';
import { Reporter } from '../shared/reporter';
import { asItemFailure } from '../shared/failures';
import { InvalidInputError, ItemFailure, withContext, withSubject } from '../shared/item-failure';
import { asJson } from '../shared/service-run';
import { oneAtATime, untilAborted } from '../shared/wait';
import { comparePlan, hasBaseline, testEvents } from './compare';
import type { Comparison, PlanPollResult } from './compare';
import { isTransient, openPollSession, pollError, readPlanText, timeoutFailure } from './read';
import { WARNING_ADVICE, readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { cacheOf, charsOf, loadState, planStateOf, storeState, withEvents } from './state';
import type { NodeCache, PlanEvent, TriggerState } from './state';

/**
 * What changed since the last poll, an item for each change; null when nothing did. The first poll of a plan sets its
 * baseline. A plan that can't be read keeps its state.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const reporter = new Reporter(context);
	try {
		if (context.getMode() === 'manual') return asItems(await testEvents(reporter));
		return await withPollLock(context, async (poll) => await pollForEvents(reporter, poll));
	} catch (error) {
		throw pollError(reporter, error);
	}
}

interface Poll {
	/** Made when a workflow is published or n8n starts: a throw blocks it. */
	isActivation: boolean;
	timeoutMs: number;
	cache: NodeCache;
	/** Whether the workflow was activated again: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** Of every poll but a tick. n8n before 2.38 has no budget and no ticks. */
const BUDGET_WITHOUT_TICKS_MS = 300_000;
/** The budget that a tick has by default; n8n ends it after 45 s. */
const MAX_BUDGET_MS = 36_000;
/** The rest is for n8n to start the workflow. */
const SHARE_OF_BUDGET = 0.85;
/** n8n ends an activation after 84 s, and publishes five workflows at once. */
const ACTIVATION_TIMEOUT_MS = 18_000;

/** Contexts that have been polled with: the scheduler in memory uses the one of the activation again. */
const polledContexts = new WeakSet<IPollFunctions>();

/**
 * Polls of a node one at a time. A poll that meets another one gives null, which leaves the state alone. An activation
 * replaces the one that is running, because n8n has read the state again for it.
 */
async function withPollLock<T>(context: IPollFunctions, work: (poll: Poll) => Promise<T | null>): Promise<T | null> {
	const cache = cacheOf(context);
	const budgetMs = context.getPollBudgetMs?.() ?? BUDGET_WITHOUT_TICKS_MS;
	// Of a tick, too, the context is new, and the activation mode is that of an activation.
	const isActivation = budgetMs === BUDGET_WITHOUT_TICKS_MS && !polledContexts.has(context);
	polledContexts.add(context);
	assertOwnId(context.getNode(), cache, isActivation);
	if (!isActivation && cache.poll !== undefined) return null;
	const timeoutMs = isActivation ? ACTIVATION_TIMEOUT_MS : SHARE_OF_BUDGET * Math.min(budgetMs, MAX_BUDGET_MS);
	const poll = (cache.poll = Symbol('poll'));
	const isSuperseded = () => cache.poll !== poll;
	try {
		return await work({ isActivation, timeoutMs, cache, isSuperseded });
	} finally {
		if (!isSuperseded()) cache.poll = undefined;
	}
}

/**
 * Two nodes of one id would take each other's state for their own, and find no change ever. A node gets another name by
 * an activation alone, as far as this process takes part in it.
 * @throws InvalidInputError
 */
function assertOwnId({ name }: INode, cache: NodeCache, isActivation: boolean): void {
	if (isActivation) cache.names.clear();
	const [last] = [...cache.names].reverse();
	const isAgain = cache.names.delete(name);
	cache.names.add(name);
	if (!isAgain || last === name) return;
	const [own, other] = [name, last].map((one) => inertText(one));
	throw new InvalidInputError(
		`The node "${own}" has the same id as "${other}" of this workflow, so it would find no changes`,
		'Copy it, paste the copy in its place, and delete it: the copy gets an id of its own.',
	);
}

async function pollForEvents(reporter: Reporter<IPollFunctions>, poll: Poll): Promise<INodeExecutionData[][] | null> {
	const { context } = reporter;
	const { isActivation, cache } = poll;
	const settings = readSettings(context);
	const { previous, number, redelivered, saved } = loadState(context, cache, settings.planCodes, isActivation);
	const session = await openPollSession(reporter, settings, poll.timeoutMs);
	const results = await pollEachPlan(poll, { settings, session, state: previous, number, chars: charsOf(previous) });
	if (poll.isSuperseded()) return null;
	logResults(reporter, results);
	assertAnyChange(settings, results);
	const emitted = results.filter((result) => result.kind === 'changed');
	const events = [...redelivered, ...emitted.flatMap((result) => result.events)];
	const mustStore =
		saved === 'no' || redelivered.length > 0 || results.some(({ kind }) => kind !== 'unchanged' && kind !== 'failed');
	const failure = failureToThrow(poll, results, previous, { mustStore, hasEvents: events.length > 0 });
	cache.hasThrown = failure !== undefined;
	if (failure !== undefined) {
		cache.failedPolls.clear();
		throw failure;
	}
	const states = results.flatMap((result) => ('state' in result && result.state ? [result.state] : []));
	const others = previous.plans.filter(({ planCode }) => !states.some((state) => state.planCode === planCode));
	const next = { ...previous, plans: [...others, ...states] };
	const state = mustStore ? { ...next, number, outbox: withEvents(previous, emitted, number) } : next;
	storeState(context, cache, state, !mustStore && saved !== 'yes');
	// A start without items runs no other node, but makes n8n store the state.
	return mustStore ? (asItems(events) ?? [[]]) : null;
}

function asItems(events: PlanEvent[]): INodeExecutionData[][] | null {
	return events.length === 0 ? null : [events.map((event) => ({ json: asJson(event) }))];
}

/** Of one response. A slower plan gets its baseline at the poll after the first one. */
const FIRST_RESPONSE_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** Of a plan that missed its last poll. It gets the whole time now and then, or a slow plan would never be read. */
const SLOW_PLAN_TIMEOUT_MS = 2_000;
const WHOLE_TIME_EVERY = 8;

function requestLimits({ isActivation }: Poll, missedPolls: number): { timeoutMs: number; maxAttempts: number } {
	if (isActivation) return { timeoutMs: FIRST_RESPONSE_TIMEOUT_MS, maxAttempts: 1 };
	if (missedPolls % WHOLE_TIME_EVERY > 0) return { timeoutMs: SLOW_PLAN_TIMEOUT_MS, maxAttempts: 1 };
	return { timeoutMs: RESPONSE_TIMEOUT_MS, maxAttempts: 2 };
}

/** Comparisons hold whole plans in memory, so all polls of this process take turns. */
const inTurn = oneAtATime();

/** Reads plans side by side, and compares one after another. */
async function pollEachPlan(poll: Poll, comparison: Comparison): Promise<PlanPollResult[]> {
	const { session, settings } = comparison;
	const { cancelSignal: deadline } = session;
	const { isActivation, cache } = poll;
	const pollPlan = async (planCode: string): Promise<PlanPollResult> => {
		// The next poll finds what changed: publishing and the start of n8n wait for nothing that can wait.
		if (isActivation && hasBaseline(comparison, planCode)) return { planCode, kind: 'unchanged' };
		const missed = cache.missedPolls.get(planCode) ?? 0;
		const startedAt = Date.now();
		let isRead = false;
		const readAndCompare = async () => {
			const text = await readPlanText(session, settings, planCode, requestLimits(poll, missed));
			isRead = true;
			return await inTurn(async () => await comparePlan(comparison, planCode, text));
		};
		try {
			const result = readAndCompare();
			// A login and another plan's comparison have times of their own.
			await untilAborted(result, deadline);
			deadline.throwIfAborted();
			return await result;
		} catch (error) {
			return { planCode, kind: 'failed', failure: deadline.aborted ? timeoutFailure() : asItemFailure(error) };
		} finally {
			const isMissed = !isRead && !isActivation && Date.now() - startedAt >= SLOW_PLAN_TIMEOUT_MS;
			cache.missedPolls.set(planCode, isMissed ? missed + 1 : 0);
		}
	};
	return await Promise.all(settings.planCodes.map(pollPlan));
}

/** A plan that goes on failing is reported by then, also while other plans have events at each poll. */
const MAX_FAILED_POLLS = 3;

/**
 * The failure that a poll ends with, if any. A throw stores nothing, so events go out first where that is possible: the
 * next poll meets the failure again.
 */
function failureToThrow(
	{ isActivation, cache }: Poll,
	results: PlanPollResult[],
	state: TriggerState,
	{ mustStore, hasEvents }: { mustStore: boolean; hasEvents: boolean },
): ItemFailure | undefined {
	const failedPolls = (planCode: string) => cache.failedPolls.get(planCode) ?? 0;
	for (const { planCode, kind } of results)
		cache.failedPolls.set(planCode, kind === 'failed' ? failedPolls(planCode) + 1 : 0);
	const failed = results.filter((result) => result.kind === 'failed');
	if (failed.length === 0) return undefined;
	if (isActivation) {
		// Somebody is there to put it right: a rejected login, or a plan that could never be read.
		const reason = failed.find(
			({ planCode, failure }) => !isTransient(failure) && (failure.isLogin || !planStateOf(state, planCode)),
		);
		return reason && !hasEvents ? asOneFailure(failed, reason) : undefined;
	}
	const overdue = failed.find(({ planCode }) => failedPolls(planCode) >= MAX_FAILED_POLLS);
	if (overdue !== undefined) return asOneFailure(failed, overdue);
	// After failed polls n8n may wait longer and longer, and one dead plan would silence the others: every other fails.
	const isSwallowed = cache.hasThrown && failed.length < results.length;
	return mustStore || isSwallowed ? undefined : asOneFailure(failed, failed[0]);
}

type Failed = Extract<PlanPollResult, { kind: 'failed' }>;

function asOneFailure(failed: Failed[], { planCode, failure }: Failed): ItemFailure {
	if (failure.isLogin) return failure;
	const named = withSubject(failure, { planCode });
	if (failed.length === 1) return named;
	return withContext(named, { message: `${named.message} (${failed.length} plans failed)` });
}

/**
 * @throws InvalidInputError when only changes start the workflow, and no new plan has the identity or what is watched:
 * none is found
 */
function assertAnyChange({ events }: TriggerSettings, results: PlanPollResult[]): void {
	if (events.size > 1 || !events.has('changed')) return;
	const warnings = results.map((result) =>
		result.kind === 'baseline' ? result.warnings.find(({ about }) => about !== 'filters') : undefined,
	);
	const [first] = warnings;
	if (first === undefined || warnings.includes(undefined)) return;
	throw new InvalidInputError(`Plan ${results[0].planCode}: ${first.message}`, WARNING_ADVICE[first.about]);
}

/** Writes into n8n's log what no execution shows. */
function logResults(reporter: Reporter, results: PlanPollResult[]): void {
	const warn = (message: string) => reporter.log('warn', message);
	for (const result of results) {
		const plan = `plan ${result.planCode}`;
		if (result.kind === 'failed') warn(`${plan} could not be read: ${result.failure.message}`);
		if (result.kind === 'emptied')
			warn(`${plan} is suddenly empty; its features are reported as removed if the next poll finds the same`);
		if (result.kind !== 'baseline') continue;
		for (const { message } of result.warnings) warn(`${plan}: ${message}`);
		reporter.log('info', `new baseline for ${plan}, because ${result.reason}; nothing is reported this time`);
	}
}

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Doors } from '../shared/doors';
import { InvalidInputError, ItemFailure, asItemFailure, withContext } from '../shared/item-error';
import { asJson } from '../shared/service-run';
import { withSubject } from '../shared/subject';
import { comparePlan, hasBaseline } from './compare';
import type { Comparison, PlanPollResult } from './compare';
import { testEvents } from './events';
import { PlanReader, beforeDeadline, deadlineOf, isTransient, notComparedFailure, pollError } from './read';
import { readSettings } from './settings';
import type { TriggerSettings } from './settings';
import { StateSize, cacheOf, loadState, planStateOf, storeState, withEvents, withPlans } from './state';
import type { NodeCache, PlanEvent, TriggerState } from './state';

/**
 * What changed since the last poll, an item for each change; null when nothing did. The first poll of a plan sets its
 * baseline. A plan that can't be read keeps its state.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const reporter = new Doors(context);
	try {
		if (context.getMode() === 'manual') return asItems(await testEvents(reporter));
		return await withPollLock(context, async (poll) => await pollForEvents(reporter, poll));
	} catch (error) {
		throw pollError(reporter, error);
	}
}

/**
 * Who asked for a poll. An activation is made when a workflow is published or n8n starts: a throw there blocks it.
 * A tick is made by n8n's durable scheduler: each has a context of its own. The scheduler in memory polls with the
 * context of the activation.
 */
type PollKind = 'activation' | 'tick' | 'inMemory';

interface Poll {
	kind: PollKind;
	/** Time that n8n gives to the poll. */
	budgetMs: number;
	cache: NodeCache;
	/** Whether the workflow was activated again: what this poll knows is out of date. */
	isSuperseded(): boolean;
}

/** Of every poll but a tick. n8n before 2.38 has no budget and no ticks. */
const BUDGET_WITHOUT_TICKS_MS = 300_000;

/** Contexts that have been polled with: the scheduler in memory uses the one of the activation again. */
const polledContexts = new WeakSet<IPollFunctions>();

/**
 * Polls of a node one at a time. A poll that meets another one gives null, which leaves the state alone. An activation
 * replaces the one that is running, because n8n has read the state again for it.
 */
async function withPollLock<T>(context: IPollFunctions, work: (poll: Poll) => Promise<T | null>): Promise<T | null> {
	const cache = cacheOf(context);
	const budgetMs = context.getPollBudgetMs?.() ?? BUDGET_WITHOUT_TICKS_MS;
	const kind = kindOf(context, budgetMs);
	if (kind !== 'activation' && cache.poll !== undefined) return null;
	const poll = Symbol(kind);
	cache.poll = poll;
	const isSuperseded = () => cache.poll !== poll;
	try {
		const result = await work({ kind, budgetMs, cache, isSuperseded });
		return isSuperseded() ? null : result;
	} finally {
		if (!isSuperseded()) cache.poll = undefined;
	}
}

/** Neither the context nor the activation mode tells a tick: they are those of an activation. The budget does. */
function kindOf(context: IPollFunctions, budgetMs: number): PollKind {
	if (budgetMs !== BUDGET_WITHOUT_TICKS_MS) return 'tick';
	if (polledContexts.has(context)) return 'inMemory';
	polledContexts.add(context);
	return 'activation';
}

async function pollForEvents(reporter: Doors<IPollFunctions>, poll: Poll): Promise<INodeExecutionData[][] | null> {
	const { context } = reporter;
	const { kind, cache } = poll;
	const settings = readSettings(context);
	const loaded = loadState(context, cache, settings.planCodes, kind === 'activation');
	const { state: known, number, redelivered, isUnsaved } = loaded;
	const size = new StateSize(known);
	const reader = await PlanReader.open(reporter, settings, deadlineOf(context, pollTimeoutMs(poll)));
	const results = await pollEachPlan(poll, { settings, reader, known, number, size });
	if (poll.isSuperseded()) return null;
	logResults(reporter, results, size.warning);
	assertAnyIdentity(settings, results);
	const emitted = results.flatMap((result) => (result.is === 'changed' && result.events.length > 0 ? [result] : []));
	const events = [...redelivered, ...emitted.flatMap((result) => result.events)];
	const mustStore =
		isUnsaved || redelivered.length > 0 || results.some(({ is }) => is !== 'unchanged' && is !== 'failed');
	const failure = failureToThrow(poll, results, known, { mustStore, hasEvents: events.length > 0 });
	cache.hasThrown = failure !== undefined;
	if (failure !== undefined) {
		cache.failedPolls.clear();
		throw failure;
	}
	const updated = withPlans(
		known,
		results.flatMap((result) => ('state' in result && result.state ? [result.state] : [])),
	);
	cache.state = mustStore ? { ...updated, number, outbox: withEvents(known, emitted, number) } : updated;
	storeState(context, cache.state);
	// A start without items runs no other node, but makes n8n store the state.
	return mustStore ? (asItems(events) ?? [[]]) : null;
}

function asItems(events: PlanEvent[]): INodeExecutionData[][] | null {
	return events.length === 0 ? null : [events.map((event) => ({ json: asJson(event) }))];
}

/** n8n publishes five workflows at once, so a first poll is short: a slower plan gets its baseline at the next one. */
const FIRST_RESPONSE_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 30_000;
/** Of a plan that missed its last poll. It gets the whole time now and then, or a slow plan would never be read. */
const SLOW_PLAN_TIMEOUT_MS = 2_000;
const WHOLE_TIME_EVERY = 8;
/** n8n ends an activation after 84 s, and a tick after 45 s. */
const ACTIVATION_TIMEOUT_MS = 18_000;
/** The budget that a tick has by default. */
const MAX_BUDGET_MS = 36_000;
/** For n8n to start the workflow. */
const RESERVE_MS = 5_000;

function pollTimeoutMs({ kind, budgetMs }: Poll): number {
	if (kind === 'activation') return ACTIVATION_TIMEOUT_MS;
	const budget = Math.min(budgetMs, MAX_BUDGET_MS);
	return budget - Math.min(RESERVE_MS, budget / 2);
}

/** Comparisons hold whole plans in memory, so all polls of this process take turns. */
let lastComparison: Promise<unknown> = Promise.resolve();

/** Reads plans side by side, and compares one after another. */
async function pollEachPlan({ kind, cache }: Poll, comparison: Comparison): Promise<PlanPollResult[]> {
	const { reader, settings } = comparison;
	const pollPlan = async (planCode: string): Promise<PlanPollResult> => {
		// The next poll finds what changed: publishing and the start of n8n wait for nothing that can wait.
		if (kind === 'activation' && hasBaseline(comparison, planCode)) return { planCode, is: 'unchanged' };
		const missed = cache.missedPolls.get(planCode) ?? 0;
		const startedAt = Date.now();
		let text: string | undefined;
		try {
			text = await reader.read(planCode, requestLimits(kind, missed));
			const compared = lastComparison.then(async () => await comparePlan(comparison, planCode, String(text)));
			lastComparison = compared.catch(() => undefined);
			return await beforeDeadline(compared, reader.deadline);
		} catch (error) {
			const failure = error === reader.deadline.reason ? notComparedFailure() : asItemFailure(error);
			return { planCode, is: 'failed', failure };
		} finally {
			const isMissed = text === undefined && kind !== 'activation' && Date.now() - startedAt >= SLOW_PLAN_TIMEOUT_MS;
			cache.missedPolls.set(planCode, isMissed ? missed + 1 : 0);
		}
	};
	return await Promise.all(settings.planCodes.map(pollPlan));
}

function requestLimits(kind: PollKind, missedPolls: number): { timeoutMs: number; maxAttempts: number } {
	if (kind === 'activation') return { timeoutMs: FIRST_RESPONSE_TIMEOUT_MS, maxAttempts: 1 };
	if (missedPolls % WHOLE_TIME_EVERY > 0) return { timeoutMs: SLOW_PLAN_TIMEOUT_MS, maxAttempts: 1 };
	return { timeoutMs: RESPONSE_TIMEOUT_MS, maxAttempts: 2 };
}

/** A plan that goes on failing is told by then, also while other plans have events at each poll. */
const MAX_FAILED_POLLS = 3;

/**
 * The failure that a poll ends with, if any. A throw stores nothing, so events go out first where that is possible: the
 * next poll meets the failure again.
 */
function failureToThrow(
	{ kind, cache }: Poll,
	results: PlanPollResult[],
	known: TriggerState,
	{ mustStore, hasEvents }: { mustStore: boolean; hasEvents: boolean },
): ItemFailure | undefined {
	const failedPolls = (planCode: string) => cache.failedPolls.get(planCode) ?? 0;
	for (const { planCode, is } of results)
		cache.failedPolls.set(planCode, is === 'failed' ? failedPolls(planCode) + 1 : 0);
	const failed = results.filter((result) => result.is === 'failed');
	if (failed.length === 0) return undefined;
	if (kind === 'activation') {
		// Somebody is there to put it right: a rejected login, or a plan that could never be read.
		const reason = failed.find(
			({ planCode, failure }) => !isTransient(failure) && (failure.isLogin || !planStateOf(known, planCode)),
		);
		return reason && !hasEvents ? asOneFailure(failed, reason) : undefined;
	}
	const overdue = failed.find(({ planCode }) => failedPolls(planCode) >= MAX_FAILED_POLLS);
	if (overdue !== undefined) return asOneFailure(failed, overdue);
	// After failed ticks n8n waits longer and longer, so one dead plan would silence the others: n8n sees each other one.
	const isSwallowed = kind === 'tick' && cache.hasThrown && failed.length < results.length;
	return mustStore || isSwallowed ? undefined : asOneFailure(failed, failed[0]);
}

type Failed = Extract<PlanPollResult, { is: 'failed' }>;

function asOneFailure(failed: Failed[], { planCode, failure }: Failed): ItemFailure {
	if (failure.isLogin) return failure;
	const named = withSubject(failure, { planCode });
	if (failed.length === 1) return named;
	return withContext(named, { message: `${named.message} (${failed.length} plans failed)` });
}

/**
 * Only changes start the workflow, and no plan has the identity: nothing would ever be reported. Only a baseline says
 * so; later a plan may have no such feature for a while.
 * @throws InvalidInputError
 */
function assertAnyIdentity({ events }: TriggerSettings, results: PlanPollResult[]): void {
	if (events.size > 1 || !events.has('changed')) return;
	const misfits = results.map((result) =>
		result.is === 'baseline' ? result.warnings.find(({ about }) => about === 'identity') : undefined,
	);
	const [misfit] = misfits;
	if (misfit === undefined || misfits.includes(undefined)) return;
	throw new InvalidInputError(
		`Plan ${results[0].planCode}: ${misfit.message}`,
		'Choose another Identify By, or another field or property for it.',
	);
}

const WHY = {
	new: 'it is read for the first time',
	settings: 'the settings, the Base URL or the version of the node have changed',
	identities: 'all its features have new identities, and most contents are unchanged',
} satisfies Record<Extract<PlanPollResult, { is: 'baseline' }>['why'], string>;

/** Writes into n8n's log what no execution shows. */
function logResults(reporter: Doors, results: PlanPollResult[], warning: string | undefined): void {
	const warn = (message: string) => reporter.log('warn', message);
	for (const result of results) {
		const { planCode } = result;
		if (result.is === 'failed') warn(`plan ${planCode} could not be read: ${result.failure.message}`);
		if (result.is === 'emptied')
			warn(`plan ${planCode} is suddenly empty; its features are reported as removed if the next poll finds the same`);
		if (result.is !== 'baseline') continue;
		for (const { message } of result.warnings) warn(`plan ${planCode}: ${message}`);
		reporter.log(
			'info',
			`new baseline for plan ${planCode}, because ${WHY[result.why]}; nothing is reported this time`,
		);
	}
	if (warning !== undefined) warn(warning);
}

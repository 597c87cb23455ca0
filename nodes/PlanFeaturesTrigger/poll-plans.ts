import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asItemFailure, unwrap } from '../shared/item-error';
import { asJson } from '../shared/item-loop';
import { openSession } from '../shared/session';
import type { Session } from '../shared/session';
import { FirstPoll } from './first-poll';
import { runOneByOne } from './in-pieces';
import { MemoryBound } from './memory-bound';
import { logReadings } from './poll-log';
import { timesOfPoll } from './patience';
import type { PollTimes } from './patience';
import { comparePlan, fingerprintOf } from './plan-comparison';
import type { PlanAnswer, PlanReading, PollState } from './plan-comparison';
import type { PlanEvent } from './plan-event';
import { TriggerMemory } from './plan-memory';
import { asPollError, failureOf, identityFailure, noTimeLeftFailure, notAnsweredFailure } from './poll-failure';
import { pollInTurn } from './poll-turn';
import type { Turn } from './poll-turn';
import { readPlan } from './read-plan';
import { sampleEvents } from './sample-events';
import { readSideBySide } from './side-by-side';
import { readTriggerSettings } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';

/**
 * What changed since the last poll, one item for each change; null when nothing did. The first poll of a
 * plan only remembers it. A plan that cannot be read keeps what is known of it.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		if (context.getMode() === 'manual') return asItems(await sampleEvents(context));
		return await pollInTurn(context, async (turn) => await newEvents(context, turn));
	} catch (error) {
		throw asPollError(context.getNode(), error);
	}
}

async function newEvents(context: IPollFunctions, turn: Turn): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(context);
	const memory = new TriggerMemory(context.getWorkflowStaticData('node'));
	if (isStale(turn, memory)) return null;
	const bound = new MemoryBound(settings.planCodes, memory);
	const readings = await readAll(context, settings, { known: memory, bound }, turn);
	if (turn.isSuperseded()) return null;
	logReadings(context, readings, bound.warning);
	const wrong = identityFailure(settings, readings);
	if (wrong !== undefined) throw wrong;
	const failure = failureOf(readings, turn.kind, (planCode) => memory.of(planCode) !== undefined);
	const events = readings.flatMap((reading) => reading.events);
	const mustOutlive = events.length > 0 || readings.some((reading) => reading.mustOutlive);
	// A throw stores nothing, so what was found goes out first: the next poll meets the failure again.
	const mayThrow = turn.kind === 'activation' ? events.length === 0 : !mustOutlive;
	if (failure !== undefined && mayThrow && !isLetPass(turn, readings)) {
		turn.notes.hasFailed = true;
		throw failure;
	}
	turn.notes.hasFailed = false;
	memory.update(
		settings.planCodes,
		new Map(readings.flatMap(({ planCode, memory: now }) => (now === undefined ? [] : [[planCode, now]]))),
	);
	if (mustOutlive) turn.notes.handedOverAge = memory.age;
	// A start without items runs no other node, but makes n8n store what is remembered.
	return mustOutlive ? (asItems(events) ?? [[]]) : null;
}

/** A busy n8n stores late what a tick handed over: the state from before would give the same events again. */
function isStale({ kind, notes }: Turn, { age }: TriggerMemory): boolean {
	return kind === 'tick' && age < notes.handedOverAge && Date.now() - notes.handedOverAt < LONGEST_STORING_MS;
}

/** After that a state that is older is one that somebody has put back. */
const LONGEST_STORING_MS = 60_000;

async function readAll(
	context: IPollFunctions,
	settings: TriggerSettings,
	state: Pick<PollState, 'known' | 'bound'>,
	{ kind, budgetMs, notes }: Turn,
): Promise<PlanReading[]> {
	const times = timesOfPoll(kind, budgetMs);
	const end = new AbortController();
	const session = await openSession(context, 'poll', settings.concurrency, end.signal);
	// The first call goes alone, because it may log in; a plan that hangs would hold up the others so.
	AbortSignal.timeout(ALONE_MS).addEventListener('abort', () => session.openWay());
	const first = kind === 'activation' ? new FirstPoll(session.settings.baseUrl, times.pollMs) : undefined;
	const pollMs = () => first?.longestMs() ?? times.pollMs;
	const answered = new Set<string>();
	const readings = await readSideBySide(settings.planCodes, notes, pollMs, async (planCode, reading) => {
		const read = await readOne(session, settings, times, planCode, async (answer) => {
			answered.add(planCode);
			reading.answered();
			return await runOneByOne(async () => await comparePlan(settings, { ...state, isOver: reading.isOver }, answer));
		});
		return { ...read, hasEvents: read.events.length > 0, hasFailed: read.failure !== undefined };
	});
	end.abort();
	first?.end(readings.some((read) => read?.hasFailed ?? true));
	return settings.planCodes.map((planCode, index): PlanReading => {
		return (
			readings[index] ?? {
				planCode,
				events: [],
				failure: answered.has(planCode) ? noTimeLeftFailure() : notAnsweredFailure(),
			}
		);
	});
}

/** Time in which a login usually ends. */
const ALONE_MS = 3_000;

async function readOne(
	session: Session,
	settings: TriggerSettings,
	times: PollTimes,
	planCode: string,
	compare: (answer: PlanAnswer) => Promise<PlanReading>,
): Promise<PlanReading> {
	try {
		const text = unwrap(await readPlan(session, settings.request, times, planCode));
		const fingerprint = fingerprintOf(settings, session.settings.baseUrl);
		return await compare({ planCode, text, fingerprint, secrets: session.secrets });
	} catch (error) {
		return { planCode, events: [], failure: asItemFailure(error) };
	}
}

/**
 * After failed ticks n8n waits longer and longer for the next one, so that one plan that goes on failing would silence
 * those that are well. The tick after a failed one ends well therefore, and n8n counts from the beginning.
 */
function isLetPass({ kind, notes }: Turn, readings: PlanReading[]): boolean {
	return kind === 'tick' && notes.hasFailed && readings.some(({ failure }) => failure === undefined);
}

function asItems(events: PlanEvent[]): INodeExecutionData[][] | null {
	return events.length === 0 ? null : [events.map((event) => ({ json: asJson(event) }))];
}

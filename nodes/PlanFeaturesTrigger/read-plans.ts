import { featuresAddress } from '../../service/api';
import { readText } from '../shared/call';
import type { Doors } from '../shared/doors';
import { ItemFailure, asItemFailure, unwrap } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import { openSession } from '../shared/session';
import type { Session } from '../shared/session';
import { comparePlan, fingerprintOf, isKnown } from './compare-plan';
import type { PollState, Reading } from './compare-plan';
import {
	ALONE_MS,
	LATE_MS,
	isLate,
	noTimeLeftFailure,
	notAnsweredFailure,
	timeForPlan,
	timeOfPoll,
	within,
} from './poll-times';
import type { Turn } from './poll-turn';
import type { TriggerSettings } from './trigger-settings';

/** A service that asks for more is read by the next poll. */
const LONGEST_WAIT_MS = 5_000;

/** One poll of several plans. */
interface Poll {
	turn: Turn;
	settings: TriggerSettings;
	session: Session;
	state: PollState;
	endsAt: number;
}

/**
 * Reads plans side by side and compares them. Those that missed their last poll come after the others, so that their
 * short time is their own.
 * @returns a reading of each plan, in their order
 */
export async function readPlans(
	doors: Doors,
	settings: TriggerSettings,
	state: Omit<PollState, 'isOver'>,
	turn: Turn,
): Promise<Reading[]> {
	const endsAt = Date.now() + timeOfPoll(turn.kind, turn.budgetMs);
	const end = new AbortController();
	const session = await openSession(doors, 'poll', settings.concurrency, end.signal);
	AbortSignal.timeout(ALONE_MS).addEventListener('abort', () => session.openWay());
	// The clock is looked at, too: work that keeps the process busy makes timers late.
	const isOver = () => end.signal.aborted || Date.now() >= endsAt;
	const poll = { turn, settings, session, state: { ...state, isOver }, endsAt };
	const late = settings.planCodes.filter((planCode) => isLate(missedPolls(turn, planCode)));
	const well = settings.planCodes.filter((planCode) => !late.includes(planCode));
	const readings = new Map<string, Reading>();
	const readAll = async (planCodes: string[]) =>
		await Promise.all(planCodes.map(async (planCode) => readings.set(planCode, await readOne(poll, planCode))));
	await readAll(well);
	await readAll(late);
	end.abort();
	return settings.planCodes.flatMap((planCode) => readings.get(planCode) ?? []);
}

function missedPolls({ notes }: Turn, planCode: string): number {
	return notes.missed.get(planCode) ?? 0;
}

async function readOne(poll: Poll, planCode: string): Promise<Reading> {
	const { turn, session, settings, state, endsAt } = poll;
	const fingerprint = fingerprintOf(settings, session.settings.baseUrl);
	// What changed is found by the next poll: publishing and the start of n8n wait for nothing that can wait.
	if (turn.kind === 'activation' && isKnown(state.known, settings, planCode, fingerprint))
		return { planCode, is: 'same' };
	try {
		const text = unwrap(await readInTime(poll, planCode));
		const answer = { planCode, text, fingerprint, secrets: session.secrets };
		const compared = runOneByOne(async () => await comparePlan(settings, state, answer));
		return unwrap((await within(endsAt - Date.now(), compared)) ?? noTimeLeftFailure());
	} catch (error) {
		return { planCode, is: 'failed', failure: asItemFailure(error) };
	}
}

/** The text of a plan, or why there is none. A plan that keeps the poll waiting has less time in the next one. */
async function readInTime({ turn, session, settings, endsAt }: Poll, planCode: string): Promise<string | ItemFailure> {
	const startedAt = Date.now();
	const missed = missedPolls(turn, planCode);
	const timeMs = Math.min(timeForPlan(turn.kind, missed), Math.max(1, endsAt - startedAt));
	const tries = turn.kind === 'activation' ? 1 : 2;
	const text =
		(await within(timeMs, readPlan(session, settings.request, planCode, { timeMs, tries }))) ?? notAnsweredFailure();
	const isMissed = text instanceof ItemFailure && Date.now() - startedAt >= LATE_MS;
	if (!isMissed) turn.notes.missed.delete(planCode);
	else if (turn.kind !== 'activation') turn.notes.missed.set(planCode, missed + 1);
	return text;
}

/**
 * The text of a plan (section 4.3), or why there is none. A poll tries once or twice and leaves the rest to the next.
 */
export async function readPlan(
	session: Session,
	{ partnerCode, ...limits }: RequestOptions,
	planCode: string,
	{ timeMs = Infinity, tries }: { timeMs?: number; tries: number },
): Promise<string | ItemFailure> {
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const timeoutMs = Math.min(limits.timeoutMs, timeMs);
	const maxWaitMs = Math.min(limits.maxWaitMs, LONGEST_WAIT_MS);
	return await readText(
		session,
		{ method: 'GET', url, partnerCode, timeoutMs },
		{ ...limits, timeoutMs, maxWaitMs, maxAttempts: tries },
	);
}

let last: Promise<unknown> = Promise.resolve();

/** Work that holds whole plans in memory, one after another for all polls of this process. */
async function runOneByOne<T>(work: () => Promise<T>): Promise<T> {
	const result = last.then(work);
	last = result.catch(() => undefined);
	return await result;
}

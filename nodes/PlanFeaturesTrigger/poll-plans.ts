import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Doors } from '../shared/doors';
import { asJson } from '../shared/service-run';
import type { Reading } from './compare-plan';
import { fillOutbox, openOutbox } from './outbox';
import type { PlanEvent } from './plan-event';
import { MemoryBound, withPlans } from './plan-memory';
import { asPollError, identityFailure, pollFailure } from './poll-failure';
import { noTimeLeftFailure } from './poll-times';
import { keptStates, pollInTurn } from './poll-turn';
import type { Turn } from './poll-turn';
import { readPlans } from './read-plans';
import { sampleEvents } from './sample-events';
import { readTriggerSettings } from './trigger-settings';
import type { TriggerSettings } from './trigger-settings';
import { ofWatched, storeState, storedState } from './trigger-state';

/**
 * What changed since the last poll, one item for each change; null when nothing did. The first poll of a
 * plan only remembers it. A plan that cannot be read keeps what is known of it.
 */
export async function pollPlans(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const doors = new Doors(context);
	try {
		if (context.getMode() === 'manual') return asItems(await sampleEvents(doors));
		return await pollInTurn(context, async (turn) => await newEvents(doors, turn));
	} catch (error) {
		throw asPollError(doors, error);
	}
}

async function newEvents(doors: Doors<IPollFunctions>, turn: Turn): Promise<INodeExecutionData[][] | null> {
	const { context } = doors;
	const settings = readTriggerSettings(context);
	const { notes } = turn;
	const { again, known, number, isBehind } = stateOf(context, settings, turn);
	const bound = new MemoryBound(known.plans);
	const readings = await readPlans(doors, settings, { known, number, bound, unsteady: notes.unsteady }, turn);
	if (turn.isSuperseded()) return null;
	logReadings(doors, readings, bound.warning);
	const wrong = identityFailure(settings, readings);
	if (wrong !== undefined) throw wrong;
	const events = [...again, ...readings.flatMap((reading) => (reading.is === 'compared' ? reading.events : []))];
	const mustOutlive = isBehind || again.length > 0 || readings.some(({ is }) => is !== 'same' && is !== 'failed');
	const failure = pollFailure(readings, turn.kind, known);
	// A throw stores nothing, so what was found goes out first: the next poll meets the failure again.
	const mayThrow = turn.kind === 'activation' ? events.length === 0 : !mustOutlive;
	const isThrown = failure !== undefined && mayThrow && !isLetPass(turn, readings);
	notes.hasFailed = isThrown;
	noteUnsteady(turn, readings, isThrown);
	if (isThrown) throw failure;
	// n8n throws away what comes later.
	if (turn.kind === 'tick' && Date.now() - turn.startedAt > turn.budgetMs) throw noTimeLeftFailure();
	const changed = readings.flatMap((reading) => ('memory' in reading && reading.memory ? [reading.memory] : []));
	const plans = withPlans(known.plans, changed);
	const { outbox, tooLarge } = fillOutbox(known, readings, number);
	for (const planCode of tooLarge) {
		const words = 'has more to tell than is kept for the case that n8n ends now; it is compared again then';
		doors.log('warn', `plan ${planCode} ${words}`);
	}
	notes.kept = { ...known, plans, ...(mustOutlive && { number, outbox }) };
	storeState(context, notes.kept, keptStates(notes));
	// A start without items runs no other node, but makes n8n store what is remembered.
	return mustOutlive ? (asItems(events) ?? [[]]) : null;
}

/** n8n stores a state up to 49 s late. What it has not stored by then is lost, with what was handed over. */
const STORED_WITHIN_MS = 60_000;

interface Opened extends ReturnType<typeof openOutbox> {
	/** Of what is handed over now. */
	number: number;
	/** Whether n8n lost what this process handed over, as where the workflow was unpublished meanwhile. */
	isBehind: boolean;
}

/**
 * What is known at the beginning of a poll, and what has to be told again: a process that has not polled the node
 * before goes by what n8n has stored, and tells all of it. Later polls go on from what this process knows: n8n stores
 * it late, or puts an older state in its place where another node of the workflow stores its own.
 */
function stateOf(context: IPollFunctions, { planCodes }: TriggerSettings, { kind, notes: { kept } }: Turn): Opened {
	const stored = storedState(context);
	const state = kept === undefined || kept.number < stored.number ? stored : kept;
	const isLate = kind === 'activation' || Date.now() - state.number > STORED_WITHIN_MS;
	// Under the name that a node was given just now nothing is stored.
	const isUnnamed = stored.plans.length === 0 && state.plans.length > 0;
	const isBehind = isLate && (stored.number < state.number || isUnnamed);
	const number = Math.max(Date.now(), state.number + 1);
	const after = isBehind ? stored.number : Infinity;
	return { ...openOutbox(ofWatched(state, planCodes), kept === undefined ? 0 : after, number), number, isBehind };
}

/** That a plan is unsteady is told once, and again when it has been well in between. */
function noteUnsteady({ notes: { unsteady } }: Turn, readings: Reading[], isThrown: boolean): void {
	for (const reading of readings) {
		const { planCode } = reading;
		const digest = 'unsteady' in reading ? reading.unsteady : undefined;
		if (digest !== undefined && (reading.is === 'same' || isThrown)) unsteady.set(planCode, digest);
		if (digest === undefined && reading.is !== 'failed' && reading.is !== 'emptied') unsteady.delete(planCode);
	}
}

/**
 * After failed ticks n8n waits longer and longer for the next one, so that one plan that goes on failing would silence
 * those that are well. The tick after a failed one ends well therefore, and n8n counts from the beginning.
 */
function isLetPass({ kind, notes }: Turn, readings: Reading[]): boolean {
	return kind === 'tick' && notes.hasFailed && readings.some(({ is }) => is !== 'failed');
}

function asItems(events: PlanEvent[]): INodeExecutionData[][] | null {
	return events.length === 0 ? null : [events.map((event) => ({ json: asJson(event) }))];
}

const WHY = {
	new: 'it is read for the first time',
	settings: 'the settings or the Base URL have changed',
	identities: 'all its features have other identities',
} satisfies Record<Extract<Reading, { is: 'baseline' }>['why'], string>;

/** Writes into n8n's log what no execution shows. */
function logReadings(doors: Doors, readings: Reading[], warning: string | undefined): void {
	const warn = (words: string) => doors.log('warn', words);
	for (const reading of readings) {
		const { planCode } = reading;
		if (reading.is === 'failed') warn(`plan ${planCode} could not be read: ${reading.failure.message}`);
		if (reading.is === 'emptied') {
			warn(
				`plan ${planCode} is empty all at once; its features are reported as removed if the next poll says the same`,
			);
		}
		if (reading.is !== 'baseline') continue;
		for (const { words } of reading.doubts) warn(`plan ${planCode}: ${words}`);
		doors.log(
			'info',
			`new baseline for plan ${planCode}, because ${WHY[reading.why]}; nothing is reported for it this time`,
		);
	}
	if (warning !== undefined) warn(warning);
}

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { inertLine } from '../../service/text';
import { asJson } from '../shared/item-loop';
import type { Reading } from './compare-plan';
import { THIS_PROCESS, fillOutbox, openOutbox } from './outbox';
import type { PlanEvent } from './plan-event';
import { MemoryBound, withPlans } from './plan-memory';
import type { PlanMemory } from './plan-memory';
import { asPollError, identityFailure, pollFailure } from './poll-failure';
import { noTimeLeftFailure } from './poll-times';
import { pollInTurn } from './poll-turn';
import type { Turn } from './poll-turn';
import { readPlans } from './read-plans';
import { sampleEvents } from './sample-events';
import { readTriggerSettings } from './trigger-settings';
import { ofWatched, storeState, storedState } from './trigger-state';
import type { TriggerState } from './trigger-state';

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
	const { notes } = turn;
	const stored = ofWatched(stateOf(context, turn), settings.planCodes);
	const isOfAnother = !notes.isSettled && stored.process !== THIS_PROCESS;
	const { again, known } = isOfAnother ? openOutbox(stored) : { again: [], known: stored };
	const bound = new MemoryBound(known.plans);
	const readings = await readPlans(context, settings, { known, bound, remade: notes.remade }, turn);
	if (turn.isSuperseded()) return null;
	logReadings(context, readings, bound.warning);
	const wrong = identityFailure(settings, readings);
	if (wrong !== undefined) throw wrong;
	const events = [...again, ...readings.flatMap((reading) => (reading.is === 'compared' ? reading.events : []))];
	const mustOutlive = again.length > 0 || readings.some(({ is }) => is !== 'same' && is !== 'failed');
	const failure = pollFailure(readings, turn.kind, known);
	// A throw stores nothing, so what was found goes out first: the next poll meets the failure again.
	const mayThrow = turn.kind === 'activation' ? events.length === 0 : !mustOutlive;
	const isThrown = failure !== undefined && mayThrow && !isLetPass(turn, readings);
	notes.hasFailed = isThrown;
	noteRemade(turn, readings, isThrown);
	if (isThrown) throw failure;
	// n8n throws away what comes later.
	if (turn.kind === 'tick' && Date.now() - turn.startedAt > turn.budgetMs) throw noTimeLeftFailure();
	const changed = readings.flatMap((reading) => ('memory' in reading && reading.memory ? [reading.memory] : []));
	const plans = withPlans(known.plans, changed);
	notes.isSettled ||= mustOutlive || stored.outbox.length === 0;
	notes.kept = mustOutlive ? handedOver(context, known, plans, readings) : { ...known, plans };
	storeState(context, notes.kept);
	// A start without items runs no other node, but makes n8n store what is remembered.
	return mustOutlive ? (asItems(events) ?? [[]]) : null;
}

/**
 * What is known at the beginning of a poll. An activation goes by what n8n has stored, because n8n throws a hand-over
 * away where the workflow was unpublished. Later polls go on from what this process knows: n8n stores it late, and puts
 * an older state in its place where another node of the workflow stores its own. So does an activation of a node that
 * was renamed, because n8n has nothing under its new name, or what it left there earlier.
 */
function stateOf(context: IPollFunctions, { kind, notes }: Turn): TriggerState {
	const stored = storedState(context);
	const { nodeName } = stored;
	if (kind === 'activation' && notes.kept?.nodeName === nodeName) notes.kept = undefined;
	const { kept = stored } = notes;
	return kept.number < stored.number ? stored : { ...kept, nodeName };
}

/** What is known when events were handed over. */
function handedOver(
	context: IPollFunctions,
	known: TriggerState,
	plans: PlanMemory[],
	readings: Reading[],
): TriggerState {
	const { outbox, tooLarge } = fillOutbox(known, readings);
	const number = Math.max(Date.now(), known.number + 1);
	for (const planCode of tooLarge) {
		const words = 'has more to tell than is kept for the case that n8n ends now; it is compared again then';
		context.logger.warn(logLine(`plan ${planCode} ${words}`));
	}
	return { ...known, number, plans, process: THIS_PROCESS, outbox };
}

/** That the identities of a plan do not stay is told once, and again when it has been well in between. */
function noteRemade({ notes: { remade } }: Turn, readings: Reading[], isThrown: boolean): void {
	for (const reading of readings) {
		if (reading.is === 'compared' || reading.is === 'baseline') remade.delete(reading.planCode);
		if (reading.is === 'failed' && reading.remade !== undefined && isThrown) {
			remade.set(reading.planCode, reading.remade);
		}
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

/** One line, inert: a plan code is written as it was typed, and the rest may quote the service. */
function logLine(words: string): string {
	return inertLine(`Plan Features Trigger: ${words}`);
}

const WHY = {
	new: 'it is read for the first time',
	settings: 'the settings or the Base URL have changed',
	identities: 'all its features have other identities',
} satisfies Record<Extract<Reading, { is: 'baseline' }>['why'], string>;

/** Writes into n8n's log what no execution shows. */
function logReadings({ logger }: IPollFunctions, readings: Reading[], warning: string | undefined): void {
	const warn = (words: string) => logger.warn(logLine(words));
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
		logger.info(
			logLine(`new baseline for plan ${planCode}, because ${WHY[reading.why]}; nothing is reported for it this time`),
		);
	}
	if (warning !== undefined) warn(warning);
}

import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { inertLine } from '../../service/text';
import { asJson } from '../shared/item-loop';
import type { Reading } from './compare-plan';
import type { PlanEvent } from './plan-event';
import { MemoryBound, readState, withPlans, writeState } from './plan-memory';
import type { TriggerState } from './plan-memory';
import { asPollError, identityFailure, pollFailure } from './poll-failure';
import { pollInTurn } from './poll-turn';
import type { Turn } from './poll-turn';
import { readPlans } from './read-plans';
import { sampleEvents } from './sample-events';
import { readTriggerSettings } from './trigger-settings';

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
	const staticData = context.getWorkflowStaticData('node');
	const known = readState(staticData);
	if (isStale(turn, known)) return null;
	const bound = new MemoryBound(settings.planCodes, known);
	const readings = await readPlans(context, settings, { known, bound }, turn);
	if (turn.isSuperseded()) return null;
	logReadings(context, readings, bound.warning);
	const wrong = identityFailure(settings, readings);
	if (wrong !== undefined) throw wrong;
	const events = readings.flatMap((reading) => (reading.is === 'compared' ? reading.events : []));
	const mustOutlive = readings.some(({ is }) => is !== 'same' && is !== 'failed');
	const failure = pollFailure(readings, turn.kind, known);
	// A throw stores nothing, so what was found goes out first: the next poll meets the failure again.
	const mayThrow = turn.kind === 'activation' ? events.length === 0 : !mustOutlive;
	if (failure !== undefined && mayThrow && !isLetPass(turn, readings)) {
		turn.notes.hasFailed = true;
		throw failure;
	}
	turn.notes.hasFailed = false;
	const changed = readings.flatMap((reading) => ('memory' in reading && reading.memory ? [reading.memory] : []));
	const plans = withPlans(known.plans, settings.planCodes, changed);
	const number = mustOutlive ? known.number + 1 : known.number;
	writeState(staticData, { number, plans });
	if (mustOutlive) turn.notes.handedOver = number;
	// A start without items runs no other node, but makes n8n store what is remembered.
	return mustOutlive ? (asItems(events) ?? [[]]) : null;
}

/** A busy n8n stores late what a tick handed over: the state from before would give the same events again. */
function isStale({ kind, notes }: Turn, { number }: TriggerState): boolean {
	return kind === 'tick' && number < notes.handedOver && Date.now() - notes.handedOverAt < LONGEST_STORING_MS;
}

/** After that a state that is older is one that somebody has put back. */
const LONGEST_STORING_MS = 60_000;

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

/** Writes into n8n's log what no execution shows. */
function logReadings({ logger }: IPollFunctions, readings: Reading[], warning: string | undefined): void {
	// One line each, inert: a plan code is written as it was typed, and the rest may quote the service.
	const line = (words: string) => inertLine(`Plan Features Trigger: ${words}`);
	const warn = (words: string) => logger.warn(line(words));
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
		const why = reading.why === 'new' ? 'it is read for the first time' : 'the settings or the Base URL have changed';
		logger.info(line(`new baseline for plan ${planCode}, because ${why}; nothing is reported for it this time`));
	}
	if (warning !== undefined) warn(warning);
}

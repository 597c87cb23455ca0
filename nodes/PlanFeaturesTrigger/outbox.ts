import { randomUUID } from 'crypto';
import { withoutSignatures } from '../../service/plan';
import type { Reading } from './compare-plan';
import type { PlanEvent } from './plan-event';
import { memoryOf } from './trigger-state';
import type { Letter, TriggerState } from './trigger-state';

/** Marks what this process hands over. */
export const THIS_PROCESS = randomUUID();

/** A hand-over that is older has become an execution, or never will. */
const KEPT_MS = 120_000;
/** All events together, in characters. */
const MOST_KEPT = 1_000_000;

/**
 * What has to be told again. n8n stores what is remembered first and makes an execution of the events up to 49 s later:
 * where it ends in between, they are lost. So they are stored, too, and the next process tells them again.
 * @returns the events, and what is known beside them: of some plans what was known before
 */
export function openOutbox(stored: TriggerState): { again: PlanEvent[]; known: TriggerState } {
	const before = new Map(stored.outbox.map((letter) => [letter.planCode, letter.before]));
	const events = stored.outbox.filter((letter) => letter.events !== undefined);
	return {
		again: events.flatMap((letter) => JSON.parse(letter.events ?? '[]') as PlanEvent[]),
		known: {
			...stored,
			plans: stored.plans.map((plan) => before.get(plan.planCode) ?? plan),
			outbox: events.map((letter) => ({ ...letter, at: Date.now() })),
		},
	};
}

/**
 * The outbox with what is handed over now. Events that are too large for it are found again by comparing the plan with
 * what was known before them.
 * @returns the plans, too, of which that is so
 */
export function fillOutbox(
	known: TriggerState,
	readings: readonly Reading[],
): { outbox: Letter[]; tooLarge: string[] } {
	const at = Date.now();
	const outbox = known.outbox.filter((letter) => letter.at > at - KEPT_MS);
	const tooLarge: string[] = [];
	let size = outbox.reduce((sum, { events = '' }) => sum + events.length, 0);
	for (const reading of readings) {
		if (reading.is !== 'compared' || reading.events.length === 0) continue;
		const { planCode } = reading;
		const earlier = outbox.find((letter) => letter.planCode === planCode && letter.before !== undefined);
		const letter = letterOf(planCode, at, reading.events);
		const fits = earlier === undefined && size + letter.events.length <= MOST_KEPT;
		if (fits) size += letter.events.length;
		else tooLarge.push(planCode);
		// What was known before earlier events covers these, too.
		if (earlier !== undefined) outbox[outbox.indexOf(earlier)] = { ...earlier, at };
		else outbox.push(fits ? letter : { planCode, at, before: memoryOf(known, planCode) });
	}
	return { outbox, tooLarge };
}

/** Photos go without their authentication parameters, because they let anyone see the photo. */
function letterOf(planCode: string, at: number, events: readonly PlanEvent[]): Letter & { events: string } {
	return { planCode, at, events: JSON.stringify(withoutSignatures(events)) };
}

import { withoutSignatures } from '../../service/plan';
import type { Reading } from './compare-plan';
import type { PlanEvent } from './plan-event';
import { memoryOf } from './trigger-state';
import type { Letter, TriggerState } from './trigger-state';

/** A hand-over that is older has become an execution, or never will. */
const KEPT_MS = 120_000;
/** All events together, in characters. */
const MOST_KEPT = 1_000_000;

/**
 * What has to be told again. n8n stores what is remembered first and makes an execution of the events up to 49 s later:
 * where it ends in between, they are lost. So they are stored, too, and told again by the next process.
 * @param after number of the state that n8n is known to have made executions of
 * @param number of the state that tells them again
 * @returns the events, and what is known beside them: of some plans what was known before
 */
export function openOutbox(
	state: TriggerState,
	after: number,
	number: number,
): { again: PlanEvent[]; known: TriggerState } {
	const unseen = state.outbox.filter((letter) => letter.number > after);
	const before = new Map(unseen.map((letter) => [letter.planCode, letter.before]));
	const others = state.outbox.filter((letter) => letter.number <= after);
	const events = unseen.filter((letter) => letter.events !== undefined);
	return {
		again: events.flatMap((letter) => JSON.parse(letter.events ?? '[]') as PlanEvent[]),
		known: {
			...state,
			plans: state.plans.map((plan) => before.get(plan.planCode) ?? plan),
			outbox: [...others, ...events.map((letter) => ({ ...letter, number }))],
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
	number: number,
): { outbox: Letter[]; tooLarge: string[] } {
	const outbox = known.outbox.filter((letter) => letter.number > number - KEPT_MS);
	const tooLarge: string[] = [];
	let size = outbox.reduce((sum, { events = '' }) => sum + events.length, 0);
	for (const reading of readings) {
		if (reading.is !== 'compared' || reading.events.length === 0) continue;
		const { planCode } = reading;
		const earlier = outbox.find((letter) => letter.planCode === planCode && letter.before !== undefined);
		// Photos go without their authentication parameters, because they let anyone see the photo.
		const events = JSON.stringify(withoutSignatures(reading.events));
		const fits = earlier === undefined && size + events.length <= MOST_KEPT;
		if (fits) size += events.length;
		else tooLarge.push(planCode);
		// What was known before earlier events covers these, too.
		if (earlier !== undefined) outbox[outbox.indexOf(earlier)] = { ...earlier, number };
		else outbox.push(fits ? { planCode, number, events } : { planCode, number, before: memoryOf(known, planCode) });
	}
	return { outbox, tooLarge };
}

import { InvalidInputError } from '../../credentials/invalid-input-error';
import { asItemFailure } from '../shared/item-error';
import type { PlanReading } from './plan-comparison';
import { sizeOf } from './plan-memory';
import type { TriggerMemory } from './plan-memory';

/** A plan with more features is refused, so that what n8n stores stays small: 32 characters a feature. */
export const MOST_FEATURES = 50_000;
/** With "Include Before" the features themselves are stored. */
export const MOST_FEATURES_WITH_BEFORE = 2_000;
/** All plans of a node together, in characters: n8n reads and writes it as one value. */
export const MOST_STORED = 2_000_000;
const WARN_FROM = 0.8 * MOST_STORED;

/** @throws InvalidInputError when the plan is larger than what may be stored of it */
export function assertFits(planCode: string, count: number, withFeatures: boolean): void {
	const most = withFeatures ? MOST_FEATURES_WITH_BEFORE : MOST_FEATURES;
	if (count <= most) return;
	throw new InvalidInputError(
		`Plan ${planCode} has ${count} features to watch, and at most ${most} can be${withFeatures ? ' with Include Before' : ''}`,
		withFeatures
			? 'Switch off Include Before, or watch fewer features with Filters.'
			: 'Watch fewer features with Filters, such as one kind or zone type.',
	);
}

/** What n8n will store, and of which plans there is no room for more. */
export interface Bounded {
	readings: PlanReading[];
	/** Told before the bound is reached. */
	warning?: string;
}

/** Plans that do not fit beside the others keep what is known of them, and say so. */
export function withinBound(memory: TriggerMemory, readings: PlanReading[]): Bounded {
	let stored = readings.reduce((sum, reading) => sum + (reading.memory === undefined ? memory.sizeOf(reading.planCode) : 0), 0);
	const bounded = readings.map((reading): PlanReading => {
		const { planCode, memory: now } = reading;
		if (now === undefined) return reading;
		const size = sizeOf(planCode, now);
		const left = MOST_STORED - stored;
		if (size <= left) {
			stored += size;
			return reading;
		}
		stored += memory.sizeOf(planCode);
		return { planCode, events: [], failure: asItemFailure(noRoom(planCode, size, left)) };
	});
	if (stored < WARN_FROM) return { readings: bounded };
	const warning = `what is remembered of all plans takes ${stored} of ${MOST_STORED} characters. ${ADVICE}`;
	return { readings: bounded, warning };
}

const ADVICE = 'Watch fewer features with Filters, switch off Include Before, or spread the plans over several workflows.';

function noRoom(planCode: string, size: number, left: number): InvalidInputError {
	return new InvalidInputError(
		`Plan ${planCode} takes ${size} characters to remember, and ${Math.max(0, left)} of ${MOST_STORED} for all plans of the node are left`,
		ADVICE,
	);
}

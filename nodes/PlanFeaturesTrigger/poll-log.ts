import type { IPollFunctions } from 'n8n-workflow';
import { inertLine } from '../../service/text';
import type { PlanReading } from './plan-comparison';

/** Writes into n8n's log what no execution shows. */
export function logReadings({ logger }: IPollFunctions, readings: PlanReading[], warning: string | undefined): void {
	// One line each, inert: a plan code is written as it was typed, and the rest may quote the service.
	const line = (words: string) => inertLine(`Plan Features Trigger: ${words}`);
	const warn = (words: string) => logger.warn(line(words));
	for (const { planCode, baseline, failure, memory, doubts = [] } of readings) {
		if (failure !== undefined) warn(`plan ${planCode} could not be read: ${failure.message}`);
		if (memory?.isEmptied)
			warn(
				`plan ${planCode} is empty all at once; its features are reported as removed if the next poll says the same`,
			);
		for (const { words } of doubts) warn(`plan ${planCode}: ${words}`);
		if (baseline === undefined) continue;
		const why = baseline === 'new' ? 'it is read for the first time' : 'the settings or the Base URL have changed';
		logger.info(line(`new baseline for plan ${planCode}, because ${why}; nothing is reported for it this time`));
	}
	if (warning !== undefined) warn(warning);
}

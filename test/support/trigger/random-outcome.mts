import type { Incident, Incidents } from './incidents.mts';
import { judge } from './plan-model.mts';
import type { Span, ToldEvent, Verdict } from './plan-model.mts';
import type { RandomEdits } from './random-edits.mts';
import type { SchedulerName } from './schedulers.mts';

/** What came of a random history. `…AtStop`, `…AtKill`: in a poll that was under way when n8n was ended so. */
export interface Outcome {
	edits: number;
	/** Edits of which such a poll was the first to know. */
	editsAtEnds: number;
	told: number;
	lost: number;
	lostAtStop: number;
	lostAtKill: number;
	twice: number;
	twiceAtStop: number;
	twiceAtKill: number;
}

/** What happened in a history, and what was told of it. */
export interface Happened {
	edits: RandomEdits;
	incidents: Incidents;
	/** When the polls of a plan came that the service answered well. */
	answersFor(planCode: string): number[];
	told: ToldEvent[];
}

export function outcomeOf({ edits, incidents, answersFor, told }: Happened): Outcome {
	const wrongs = edits.planCodes.flatMap((planCode) => {
		const answers = answersFor(planCode);
		const endOf = (span: Span) =>
			edits
				.timesOf(span)
				.flatMap((time) => incidents.endOf(time, answers) ?? [])
				.at(0);
		const verdict = judge(
			edits.firstOf(planCode),
			told.filter((event) => event.planCode === planCode),
			edits.now(planCode),
		);
		return (['lost', 'twice'] as const).flatMap((what) => verdict[what].map((span) => ({ what, end: endOf(span) })));
	});
	const count = (what: keyof Verdict, end?: Incident) =>
		wrongs.filter((wrong) => wrong.what === what && wrong.end === end).length;
	const atEnds = edits.planCodes.flatMap((planCode) => {
		const answers = answersFor(planCode);
		return edits.madeIn(planCode).filter((time) => incidents.endOf(time, answers) !== undefined);
	});
	return {
		edits: edits.count,
		editsAtEnds: atEnds.length,
		told: told.length,
		lost: count('lost'),
		lostAtStop: count('lost', 'stop'),
		lostAtKill: count('lost', 'kill'),
		twice: count('twice'),
		twiceAtStop: count('twice', 'stop'),
		twiceAtKill: count('twice', 'kill'),
	};
}

/** Each `eventId` came once and in order, whatever was under way when n8n was ended. */
export function expectAllTold(scheduler: SchedulerName, outcome: Outcome): void {
	const { lost, lostAtStop, lostAtKill, twice, twiceAtStop, twiceAtKill } = outcome;
	const wrong = { lost: lost + lostAtStop + lostAtKill, twice: twice + twiceAtStop + twiceAtKill };
	expect({ scheduler, ...wrong }).toEqual({ scheduler, lost: 0, twice: 0 });
}

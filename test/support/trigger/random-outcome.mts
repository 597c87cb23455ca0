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
	rssLost: number;
	rssTwice: number;
}

/** What happened in a history, and what was told of it. */
export interface Happened {
	edits: RandomEdits;
	incidents: Incidents;
	/** When the polls of a plan came that the service answered well. */
	answersFor(planCode: string): number[];
	told: ToldEvent[];
	/** Numbers of items of the feed. */
	rssTold: number[];
}

export function outcomeOf({ edits, incidents, answersFor, told, rssTold }: Happened): Outcome {
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
		edits: edits.items.length,
		editsAtEnds: atEnds.length,
		told: told.length,
		lost: count('lost'),
		lostAtStop: count('lost', 'stop'),
		lostAtKill: count('lost', 'kill'),
		twice: count('twice'),
		twiceAtStop: count('twice', 'stop'),
		twiceAtKill: count('twice', 'kill'),
		rssLost: edits.items.filter((item) => !rssTold.includes(item)).length,
		rssTwice: rssTold.length - new Set(rssTold).size,
	};
}

/** Each event came once and in order, but for polls under way when n8n was ended. */
export function expectAllTold(scheduler: SchedulerName, { lost, twice, rssTwice }: Outcome): void {
	expect({ scheduler, lost }).toEqual({ scheduler, lost: 0 });
	// Under heavy load the durable scheduler starts several due ticks together: n8n's own trigger tells things twice
	// then.
	const mayTellTwice = scheduler === 'durable' && rssTwice > 0;
	expect({ scheduler, tellsTwice: twice > 0 && !mayTellTwice }).toEqual({ scheduler, tellsTwice: false });
}

import { advance, newPush, nextStep } from '../../../../service/push';
import type { Fault } from '../../../../service/answer';
import type { Feature } from '../../../../service/plan';
import type { PushEntry, PushEvent, PushRules, PushState } from '../../../../service/push';

export const RULES: PushRules = {
	batchSize: 1000,
	skipExisting: false,
	isolate: false,
	match: { by: 'feature' },
	maxRetries: 5,
	maxWaitMs: 120_000,
};
export const lost: Fault = { kind: 'lost' };
export const status = (code: number): Fault => ({ kind: 'status', status: code });

export function entriesOf(names: string, rules: Partial<PushRules> = {}): PushEntry[] {
	return [...names].map((name) => ({ feature: zone(name), rules: { ...RULES, ...rules }, group: '' }));
}

export function zone(name: string): Feature {
	return { type: 'zone', name };
}

export type Answer = 'taken' | Fault | { refusal: string; named?: number[] };

/** Runs a push against what is answered, until it asks for an answer that is not there. Gives what it did. */
export class Run {
	readonly log: string[] = [];

	/** How long it waited each time, in milliseconds. */
	readonly waits: number[] = [];

	constructor(
		readonly state: PushState<string>,
		/** To each request in turn. */
		private readonly answers: Answer[],
		/** What the plan holds at each look in turn, by name; the last one stays. */
		private readonly plan: Array<string | 'unreadable'> = [''],
	) {}

	toEnd(): this {
		for (let step = nextStep(this.state); step.do !== 'done' && step.do !== 'fail'; step = nextStep(this.state)) {
			if (step.do === 'wait') {
				this.waits.push(step.ms);
				this.tell({ kind: 'waited' }, 'wait');
			} else if (step.do === 'look') this.look(step.lookFor);
			else this.send(step.indices);
		}
		const { step } = this.state;
		this.log.push(step.do === 'fail' ? `fail ${step.ending.kind}` : step.do);
		return this;
	}

	private look(lookFor: string): void {
		const names = this.plan.length > 1 ? (this.plan.shift() ?? '') : this.plan[0];
		if (names === 'unreadable') this.tell({ kind: 'unseen', reason: 'unreadable' }, `look ${lookFor}`);
		else this.tell({ kind: 'seen', features: [...names].map(zone) }, `look ${lookFor}`);
	}

	private send(indices: number[]): void {
		const { state } = this;
		expect(indices.map((index) => state.fates[index].kind)).toEqual(indices.map(() => 'waiting'));
		const name = indices.map((index) => String(state.entries[index].feature.name)).join('');
		const answer = this.answers.shift() ?? status(403);
		this.tell({ kind: 'sending' }, `send ${name}`);
		if (answer === 'taken') return this.tell({ kind: 'taken' });
		if ('kind' in answer) return this.tell({ kind: 'failed', fault: answer, reason: JSON.stringify(answer) });
		const named = (answer.named ?? []).map((index) => ({ index, message: answer.refusal }));
		this.tell({ kind: 'failed', fault: status(400), reason: '400', refusal: { words: answer.refusal, named } });
	}

	private tell(event: PushEvent<string>, log?: string): void {
		if (log !== undefined) this.log.push(log);
		advance(this.state, event, 0.5);
	}
}

export function push(names: string, answers: Answer[], plan?: string[], rules: Partial<PushRules> = {}): Run {
	return new Run(newPush(entriesOf(names, rules)), answers, plan).toEnd();
}

/** Why the push ended early. */
export function endingOf({ state: { step } }: Run): unknown {
	return step.do === 'fail' ? step.ending : undefined;
}

export function fatesOf({ state }: Run): string {
	return state.fates.map(({ kind }) => kind).join(' ');
}

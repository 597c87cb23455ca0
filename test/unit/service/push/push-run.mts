import { advance, newPush, nextStep } from '../../../../service/push';
import type { RequestError } from '../../../../service/api';
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
/** After a first lost answer: so many looks find nothing before it is sent again, 10 s after the first of them. */
export const NOTHING = Array.from({ length: 6 }, () => '');
export const LOOKS = NOTHING.flatMap(() => ['wait', 'look lost']);
export const lost: RequestError = { kind: 'connection', connection: 'reset' };
export const status = (code: number): RequestError => ({ kind: 'status', status: code });

export function entriesOf(names: string, rules: Partial<PushRules> = {}): PushEntry[] {
	return [...names].map((name) => ({ feature: zone(name), rules: { ...RULES, ...rules }, group: '' }));
}

export function zone(name: string): Feature {
	return { type: 'zone', name };
}

export type Answer = 'taken' | 'answered' | RequestError | { refusal: string; named?: number[] };

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
		private readonly plan: string[] = [''],
		/** How long the service takes for an answer. */
		private readonly tookMs = 0,
	) {}

	toEnd(): this {
		for (let step = nextStep(this.state); step.do !== 'done' && step.do !== 'fail'; step = nextStep(this.state)) {
			if (this.log.length > 300) throw new Error('It does not end');
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
		if (names === 'unreadable') return this.tell({ kind: 'unseen', reason: 'unreadable' }, `look ${lookFor}`);
		if (names.startsWith('?')) {
			const features = [...names.slice(1)].map(zone);
			return this.tell({ kind: 'seen', features, doubt: 'cached' }, `look ${lookFor}`);
		}
		if (names.startsWith('~')) {
			const features = [...names.slice(1)].map(zone);
			const old = { old: 'an old copy', ageMs: 30_000, date: { dateMs: 1_000, atMs: 0 } };
			return this.tell({ kind: 'seen', features, ...old }, `look ${lookFor}`);
		}
		this.tell({ kind: 'seen', features: [...names].map(zone) }, `look ${lookFor}`);
	}

	private send(indices: number[]): void {
		const { state } = this;
		expect(indices.map((index) => state.known[index].fate.kind)).toEqual(indices.map(() => 'waiting'));
		const name = indices.map((index) => String(state.entries[index].feature.name)).join('');
		const answer = this.answers.shift() ?? status(403);
		this.tell({ kind: 'sending' }, `send ${name}`);
		if (answer === 'taken') return this.tell({ kind: 'taken', tookMs: this.tookMs });
		if (answer === 'answered') return this.tell({ kind: 'answered', tookMs: 0, reason: '202' });
		if ('kind' in answer) return this.tell({ kind: 'failed', fault: answer, reason: JSON.stringify(answer) });
		const inBatch = (answer.named ?? []).filter((index) => index < indices.length);
		const named = inBatch.map((index) => ({ index, message: answer.refusal }));
		this.tell({ kind: 'failed', fault: status(400), reason: '400', refusal: { words: answer.refusal, named } });
	}

	private tell(event: PushEvent<string>, log?: string): void {
		if (log !== undefined) this.log.push(log);
		advance(this.state, event, 0.5);
	}
}

/** @param plan as `Run` takes it; `?` before the names stands for a doubtful look, `~` for one out of a cache */
export function push(names: string, answers: Answer[], plan?: string[], rules: Partial<PushRules> = {}): Run {
	return new Run(newPush(entriesOf(names, rules)), answers, plan).toEnd();
}

/** Why the push ended early. */
export function endingOf({ state: { step } }: Run): unknown {
	return step.do === 'fail' ? step.ending : undefined;
}

export function fatesOf({ state }: Run): string {
	return state.known.map(({ fate }) => fate.kind).join(' ');
}

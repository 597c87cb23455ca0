import { advance, countsOf, isAffirmative, isSafeToRepeat, newPush, nextStep, resume, sortedByFate } from '../../../service';
import type { Fault, Feature, PushEntry, PushEvent, PushRules, PushState } from '../../../service';

const RULES: PushRules = {
	batchSize: 1000,
	skipExisting: false,
	isolate: false,
	match: { by: 'feature' },
	maxRetries: 5,
	maxWaitMs: 120_000,
};
const lost: Fault = { kind: 'lost' };
const status = (code: number): Fault => ({ kind: 'status', status: code });

function entriesOf(names: string, rules: Partial<PushRules> = {}): PushEntry[] {
	return [...names].map((name) => ({ feature: zone(name), rules: { ...RULES, ...rules }, group: '' }));
}

function zone(name: string): Feature {
	return { type: 'zone', name };
}

type Answer = 'taken' | Fault | { refusal: string; named?: number[] };

/** Runs a push against what is answered, until it asks for an answer that is not there. Gives what it did. */
class Run {
	readonly log: string[] = [];

	constructor(
		readonly state: PushState<string>,
		/** To each request in turn. */
		private readonly answers: Answer[],
		/** What the plan holds at each look in turn, by name; the last one stays. */
		private readonly plan: Array<string | 'unreadable'> = [''],
	) {}

	toEnd(): this {
		for (let step = nextStep(this.state); step.do !== 'done' && step.do !== 'fail'; step = nextStep(this.state)) {
			if (step.do === 'wait') this.tell({ kind: 'waited' }, 'wait');
			else if (step.do === 'look') this.look(step.lookFor);
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

function push(names: string, answers: Answer[], plan?: string[], rules: Partial<PushRules> = {}): Run {
	return new Run(newPush(entriesOf(names, rules)), answers, plan).toEnd();
}

function fatesOf({ state }: Run): string {
	return state.fates.map(({ kind }) => kind).join(' ');
}

describe('after a lost answer', () => {
	it('the plan is looked at twice, each time after a wait, and right before the next request', () => {
		const run = push('ab', [lost, 'taken'], ['', '', 'ab']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'wait', 'look lost', 'send ab', 'wait', 'look copies', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 0, requests: 2, retries: 1 });
	});

	it('what is there is not sent again', () => {
		const run = push('ab', [lost], ['ab']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, recovered: 2, requests: 1, retries: 0 });
	});

	it.each([422, 429])('status %d in between changes nothing: it is looked at again before the next request', (code) => {
		const run = push('a', [lost, status(code), 'taken'], ['', '', 'a']);

		expect(run.log).toEqual(['send a', 'wait', 'look lost', 'wait', 'look lost', 'send a', 'wait', 'look lost', 'done']);
		expect(countsOf(run.state)).toMatchObject({ recovered: 1, requests: 2 });
	});

	it('status 503 may have had its effect as well, so that copies are counted', () => {
		const run = push('a', [lost, status(503)], ['', '', 'a']);

		expect(run.log.slice(5)).toEqual(['send a', 'wait', 'look lost', 'wait', 'look copies', 'done']);
	});

	it.each<Answer>([status(403), status(422), { refusal: 'no' }])('it is looked at once more before the push is given up after %j', (answer) => {
		expect(push('a', [lost, answer], ['', '', 'a'], { maxRetries: 0 }).log.slice(-2)).toEqual(['look lost', 'done']);
	});

	it('a push that is given up leaves its features unknown, not safe to repeat', () => {
		const run = push('ab', [lost, status(403)]);

		expect(run.log.at(-1)).toBe('fail failed');
		expect(fatesOf(run)).toBe('unknown unknown');
		expect(isSafeToRepeat(run.state, [0])).toBe(false);
	});

	it('a plan that cannot be read ends the push', () => {
		const run = push('ab', [lost], ['unreadable']);

		expect(run.log).toEqual(['send ab', 'wait', 'look lost', 'fail unread']);
		expect(fatesOf(run)).toBe('unknown unknown');
	});

	it('a part of the batch ends the push, unless more of it arrives', () => {
		expect(push('abc', [lost], ['b']).log).toEqual(['send abc', 'wait', 'look lost', 'wait', 'look lost', 'fail partly']);
		expect(push('abc', [lost], ['b', 'ab', 'abc']).log.slice(-2)).toEqual(['look lost', 'done']);
		expect(fatesOf(push('abc', [lost], ['b']))).toBe('unknown recovered unknown');
	});

	it('waits grow', () => {
		const waits: number[] = [];
		const state: PushState<string> = newPush(entriesOf('a'));
		for (let step = nextStep(state); step.do !== 'fail' && step.do !== 'done'; step = nextStep(state)) {
			if (step.do === 'wait') waits.push(step.ms);
			if (step.do === 'send') advance(state, { kind: 'sending' }, 0);
			const event: PushEvent<string> =
				step.do === 'wait' ? { kind: 'waited' } : step.do === 'look' ? { kind: 'seen', features: [] } : { kind: 'failed', fault: lost, reason: '' };
			advance(state, event, 0);
		}
		expect(waits).toEqual([125, 250, 500, 1000, 2000, 2000]);
	});
});

describe('copies', () => {
	it('of a push that came twice are an error that counts them', () => {
		const run = push('ab', [lost, lost, 'taken'], ['', '', '', 'abaab']);

		expect(run.log.at(-1)).toBe('fail doubled');
		expect([...run.state.doubled]).toEqual([[0, 2], [1, 1]]);
		expect(sortedByFate(run.state).doubled).toEqual([0, 1]);
	});

	it('are counted too where the look finds what was sent twice and never answered', () => {
		const run = push('a', [lost, lost], ['', '', 'aa']);

		expect(run.log.slice(-4)).toEqual(['look lost', 'wait', 'look copies', 'fail doubled']);
	});

	it('are counted beside what else is known to be there', () => {
		const run = push('aa', ['taken', lost, 'taken'], ['a', 'a', 'aa'], { batchSize: 1 });

		expect(run.log.at(-1)).toBe('done');
	});

	it('that arrive after they were counted are seen by a later look', () => {
		const run = push('ab', [lost, 'taken', lost], ['', '', 'a', 'aab'], { batchSize: 1 });

		expect(run.log.slice(-2)).toEqual(['look lost', 'fail doubled']);
	});

	it('that arrive after they were counted are seen by a look that finds nothing else', () => {
		const run = push('ab', [lost, 'taken', lost, { refusal: 'bad b' }], ['', '', 'a', 'a', 'a', 'aa'], { batchSize: 1, isolate: true });

		expect(run.log.slice(-2)).toEqual(['look lost', 'fail doubled']);
		expect(fatesOf(run)).toBe('pushed refused');
	});

	it('are not seen in an equal feature whose own answer was lost', () => {
		const run = push('aa', [lost, 'taken', lost, 'taken'], ['', '', 'a', 'aa', 'aa'], { batchSize: 1 });

		expect(run.log.at(-1)).toBe('done');
	});

	it('that could not be counted are told', () => {
		const run = push('a', [lost, 'taken'], ['', '', 'unreadable']);

		expect(run.log.at(-1)).toBe('fail uncounted');
		expect(sortedByFate(run.state).uncounted).toEqual([0]);
	});
});

describe('a refused batch', () => {
	it('is split where the bad are to be isolated, in order', () => {
		const run = push('abcd', [{ refusal: 'no' }, 'taken', { refusal: 'no' }, { refusal: 'bad c' }, 'taken'], [''], { isolate: true });

		expect(run.log).toEqual(['send abcd', 'send ab', 'send cd', 'send c', 'send d', 'done']);
		expect(fatesOf(run)).toBe('pushed pushed refused pushed');
	});

	it('loses the features that the service names', () => {
		const run = push('abc', [{ refusal: 'bad', named: [1] }, 'taken'], [''], { isolate: true });

		expect(run.log).toEqual(['send abc', 'send ac', 'done']);
	});

	it('of which an answer was lost before is looked for before each part goes', () => {
		const run = push('ab', [lost, { refusal: 'no' }, 'taken', 'taken'], [''], { isolate: true });

		const sends = run.log.flatMap((step, index) => (step.startsWith('send') && index > 0 ? [run.log[index - 1]] : []));
		expect(sends).toEqual(['look lost', 'look lost', 'look lost']);
	});

	it('ends the push otherwise', () => {
		expect(push('ab', [{ refusal: 'no', named: [1] }]).log).toEqual(['send ab', 'fail failed']);
	});
});

describe('a push that n8n repeats', () => {
	it('goes on where it ended, and looks first for what is unknown', () => {
		const { state } = push('ab', ['taken', lost], ['unreadable'], { batchSize: 1 });

		resume(state);
		const run = new Run(state, [], ['ab']).toEnd();

		expect(run.log).toEqual(['wait', 'look lost', 'done']);
		expect(fatesOf(run)).toBe('pushed recovered');
	});

	it('meets a refusal again, and sends nothing of the batch without the refused', () => {
		const { state } = push('abc', [{ refusal: 'no', named: [1] }]);

		resume(state);

		expect(new Run(state, [{ refusal: 'no', named: [1] }]).toEnd().log).toEqual(['send abc', 'fail failed']);
	});

	it('tells copies again, and sends nothing', () => {
		const { state } = push('a', [lost, 'taken'], ['', '', 'aa']);

		resume(state);

		expect(new Run(state, []).toEnd().log).toEqual(['fail doubled']);
	});
});

describe('an event that fits no step', () => {
	it.each<[string, PushEvent<string>]>([
		['a wait that has ended', { kind: 'waited' }],
		['a look', { kind: 'seen', features: [zone('a')] }],
	])('changes nothing: %s while a batch is to be sent', (_what, event) => {
		const state: PushState<string> = newPush(entriesOf('a'));

		advance(state, event, 0.5);

		expect(new Run(state, ['taken']).toEnd().log).toEqual(['send a', 'done']);
	});

	it('changes nothing: an answer after the end', () => {
		const run = push('a', ['taken']);

		advance(run.state, { kind: 'failed', fault: lost, reason: 'late' }, 0.5);

		expect(fatesOf(run)).toBe('pushed');
		expect(run.state.step.do).toBe('done');
	});
});

describe('a push that is stopped', () => {
	it('is unknown where a request was under way, and untouched where none was', () => {
		const state: PushState<string> = newPush(entriesOf('ab', { batchSize: 1 }));
		advance(state, { kind: 'sending' }, 0);
		advance(state, { kind: 'stopped', reason: 'stopped' }, 0);

		expect(state.fates.map(({ kind }) => kind)).toEqual(['unknown', 'waiting']);
		expect([isSafeToRepeat(state, [0]), isSafeToRepeat(state, [1])]).toEqual([false, true]);
	});
});

describe('Skip', () => {
	it('leaves out what the plan holds, once for a run', () => {
		const run = push('aab', ['taken'], ['a'], { skipExisting: true });

		expect(run.log).toEqual(['look held', 'send ab', 'done']);
		expect(countsOf(run.state)).toMatchObject({ pushed: 2, skipped: 1, skippedDifferent: 0 });
	});

	it('leaves out what stands between others that go together', () => {
		expect(push('abc', ['taken'], ['b'], { skipExisting: true }).log).toEqual(['look held', 'send ac', 'done']);
	});

	it('tells how many of those that are known by a member differ', () => {
		const state: PushState<string> = newPush([
			{ feature: { id: 1, name: 'new' }, rules: { ...RULES, skipExisting: true, match: { by: 'member', path: 'id' } }, group: '' },
		]);
		advance(state, { kind: 'seen', features: [{ id: '1', name: 'old' }] }, 0);

		expect(countsOf(state)).toMatchObject({ skipped: 1, skippedDifferent: 1 });
	});
});

describe('an answer to a push', () => {
	it.each([
		[200, '', true],
		[200, ' null\n', true],
		[200, 'true', true],
		[200, '{ }', true],
		[200, '[]', true],
		[200, '"OK"', true],
		[200, '{"error":"no"}', false],
		[200, 'taken', false],
		[200, 'false', false],
		[200, '<p>', false],
		[202, '', false],
		[204, '', false],
		[207, '{}', false],
	])('%d %j says plainly that it was taken: %j', (code, body, is) => {
		expect(isAffirmative(code, body)).toBe(is);
	});
});

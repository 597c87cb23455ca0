import { pushPlan } from '../../../../service/push';
import type { PlanRead, PlanService, PushEntry, PushPolicy, PushState, Sent } from '../../../../service/push';
import type { RequestError } from '../../../../service/api';
import type { Feature } from '../../../../service/plan';

/** Of a push, with what it matches on. */
export type Rules = PushPolicy & Pick<PushState<unknown>, 'matchColumns'>;

type Entry = PushEntry & { policy: Rules };

const RULES: Rules = {
	author: '',
	timeoutMs: 60_000,
	batchSize: 1000,
	skipExisting: true,
	isolate: false,
	matchColumns: [],
	maxRetries: 5,
	maxWaitMs: 120_000,
};

export const status = (code: number, retryAfterMs?: number): RequestError => ({
	kind: 'status',
	status: code,
	...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** The outcome of a request: a rejection stands for itself, an error for a request that was not taken. */
export type Response = 'taken' | 'unknown' | 'ended' | { rejected: string } | RequestError;

export function entriesOf(names: string, policy: Partial<Rules> = {}): Entry[] {
	return [...names].map((name) => ({
		...{ feature: zone(name), policy: { ...RULES, ...policy }, status: { kind: 'pending' } },
	}));
}

export function zone(name: string): Feature {
	return { type: 'zone', name };
}

/** Runs a push against a service that responds so. Keeps what it did. */
export class Run implements PlanService<string> {
	readonly log: string[] = [];

	readonly state: PushState<string>;

	private cancelledAfter = Infinity;

	constructor(
		entries: Entry[],
		/** To each request in turn; then 403. */
		private readonly responses: Response[],
		/** What the plan has at each read in turn, by name; the last one stays. */
		private readonly plan: string[] = [''],
		/** What each feature of the plan has beside its name. */
		private readonly more: Feature = {},
	) {
		const [{ policy }] = entries;
		this.state = { entries, matchColumns: policy.matchColumns, requests: 0, retries: 0 };
	}

	/** @param waits after so many the execution is cancelled */
	cancelAfter(waits: number): this {
		this.cancelledAfter = waits;
		return this;
	}

	async toEnd(): Promise<this> {
		await pushPlan(this.state, this);
		return this;
	}

	readonly wait = async (ms: number): Promise<string | undefined> => {
		this.note(`wait ${ms}`);
		return await Promise.resolve(this.cancelledAfter-- > 0 ? undefined : 'cancelled');
	};

	readPlan = async (purpose: 'compare' | 'readBack'): Promise<PlanRead<string>> => {
		this.note(purpose);
		const names = this.plan.length > 1 ? (this.plan.shift() ?? '') : this.plan[0];
		return await Promise.resolve(
			names === 'unreadable'
				? { reason: 'unreadable' }
				: { features: [...names].map((name) => ({ ...zone(name), ...this.more })) },
		);
	};

	send = async (batch: readonly PushEntry[], onSend: () => void): Promise<Sent<string>> => {
		// Write-ahead: whatever is sent was pending, and is in doubt from now on.
		expect(batch.map(({ status: { kind } }) => kind)).toEqual(batch.map(() => 'pending'));
		const response = this.responses.shift() ?? status(403);
		this.note(`send ${batch.map(({ feature }) => String(feature.name)).join('')}`);
		if (response === 'ended') return { kind: 'ended', reason: 'ended' };
		onSend();
		expect(batch.map(({ status: { kind } }) => kind)).toEqual(batch.map(() => 'unknown'));
		return await Promise.resolve(sentOf(response));
	};

	private note(line: string): void {
		if (this.log.push(line) > 400) throw new Error('It does not end');
	}
}

function sentOf(response: Exclude<Response, 'ended'>): Sent<string> {
	if (response === 'taken') return { kind: 'taken' };
	if (response === 'unknown') return { kind: 'unknown', reason: 'no response' };
	if ('rejected' in response) return { kind: 'rejected', reason: '400', message: response.rejected };
	return { kind: 'notTaken', reason: JSON.stringify(response), error: response };
}

export async function push(
	names: string,
	responses: Response[],
	plan?: string[],
	policy: Partial<Rules> = {},
): Promise<Run> {
	return await new Run(entriesOf(names, policy), responses, plan).toEnd();
}

export function statusesOf({ state }: Run): string {
	return state.entries.map(({ status: { kind } }) => kind).join(' ');
}

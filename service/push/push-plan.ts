import { retryDelayMs, rowOf } from '../api';
import type { RequestError } from '../api';
import { PlanIndex, matchFeatures } from '../plan';
import type { Match } from '../plan';
import { groupBy, memo } from '../text';
import { has, isDifferent } from './state';
import type { Ended, PlanService, PushEntry, PushPolicy, PushState, Status } from './state';

/** Waits before the reads that follow a push without a response, in seconds: 32 s in all. */
const READ_BACK_WAITS = [1, 3, 8, 20];

const PENDING: Status = { kind: 'pending' };
const UNKNOWN: Status = { kind: 'unknown' };
const PUSHED: Status = { kind: 'pushed' };
const SAME: Status = { kind: 'skipped', differs: false };
const DIFFERENT: Status = { kind: 'skipped', differs: true };

const isPending = has('pending');
const isUnknown = has('unknown');
const isOnPlan = has('pushed', 'confirmed');
const isSettled = has('pushed', 'confirmed', 'skipped');

/**
 * Pushes what is pending of one plan. **Within a run a feature is sent again only if the service said that it did not
 * take it.** A feature is in doubt from the moment its request goes out until a response or a read says otherwise, so a
 * push that is cut off anywhere has true statuses.
 */
export async function pushPlan<Reason>(state: PushState<Reason>, service: PlanService<Reason>): Promise<void> {
	const push = new Push(state, service);
	try {
		await push.readFirst();
		for (const batch of batchesOf(state.entries)) await push.pushBatch(batch);
	} catch (error) {
		endPush(state, endedBy<Reason>(error));
	}
}

/** Ends the push of a plan, also from outside, such as before it held the lock. The first reason counts. */
export function endPush<Reason>(state: PushState<Reason>, ended: Ended<Reason>): void {
	state.ended ??= ended;
	set(state.entries.filter(isPending), { kind: 'notPushed' });
}

/** Ends a push early, from wherever it is. */
class Stop extends Error {
	constructor(readonly ended: Ended<unknown>) {
		super('The push of a plan ended early');
	}
}

/** Anything but an early end goes on as it is. */
function endedBy<Reason>(error: unknown): Ended<Reason> {
	if (error instanceof Stop) return error.ended as Ended<Reason>;
	throw error;
}

class Push<Reason> {
	/** Whether the service takes the good features of a request that it rejects; not known before the first one. */
	private acceptsPartially: boolean | undefined;

	private lastRejection: string | undefined;

	/** How many requests in a row were rejected with this message. */
	private sameRejections = 0;

	private hasProbed = false;

	constructor(
		private readonly state: PushState<Reason>,
		private readonly service: PlanService<Reason>,
	) {}

	/** With Skip the plan is read before anything is sent. What a push before left in doubt is read for, and not sent. */
	async readFirst(): Promise<void> {
		const { entries } = this.state;
		if (entries.some((entry) => isUnknown(entry) && !entry.policy.skipExisting)) throw new Stop({ attempts: 0 });
		const isSkipping = (entry: PushEntry) => entry.policy.skipExisting && (isPending(entry) || isUnknown(entry));
		if (!entries.some(isSkipping)) return;
		if (this.state.planBefore === undefined) await this.read();
		else reconcile(this.state, this.state.planBefore);
		const inDoubt = (entry: PushEntry) => isSkipping(entry) && (isUnknown(entry) || entry.isInDoubt === true);
		const left = await this.readBack(entries, inDoubt);
		if (left.length === 0) return;
		set(left, UNKNOWN);
		throw new Stop({ attempts: 0 });
	}

	/** Sends a batch until the service has said yes or no. Others may have pushed some of it meanwhile. */
	async pushBatch(entries: readonly PushEntry[]): Promise<void> {
		for (let attempts = 1, waitedMs = 0; ; attempts++) {
			const batch = entries.filter(isPending);
			if (batch.length === 0) return;
			const { policy } = batch[0];
			const sent = await this.service.send(batch, () => this.recordSend(batch, attempts));
			switch (sent.kind) {
				case 'taken':
					return set(batch, PUSHED);
				case 'unknown':
					if (policy.skipExisting && (await this.readBack(batch, isUnknown)).length === 0) return;
					throw new Stop({ reason: sent.reason, attempts });
				case 'rejected':
					if (policy.isolate && policy.skipExisting) return await this.split(batch, sent);
					set(batch, PENDING);
					throw new Stop({ reason: sent.reason, attempts });
				case 'ended':
					throw new Stop({ reason: sent.reason, attempts: 0 });
				case 'notTaken': {
					set(batch, PENDING);
					const { error } = sent;
					const delayMs = error && retryDelayMs(error, { attempt: attempts, waitedMs }, policy, Math.random());
					if (delayMs === undefined) throw new Stop({ reason: sent.reason, attempts });
					waitedMs += delayMs;
					await this.wait(delayMs);
					if (policy.skipExisting && mayOthersPush(error)) await this.read();
				}
			}
		}
	}

	/** Before the request goes out, so that nothing that may be on the plan is ever taken for not sent. */
	private recordSend(batch: readonly PushEntry[], attempts: number): void {
		this.state.requests++;
		// The second POST after a 401 is no retry.
		if (attempts > 1 && isPending(batch[0])) this.state.retries++;
		set(batch, UNKNOWN);
	}

	/** Isolate: halves in input order, until the features that the service rejects are alone. */
	private async split(batch: readonly PushEntry[], { reason, message }: { reason: Reason; message: string }) {
		const { entries } = this.state;
		// Some services take the good features of a request that they reject.
		const index = this.acceptsPartially === false ? undefined : await this.read();
		set(batch.filter(isUnknown), PENDING);
		// What the service took and changed is left out, as before the first request.
		if (index !== undefined) reconcile(this.state, index);
		const left = batch.filter(isPending);
		this.acceptsPartially ??= left.length < batch.length;
		if (batch.length === 1) set(left, { kind: 'rejected', message });
		this.sameRejections = message === this.lastRejection ? this.sameRejections + 1 : 1;
		this.lastRejection = message;
		// Everything was rejected with the same message, more often than it takes to find one feature.
		const isAboutPlan = this.sameRejections > 2 * Math.ceil(Math.log2(entries.length + 1)) + 2;
		if (isAboutPlan && !entries.some(isOnPlan)) {
			// Bad features may stand together, so one that is far from these is tried first.
			const untried = this.hasProbed ? undefined : entries.findLast((one) => isPending(one) && !batch.includes(one));
			if (untried === undefined) throw new Stop({ reason, attempts: 1 });
			this.hasProbed = true;
			await this.pushBatch([untried]);
		}
		await this.pushBatch(left.slice(0, Math.ceil(left.length / 2)));
		await this.pushBatch(left);
	}

	/** Reads the plan as long as some are in doubt, a few times. A read that fails counts, too. @returns those left */
	private async readBack(entries: readonly PushEntry[], isInDoubt: (entry: PushEntry) => boolean) {
		for (const seconds of READ_BACK_WAITS) {
			if (!entries.some(isInDoubt)) break;
			await this.wait(seconds * 1000);
			const read = await this.service.readPlan('readBack');
			if ('features' in read) reconcile(this.state, new PlanIndex(read.features));
		}
		return entries.filter(isInDoubt);
	}

	private async read(): Promise<PlanIndex> {
		const read = await this.service.readPlan('compare');
		if ('reason' in read) throw new Stop({ reason: read.reason, attempts: 0 });
		const index = new PlanIndex(read.features);
		reconcile(this.state, index);
		return index;
	}

	private async wait(ms: number): Promise<void> {
		const reason = await this.service.wait(ms);
		if (reason !== undefined) throw new Stop({ reason, attempts: 0 });
	}
}

/** Pending entries of one policy, in input order, as many as go together; the last batch may be empty. */
function* batchesOf(entries: readonly PushEntry[]): Generator<PushEntry[]> {
	const textOf = memo((policy: PushPolicy) => JSON.stringify(policy));
	for (const group of groupBy(entries, ({ policy }) => textOf(policy)).values()) {
		let batch: PushEntry[] = [];
		for (const entry of group) {
			if (isPending(entry)) batch.push(entry);
			if (batch.length < entry.policy.batchSize) continue;
			yield batch;
			batch = [];
		}
		yield batch;
	}
}

/** By these the service says that somebody else pushes to the plan (422), or that it starts again (503). */
function mayOthersPush(error: RequestError | undefined): boolean {
	return error?.kind === 'status' && (rowOf(error).code === 'planMigrating' || error.status === 503);
}

function set(entries: readonly PushEntry[], status: Status): void {
	for (const entry of entries) entry.status = status;
}

/**
 * Brings the statuses up to date with a plan that was read: what is in doubt and there, exactly or normalized, is
 * confirmed; what waits and is there is left out. Each feature of the plan counts once, for those first that are known
 * to be there, so that n equal features are there only if the plan has n. What a read does not show may be there all
 * the same.
 */
function reconcile({ entries, matchColumns: columns, planBefore }: PushState<unknown>, index: PlanIndex): void {
	const skipping = entries.filter(({ policy }) => policy.skipExisting);
	const settled = entries.filter(isSettled);
	const inDoubt = skipping.filter(isUnknown);
	const pending = skipping.filter(isPending);
	const known = [...settled, ...inDoubt];
	const inputs = [...known, ...pending].map(({ feature }) => feature);
	// Others may have put there meanwhile what distinguishes a row.
	const isRow = (at: number) => at >= known.length && pending[at - known.length].isRow === true;
	const before = index === planBefore ? pending.flatMap(({ match = [] }) => match) : [];
	const matches =
		before.length === inputs.length
			? before
			: matchFeatures(inputs, index, { columns, tiers: [settled.length, inDoubt.length], isRow });
	inDoubt.forEach((entry, at) => {
		const found = matches[settled.length + at];
		// A person may have renamed what has its outline.
		const isThere = found.kind === 'existing' && index.isMatch(entry.feature, found.index, 'normalized');
		if (isThere) entry.status = { kind: 'confirmed' };
	});
	const taken = new Set(matches.slice(0, known.length).map((match) => match.kind === 'existing' && match.index));
	pending.forEach((entry, at) => {
		const found = matches[known.length + at];
		// What this push put there is no other feature, whatever it has in common with it.
		const isOther =
			found.kind === 'ambiguous' &&
			(found.cause === 'givenTwice' || found.candidates.length > 0) &&
			found.candidates.every((one) => taken.has(one));
		if (found.kind === 'new' || isOther) entry.sent = index.withoutTakenIdentity(entry.feature);
		else entry.status = isSame(found) ? SAME : DIFFERENT;
	});
	// What was left out as different may have an equal feature now, and one that waited the one that differs.
	const swaps = pending.filter(isDifferent).length;
	const equalNow = settled.filter((entry, at) => isDifferent(entry) && isSame(matches[at]));
	for (const entry of equalNow.slice(0, swaps)) entry.status = SAME;
}

function isSame(match: Match): boolean {
	return match.kind === 'existing' && match.isSame;
}

import type { IExecuteFunctions } from 'n8n-workflow';
import { contentText, digest } from '../../service/plan';
import { has } from '../../service/push';
import type { PushEntry } from '../../service/push';
import { groupBy } from '../../service/text';
import type { PlanEntry, PlanPush } from './prepared-items';

/** So long this process remembers what it sent: longer than a gateway holds a request that it gave up. */
const KEPT_MS = 120_000;
/** Digests that are kept at most, of each kind: some 20 MB. */
const MAX_KEPT = 200_000;

/**
 * Features whose outcome is unknown, by service, plan and digest, in the order in which their requests ended. They are
 * so until a read shows `count` equal ones.
 */
const inDoubt = new Map<string, { endedAtMs: number; count: number }>();

const isShown = has('confirmed', 'skipped');
const mayBeThere = has('pushed', 'confirmed', 'skipped', 'unknown');

/** A request with some entries of a plan has just ended, and its outcome is unknown. */
export function recordInDoubt(planKey: string, batch: readonly PushEntry[], entries: readonly PushEntry[]): void {
	const equal = groupBy(entries.filter(mayBeThere), (entry) => inDoubtKey(planKey, entry));
	for (const entry of batch) {
		const key = inDoubtKey(planKey, entry);
		const count = Math.max(equal.get(key)?.length ?? 0, inDoubt.get(key)?.count ?? 0);
		inDoubt.delete(key);
		inDoubt.set(key, { endedAtMs: performance.now(), count });
	}
	forgetOldest(inDoubt, ({ endedAtMs }) => isOver(endedAtMs) || inDoubt.size > MAX_KEPT);
}

/** Marks what a push of this process sent with an outcome that is still unknown: no run with Skip sends it now. */
export function markInDoubt(planKey: string, entries: readonly PushEntry[]): void {
	forgetOldest(inDoubt, ({ endedAtMs }) => isOver(endedAtMs));
	if (inDoubt.size === 0) return;
	for (const entry of entries) entry.isInDoubt = inDoubt.has(inDoubtKey(planKey, entry));
}

/** Reads have shown some of these. */
export function forgetShown(planKey: string, entries: readonly PushEntry[]): void {
	if (inDoubt.size === 0) return;
	for (const [key, shown] of groupBy(entries.filter(isShown), (entry) => inDoubtKey(planKey, entry)))
		if (shown.length >= (inDoubt.get(key)?.count ?? 0)) inDoubt.delete(key);
}

function inDoubtKey(planKey: string, entry: PushEntry): string {
	return `${planKey} ${digestOf(entry)}`;
}

/** What an attempt of Retry On Fail sent to a plan. */
export interface SentPlan extends Pick<PlanPush, 'planCode' | 'requests' | 'retries'> {
	features: SentFeature[];
}

interface SentFeature extends Pick<PlanEntry, 'itemIndex' | 'status'> {
	/** Among the features of the plan. */
	position: number;
	digest: string;
}

/** Attempts that n8n may repeat, in the order in which they failed. */
const failedAttempts = new Map<string, { endedAtMs: number; plans: Map<string, SentPlan>; size: number }>();

type RunContext = Pick<IExecuteFunctions, 'getNode' | 'getExecutionId' | 'evaluateExpression'>;

/**
 * What a node sent before n8n repeats it. "Retry On Fail" runs a node again after it threw, with the same execution and
 * run index: what was sent is not sent again.
 */
export class RetryMemory {
	private readonly key: string | undefined;

	/** What was sent before, by plan. */
	readonly plans: Map<string, SentPlan>;

	constructor(context: RunContext) {
		forgetOldest(failedAttempts, ({ endedAtMs }) => isOver(endedAtMs));
		this.key = keyOf(context);
		this.plans =
			(this.key === undefined ? undefined : failedAttempts.get(this.key)?.plans) ?? new Map<string, SentPlan>();
	}

	/** The features of a plan get their old statuses: by content, or by position where expressions regenerated them. */
	restore(plan: PlanPush): void {
		const sent = this.plans.get(planKeyOf(plan));
		if (sent === undefined) return;
		plan.requests = sent.requests;
		plan.retries = sent.retries;
		const now = plan.entries.map((entry, position) => ({ entry, ...sentFeature(entry, position) }));
		let left = sent.features;
		for (const keyOf of [
			({ itemIndex, digest: text }: SentFeature) => `${itemIndex} ${text}`,
			({ itemIndex, position }: SentFeature) => `${itemIndex} ${position}`,
		]) {
			const known = groupBy(left, keyOf);
			for (const one of now) {
				if (one.entry.status.kind !== 'pending') continue;
				one.entry.status = known.get(keyOf(one))?.pop()?.status ?? one.entry.status;
			}
			left = [...known.values()].flat();
		}
	}

	/** The run throws. Whether n8n repeats it is not known for certain. */
	record(plans: readonly PlanPush[]): void {
		if (this.key === undefined) return;
		for (const plan of plans) {
			const { planCode, requests, retries } = plan;
			// What was skipped, too: an older read may show it, and must not be taken for an equal one that was pushed.
			const features = plan.entries.flatMap((entry, position) =>
				mayBeThere(entry) ? [sentFeature(entry, position)] : [],
			);
			this.plans.set(planKeyOf(plan), { planCode, requests, retries, features });
		}
		const size = [...this.plans.values()].reduce((sum, { features }) => sum + features.length, 0);
		failedAttempts.delete(this.key);
		failedAttempts.set(this.key, { endedAtMs: performance.now(), plans: this.plans, size });
		let kept = [...failedAttempts.values()].reduce((sum, one) => sum + one.size, 0);
		forgetOldest(failedAttempts, (one) => {
			const isTooMany = kept > MAX_KEPT && failedAttempts.size > 1;
			kept -= one.size;
			return isTooMany;
		});
	}
}

function sentFeature(entry: PlanEntry, position: number): SentFeature {
	return { itemIndex: entry.itemIndex, position, digest: digestOf(entry), status: entry.status };
}

function digestOf({ feature }: PushEntry): string {
	return digest(contentText(feature));
}

function planKeyOf({ planCode, partnerCode }: PlanPush): string {
	return JSON.stringify([planCode, partnerCode]);
}

function isOver(sinceMs: number): boolean {
	return performance.now() - sinceMs > KEPT_MS;
}

/** Maps keep the order in which they were filled. */
function forgetOldest<T>(map: Map<string, T>, isForgotten: (value: T) => boolean): void {
	for (const [key, value] of map) {
		if (!isForgotten(value)) return;
		map.delete(key);
	}
}

/** Undefined when n8n does not repeat the run by itself, or when its attempts look like other runs. */
function keyOf(context: RunContext): string | undefined {
	const { id, retryOnFail } = context.getNode();
	if (retryOnFail !== true) return undefined;
	const executionId: unknown = context.getExecutionId();
	if (typeof executionId !== 'string' || executionId === '') return undefined;
	const runIndex: unknown = context.evaluateExpression('{{ $runIndex }}', 0);
	return JSON.stringify([executionId, id, runIndex]);
}

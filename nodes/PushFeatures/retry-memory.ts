import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedCache } from '../../service/cache';
import { contentText, digest } from '../../service/plan';
import { has } from '../../service/push';
import type { PushEntry } from '../../service/push';
import { groupBy } from '../../service/text';
import type { PlanEntry, PlanPush } from './prepared-items';

/** So long this process remembers what it sent: longer than a gateway holds a request that it gave up. */
const KEPT_MS = 120_000;
/** Digests that are kept at most, of each kind: some 20 MB. */
const MAX_KEPT = 200_000;

/** How many equal features a read has to show until they are no longer in doubt, by service, plan and digest. */
const inDoubt = new BoundedCache<number>({ maxAgeMs: KEPT_MS, maxWeight: MAX_KEPT, weightOf: () => 1 });

const isShown = has('confirmed', 'skipped');
const mayBeThere = has('pushed', 'confirmed', 'skipped', 'unknown');

/** A request with some entries of a plan has just ended, and its outcome is unknown. */
export function recordInDoubt(planKey: string, batch: readonly PushEntry[], entries: readonly PushEntry[]): void {
	const equal = groupBy(entries.filter(mayBeThere), (entry) => inDoubtKey(planKey, entry));
	for (const entry of batch) {
		const key = inDoubtKey(planKey, entry);
		inDoubt.set(key, Math.max(equal.get(key)?.length ?? 0, inDoubt.peek(key) ?? 0));
	}
}

/** Marks what a push of this process sent with an outcome that is still unknown: no run with Skip sends it now. */
export function markInDoubt(planKey: string, entries: readonly PushEntry[]): void {
	if (inDoubt.size === 0) return;
	for (const entry of entries) entry.isInDoubt = inDoubt.peek(inDoubtKey(planKey, entry)) !== undefined;
}

/** Reads have shown some of these. */
export function forgetShown(planKey: string, entries: readonly PushEntry[]): void {
	if (inDoubt.size === 0) return;
	for (const [key, shown] of groupBy(entries.filter(isShown), (entry) => inDoubtKey(planKey, entry)))
		if (shown.length >= (inDoubt.peek(key) ?? 0)) inDoubt.delete(key);
}

function inDoubtKey(planKey: string, { feature }: PushEntry): string {
	return `${planKey} ${digest(contentText(feature))}`;
}

/** What an attempt of Retry On Fail sent to a plan. */
export interface SentPlan extends Pick<PlanPush, 'planCode' | 'requests' | 'retries'> {
	entries: SentEntry[];
}

type SentEntry = Pick<PlanEntry, 'itemIndex' | 'path' | 'position' | 'status'>;

/** What attempts sent that n8n may repeat. The last one is kept, however much that is. */
const failedAttempts = new BoundedCache<ReadonlyMap<string, SentPlan>>({
	maxAgeMs: KEPT_MS,
	maxWeight: MAX_KEPT,
	weightOf: (plans) => Math.min(MAX_KEPT, [...plans.values()].flatMap(({ entries }) => entries).length),
});

/** What a node sent before "Retry On Fail" runs it again after it threw, with the same execution and run index. */
export class RetryMemory {
	/** Undefined when n8n does not repeat the run by itself, or when its attempts look like other runs. */
	private readonly key: string | undefined;

	/** What was sent before, by plan. */
	readonly plans = new Map<string, SentPlan>();

	constructor(context: Pick<IExecuteFunctions, 'getNode' | 'getExecutionId' | 'evaluateExpression'>) {
		const { id, retryOnFail } = context.getNode();
		const executionId: unknown = context.getExecutionId();
		if (retryOnFail !== true || typeof executionId !== 'string' || executionId === '') return;
		this.key = JSON.stringify([executionId, id, context.evaluateExpression('{{ $runIndex }}', 0)]);
		this.plans = new Map(failedAttempts.peek(this.key));
	}

	/** Then its features were matched before that, and what is there of them makes others no more ambiguous. */
	hasSent(plan: PlanPush): boolean {
		return (this.plans.get(planKeyOf(plan))?.entries ?? []).length > 0;
	}

	/** The features of a plan get their old statuses, by their places in the input: expressions may regenerate them. */
	restore(plan: PlanPush): void {
		const sent = this.plans.get(planKeyOf(plan));
		if (sent === undefined) return;
		plan.requests = sent.requests;
		plan.retries = sent.retries;
		const statuses = new Map(sent.entries.map((entry) => [placeOf(entry), entry.status]));
		for (const entry of plan.entries) entry.status = statuses.get(placeOf(entry)) ?? entry.status;
	}

	/** The run throws. Whether n8n repeats it is not known for certain. */
	record(plans: readonly PlanPush[]): void {
		if (this.key === undefined) return;
		for (const plan of plans) {
			const { planCode, requests, retries } = plan;
			// What was skipped, too: an older read may show it, and must not be taken for an equal one that was pushed.
			const entries = plan.entries.filter(mayBeThere).map(({ itemIndex, path, position, status }): SentEntry => {
				return { itemIndex, path, position, status };
			});
			this.plans.set(planKeyOf(plan), { planCode, requests, retries, entries });
		}
		failedAttempts.set(this.key, this.plans);
	}
}

function placeOf({ itemIndex, path }: SentEntry): string {
	return `${itemIndex} ${path}`;
}

function planKeyOf({ planCode, partnerCode }: PlanPush): string {
	return JSON.stringify([planCode, partnerCode]);
}

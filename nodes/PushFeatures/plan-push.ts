import {
	MAX_BLIND_RETRIES,
	assignOnPlan,
	backoffMs,
	featuresAddress,
	namedFeatures,
	pushFeaturesAddress,
	readPlanAnswer,
} from '../../service';
import type { Feature } from '../../service';
import { inFull, read, tryOnce, waitForTry } from '../shared/call';
import type { CallCount } from '../shared/call';
import { asItemFailure, orThrow } from '../shared/item-error';
import type { ItemFailure } from '../shared/item-error';
import type { ServiceRequest } from '../shared/request';
import { secretsOf } from '../shared/session';
import type { Session } from '../shared/session';
import type { PlanEntry, PlanInput } from './plan-entries';
import { outcomeUnknown, partlyOnPlan } from './plan-failure';
import type { PlanProgress } from './plan-progress';
import { isSuccess, webPage } from './push-answer';

/** How often a plan is looked at after an answer was lost: the service may still be at work on the push. */
const READ_BACKS = 2;
/** The least share of a wait before a look, however the jitter falls: a look at once would miss a push still under way. */
const LEAST_WAIT = 0.25;

/** What the plan has of a batch whose push got no answer. */
type Verdict = 'all' | 'none';

/** Pushes the features of one plan, request by request, in input order (section 4.2). */
export class PlanPush {
	constructor(
		private readonly session: Session,
		private readonly plan: PlanInput,
		private readonly progress: PlanProgress,
	) {}

	/** @throws ItemFailure where it had to end; the progress says how far it came */
	async run(): Promise<void> {
		this.reopenRefused();
		const { inDoubt } = this.progress;
		if (inDoubt.length > 0 && (await this.resolveDoubt(inDoubt)) === 'all') this.settleRecovered(inDoubt);
		await this.skipHeld();
		for (let batch = this.nextBatch(); batch.length > 0; batch = this.nextBatch()) await this.push(batch);
	}

	/** A refusal that ended the run is met again by its repetition: the rest of the batch does not go without the refused. */
	private reopenRefused(): void {
		const { refused } = this.progress;
		for (const index of refused.keys()) if (!this.plan.entries[index].settings.isolate) refused.delete(index);
	}

	/** Leaves out what the plan already holds, decided once for the whole run. */
	private async skipHeld(): Promise<void> {
		const { entries } = this.plan;
		const asked = entries.flatMap(({ settings }, index) => (settings.skipExisting ? [index] : []));
		if (this.progress.held !== undefined || asked.length === 0) return;
		const onPlan = heldBy(this.featuresOf(asked), await this.readPlan(entries[asked[0]]));
		const held = entries.map(() => false);
		asked.forEach((index, position) => (held[index] = onPlan[position]));
		this.progress.held = held;
		this.progress.skipped = onPlan.filter(Boolean).length;
	}

	/** The next entries that may share a request. */
	private nextBatch(): number[] {
		const { entries } = this.plan;
		const batch: number[] = [];
		for (let index = this.progress.settled; index < entries.length; index++) {
			if (!this.isOpen(index)) continue;
			const { group, settings } = entries[index];
			if (batch.length > 0 && group !== entries[batch[0]].group) break;
			batch.push(index);
			if (batch.length >= settings.batchSize) break;
		}
		return batch;
	}

	private isOpen(index: number): boolean {
		return this.progress.held?.[index] !== true && !this.progress.refused.has(index);
	}

	private async push(batch: number[]): Promise<void> {
		const { progress, session } = this;
		const { settings } = this.plan.entries[batch[0]];
		const count: CallCount = { tries: 0, waitedMs: 0 };
		for (;;) {
			const tried = orThrow(await tryOnce(session, this.request(batch), 'push', count, settings));
			progress.requests++;
			if (count.tries > 1) progress.retries++;
			if ('text' in tried && isSuccess(tried.text)) return this.settle(batch);
			const { failure, decision } = 'text' in tried ? webPage() : tried;
			if (decision.action === 'retry') {
				orThrow(await waitForTry(session, count, decision.delayMs));
			} else if (decision.action === 'readBack') {
				if ((await this.resolveDoubt(batch)) === 'all') return this.settleRecovered(batch);
				if (count.tries > MAX_BLIND_RETRIES) throw inFull(failure, count);
				orThrow(await waitForTry(session, count, backoffMs(count.tries, Math.random())));
			} else if (failure.details.status === 400) {
				return await this.refuse(batch, failure);
			} else {
				throw inFull(failure, count);
			}
		}
	}

	private settle(batch: number[]): void {
		this.progress.pushed += batch.length;
		this.progress.settled = batch[batch.length - 1] + 1;
		this.progress.inDoubt = [];
	}

	private settleRecovered(batch: number[]): void {
		this.progress.recovered += batch.length;
		this.settle(batch);
	}

	/** The service would not take the batch. @throws ItemFailure unless the bad features are to be isolated */
	private async refuse(batch: number[], failure: ItemFailure): Promise<void> {
		const { refused } = this.progress;
		const words = failure.details.serviceSays ?? failure.message;
		const named = namedFeatures(failure.answer, batch.length);
		if (!this.plan.entries[batch[0]].settings.isolate) {
			for (const { index, message } of named) refused.set(batch[index], message);
			throw failure;
		}
		if (batch.length === 1) {
			refused.set(batch[0], words);
		} else if (named.length > 0) {
			for (const { index, message } of named) refused.set(batch[index], message);
			const others = batch.filter((index) => this.isOpen(index));
			if (others.length > 0) await this.push(others);
		} else {
			const half = batch.length >> 1;
			await this.push(batch.slice(0, half));
			await this.push(batch.slice(half));
		}
	}

	/**
	 * Looks at the plan after an answer was lost. What the plan held and what this run pushed before is
	 * matched first, so that an equal feature of these is not taken for one of this request.
	 * @throws ItemFailure when the plan has some of the batch, or cannot be read
	 */
	private async resolveDoubt(batch: number[]): Promise<Verdict> {
		this.progress.inDoubt = batch;
		const before = this.onPlanBefore(batch[0]);
		const features = this.featuresOf([...before, ...batch]);
		let onPlan: boolean[] = [];
		for (let look = 1; look <= READ_BACKS; look++) {
			onPlan = heldBy(features, await this.readBack(batch, look)).slice(before.length);
			if (onPlan.every(Boolean)) return 'all';
		}
		if (onPlan.some(Boolean)) throw partlyOnPlan(this.plan, batch, onPlan);
		this.progress.inDoubt = [];
		return 'none';
	}

	/** What the plan held, and what this run pushed ahead of an entry. */
	private onPlanBefore(entry: number): number[] {
		const { held } = this.progress;
		return [...this.plan.entries.keys()].filter((index) => held?.[index] === true || (index < entry && this.isOpen(index)));
	}

	/** The run may end during the wait, by the failure of another plan: then too it has to be told what is in doubt. */
	private async readBack(batch: number[], look: number): Promise<Feature[]> {
		try {
			const delayMs = backoffMs(look, LEAST_WAIT + (1 - LEAST_WAIT) * Math.random());
			orThrow(await waitForTry(this.session, { tries: 0, waitedMs: 0 }, delayMs));
			return await this.readPlan(this.plan.entries[batch[0]]);
		} catch (error) {
			throw outcomeUnknown(this.plan, batch, asItemFailure(error));
		}
	}

	private async readPlan({ settings }: PlanEntry): Promise<Feature[]> {
		const { planCode, partnerCode } = this.plan;
		const { timeoutMs } = settings;
		const url = featuresAddress(this.session.settings.baseUrl, planCode);
		const text = orThrow(await read(this.session, { method: 'GET', url, partnerCode, timeoutMs }, settings));
		return readPlanAnswer(text, secretsOf(this.session));
	}

	private featuresOf(indices: number[]): Feature[] {
		return indices.map((index) => this.plan.entries[index].feature);
	}

	private request(batch: number[]): ServiceRequest {
		const { planCode, partnerCode } = this.plan;
		const { author, timeoutMs } = this.plan.entries[batch[0]].settings;
		return {
			method: 'POST',
			url: pushFeaturesAddress(this.session.settings.baseUrl, planCode, author),
			body: () => JSON.stringify({ features: this.featuresOf(batch) }),
			partnerCode,
			timeoutMs,
		};
	}
}

function heldBy(features: Feature[], plan: Feature[]): boolean[] {
	return assignOnPlan(features, plan).map((there) => there !== undefined);
}

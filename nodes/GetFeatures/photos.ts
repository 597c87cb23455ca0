import type { IBinaryData, IBinaryKeyData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { retryDelayMs, sizeText } from '../../service/api';
import type { Feature } from '../../service/plan';
import type { JsonObject } from '../../service/text';
import type { RequestLimits, Session } from '../shared/client';
import type { Reporter } from '../shared/reporter';
import { Limiter, RunQueue } from '../shared/limiter';
import { wait } from '../shared/wait';
import { photoUrl, requestPhoto } from './photo-request';

export const MAX_PHOTOS_OF_AN_ITEM = 20;
const PHOTOS_AT_ONCE = 8;
/** A host that gave no response so often gets no more requests, because each one takes a whole Timeout. */
const MAX_MISSING_RESPONSES = 8;
/** Of one photo whose host keeps rate limiting; mostly Max Wait ends it before. */
const MAX_RETRIES = 50;

/** What the photos of one run may take. */
export interface PhotoLimits extends RequestLimits {
	maxPhotos: number;
	maxBytes: number;
	/** What was left out is reported in one cell, because items are rows of a table. */
	isTable: boolean;
}

/** Output items, and the features that each shows, in whatever form. */
export interface ShownFeatures {
	items: INodeExecutionData[];
	featuresOf: (index: number) => readonly Feature[];
	/** How many more there are, which a limit leaves out. */
	leftOut?: number;
}

/** Downloads photos for the items of one run (section 2.5), never more than a few at once. */
export class PhotoDownload {
	private readonly limiter = new Limiter();

	private readonly queue = new RunQueue(PHOTOS_AT_ONCE);

	/** How many photos were left out, by the reason. */
	private readonly skipped = new Map<string, number>();

	private requested = 0;

	private bytes = 0;

	/** How many requests each host gave no response to. */
	private readonly missingResponses = new Map<string, number>();

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The items with their photos as binary `photo_<index>`. A photo that can't be downloaded is left out and named in
	 * `photosSkipped: [{ index, reason }]`: the item itself is whole.
	 */
	async addPhotos(
		{ items, featuresOf }: ShownFeatures,
		session: Session,
		limits: PhotoLimits,
	): Promise<INodeExecutionData[]> {
		return await Promise.all(
			items.map(async (item, index) => await this.addPhotosTo(item, featuresOf(index), session, limits)),
		);
	}

	private async addPhotosTo(
		item: INodeExecutionData,
		features: readonly Feature[],
		session: Session,
		limits: PhotoLimits,
	): Promise<INodeExecutionData> {
		const outcomes = await Promise.all(
			features
				.flatMap(({ photos }) => (Array.isArray(photos) ? (photos as unknown[]) : []))
				.map(async (photo, index) => await this.one(photo, index, session, limits)),
		);
		const binary: IBinaryKeyData = {};
		const photosSkipped: Array<{ index: number; reason: string }> = [];
		outcomes.forEach((outcome, index) => {
			if (typeof outcome === 'string') photosSkipped.push({ index, reason: session.secrets.redact(outcome) });
			else binary[`photo_${index}`] = outcome;
		});
		for (const { reason } of photosSkipped) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
		return {
			...item,
			json:
				photosSkipped.length === 0
					? item.json
					: { ...item.json, photosSkipped: limits.isTable ? JSON.stringify(photosSkipped) : photosSkipped },
			...(Object.keys(binary).length === 0 ? {} : { binary }),
		};
	}

	/** The photo, or why there is none. */
	private async one(
		photo: unknown,
		index: number,
		session: Session,
		limits: PhotoLimits,
	): Promise<IBinaryData | string> {
		if (index >= MAX_PHOTOS_OF_AN_ITEM) return `beyond the first ${MAX_PHOTOS_OF_AN_ITEM} of an item`;
		const url = photoUrl((Object(photo) as JsonObject).imageUrl);
		if (typeof url === 'string') return url;
		if (this.requested >= limits.maxPhotos) return `beyond the first ${limits.maxPhotos} of the run`;
		this.requested++;
		return await this.limiter.run(this.queue, async () => await this.download(url, session, limits));
	}

	private async download(url: URL, session: Session, limits: PhotoLimits): Promise<IBinaryData | string> {
		const { timeoutMs, maxBytes } = limits;
		const { settings, cancelSignal } = session;
		const beyond = `beyond the first ${sizeText(maxBytes)} of the run`;
		for (let attempt = 1, waitedMs = 0; ; attempt++) {
			if (cancelSignal.aborted) return 'the execution was cancelled';
			if (this.bytes >= maxBytes) return beyond;
			const missingResponses = this.missingResponses.get(url.host) ?? 0;
			if (missingResponses >= MAX_MISSING_RESPONSES)
				return `${url.host} did not respond ${MAX_MISSING_RESPONSES} times and gets no more requests`;
			const outcome = await requestPhoto({ context: this.context, settings, cancelSignal }, { url, timeoutMs });
			if ('photo' in outcome) {
				if (this.bytes + outcome.bytes > maxBytes) return beyond;
				this.bytes += outcome.bytes;
				return outcome.photo;
			}
			if (outcome.hasNoResponse) this.missingResponses.set(url.host, (this.missingResponses.get(url.host) ?? 0) + 1);
			if (outcome.throttled === undefined) return outcome.reason;
			const count = { attempt, waitedMs };
			const delayMs = retryDelayMs(outcome.throttled, count, { ...limits, maxRetries: MAX_RETRIES }, Math.random());
			if (delayMs === undefined) return outcome.reason;
			waitedMs += delayMs;
			await wait(delayMs, cancelSignal);
		}
	}

	/** One hint for all that was left out. */
	addHint(reporter: Reporter): void {
		if (this.skipped.size === 0) return;
		const reasons = [...this.skipped]
			.slice(0, 5)
			.map(([reason, count]) => (reason.startsWith('beyond') ? `${count} ${reason}` : reason));
		reporter.hint(`Photos left out: ${reasons.join('; ')}`);
	}
}

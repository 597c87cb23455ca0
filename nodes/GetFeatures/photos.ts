import type { IBinaryData, IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';
import { retryDelayMs, sizeText } from '../../service/api';
import type { Feature } from '../../service/plan';
import type { JsonObject } from '../../service/text';
import type { RequestOptions, Session } from '../shared/client';
import { Limiter, RunQueue } from '../shared/limiter';
import type { ServiceRun } from '../shared/service-run';
import { wait } from '../shared/wait';
import { photoUrl, requestPhoto } from './photo-request';

export const MAX_PHOTOS_OF_AN_ITEM = 20;
const PHOTOS_AT_ONCE = 8;
/** A host that gave no response so often gets no more requests, because each one takes a whole Timeout. */
const MAX_MISSING_RESPONSES = 8;
/** Of one photo whose host keeps rate limiting; mostly Max Wait ends it before. */
const MAX_RETRIES = 50;

/** What the photos of one run may take. */
export interface PhotoLimits extends Pick<RequestOptions, 'timeoutMs' | 'maxWaitMs'> {
	maxPhotos: number;
	maxBytes: number;
}

/** Output items, and the features that each shows, in whatever form. */
export interface ShownFeatures {
	items: INodeExecutionData[];
	featuresOf: (index: number) => readonly Feature[];
	/** How many more there are, which a limit leaves out. */
	leftOut?: number;
	/** Items are rows of a table, so what was left out is reported in one cell. */
	areRows?: boolean;
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

	constructor(private readonly run: ServiceRun) {}

	/**
	 * The items with their photos as binary `photo_<index>`. A photo that can't be downloaded is left out and named in
	 * `photosSkipped: [{ index, reason }]`: the item itself is whole.
	 */
	async addPhotos(
		{ items, featuresOf, areRows = false }: ShownFeatures,
		limits: PhotoLimits,
	): Promise<INodeExecutionData[]> {
		const session = await this.run.session();
		const addTo = async (item: INodeExecutionData, itemIndex: number): Promise<INodeExecutionData> => {
			const photos = featuresOf(itemIndex).flatMap((feature) => (Array.isArray(feature.photos) ? feature.photos : []));
			const binary: IBinaryKeyData = {};
			const left: Array<{ index: number; reason: string }> = [];
			const outcomes = await Promise.all(
				photos.map(async (photo: unknown, index) => await this.one(photo, index, session, limits)),
			);
			outcomes.forEach((outcome, index) => {
				if (typeof outcome === 'string') left.push({ index, reason: session.settings.secrets.redact(outcome) });
				else binary[`photo_${index}`] = outcome;
			});
			for (const { reason } of left) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1);
			const photosSkipped = areRows ? JSON.stringify(left) : left;
			return {
				...item,
				json: left.length === 0 ? item.json : { ...item.json, photosSkipped },
				...(Object.keys(binary).length > 0 && { binary }),
			};
		};
		return await Promise.all(items.map(addTo));
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
		const beyond = `beyond the first ${sizeText(maxBytes)} of the run`;
		for (let attempt = 1, waitedMs = 0; ; attempt++) {
			if (session.cancelSignal.aborted) return 'the execution was cancelled';
			if (this.bytes >= maxBytes) return beyond;
			const missingResponses = this.missingResponses.get(url.host) ?? 0;
			if (missingResponses >= MAX_MISSING_RESPONSES)
				return `${url.host} did not respond ${MAX_MISSING_RESPONSES} times and gets no more requests`;
			const outcome = await requestPhoto(this.run.context, session, url, timeoutMs);
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
			await wait(delayMs, session.cancelSignal);
		}
	}

	/** One hint for all that was left out. */
	addHint(): void {
		if (this.skipped.size === 0) return;
		const reasons = [...this.skipped]
			.slice(0, 5)
			.map(([reason, count]) => (reason.startsWith('beyond') ? `${count} ${reason}` : reason));
		this.run.reporter.hint(`Photos left out: ${reasons.join('; ')}`);
	}
}

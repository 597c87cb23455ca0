import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresUrl, readPlanResponse } from '../../service/api';
import { filterFeatures, whyMissed } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { inertText, isJsonObject, joinFirst } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { responseForAgent } from '../shared/agent-tool';
import { featureForm, featureWriter } from '../shared/data-format';
import type { FeatureWriter } from '../shared/data-format';
import { filterForPlan, filters } from '../shared/filter-parameters';
import { about } from '../shared/failures';
import { ServiceRun, forEachItem } from '../shared/service-run';
import { planParameter, planReader } from '../shared/plan-parameter';
import { requestOptions, requestOptionsFrom } from '../shared/request-options';
import { flag, number, optionsOf, shownWhen } from '../shared/parameter';
import type { Parameter, ValuesOf } from '../shared/parameter';
import { MAX_OF_A_PHOTO, MAX_PHOTOS_OF_AN_ITEM, PhotoDownload } from './photos';
import type { ShownFeatures } from './photos';

const plan = planParameter('The plan to get, such as the planCode that a lookup of a floor or campus gives');

const getOptions = shownWhen(
	{ operation: ['getMany', 'getPlan'] },
	optionsOf({
		...featureForm,
		downloadPhotos: flag({
			displayName: 'Download Photos',
			name: 'downloadPhotos',
			type: 'boolean',
			default: false,
			description: 'Whether to download photos into the binary fields photo_0, photo_1 and so on',
		}),
		maxPhotos: number({
			displayName: 'Max Photos',
			name: 'maxPhotos',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 500,
			description: `Maximum number of photos to download in one run, at most ${MAX_PHOTOS_OF_AN_ITEM} for an item`,
		}),
		maxPhotosSizeMegabytes: number({
			displayName: 'Max Photos Size (MB)',
			name: 'maxPhotosSizeMegabytes',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 1024,
			description: `What the photos of one run may have together, at most ${MAX_OF_A_PHOTO} each`,
		}),
		...requestOptions,
	}),
);

/** What an agent can do about features that do not fit. */
const AGENT_ADVICE = 'Request fewer: by their type, by the value of a data field, or without their geometry.';

/** The parameters of all operations: which plan, and behind their own, how much of it and in which form. */
export const planProperty = plan.property;
export const formProperties = [filters.property, getOptions.property];

/** What an item requests of a plan. */
export interface PlanRequest<Options> {
	planCode: string;
	filter: ReturnType<typeof filters.read>;
	options: Options;
}

/** A plan as the service sent it. */
export interface ReadPlan {
	/** All of its features, and those that pass the filters. */
	all: Feature[];
	features: Feature[];
}

type RequestOptionValues = ValuesOf<typeof requestOptions>;

/** One run of an operation: each item's plan, equal ones once (section 4.3). */
export class PlanRun extends ServiceRun {
	/** By plan code. */
	private readonly whyMissed = new Map<string, string>();

	/** Runs the work of all items side by side. A failure says which plan it is about. */
	async forEachPlan<O extends RequestOptionValues>(
		options: Parameter<O>,
		work: (request: PlanRequest<O>, itemIndex: number) => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[][]> {
		const { parameters } = this;
		const planOf = await planReader(this, plan);
		return await forEachItem(this, async (itemIndex) => {
			const planCode = planOf(itemIndex);
			return await about({ planCode }, async () => {
				const filter = filters.read(parameters, itemIndex);
				return await work({ planCode, filter, options: options.read(parameters, itemIndex) }, itemIndex);
			});
		});
	}

	/** @throws ItemFailure */
	async readPlan({ planCode, filter: input, options }: PlanRequest<RequestOptionValues>): Promise<ReadPlan> {
		const session = await this.session();
		const url = featuresUrl(session.settings.baseUrl, planCode);
		const all = await session.readOnce(url, requestOptionsFrom(options), readPlanResponse);
		const expected = { ...input, ignoreCase: input.ignoreCase ?? this.isTool };
		const filter = filterForPlan(expected, all, this.context.getTimezone());
		const features = filterFeatures(all, filter);
		const missed = whyMissed(all, features, filter);
		if (missed !== undefined) this.whyMissed.set(planCode, missed);
		return { all, features };
	}

	/** What comes out of an empty plan, or for a type that it doesn't have, looks as if nothing had happened. */
	hintAtMissed(): void {
		if (this.whyMissed.size === 0) return;
		const toText = ([planCode, why]: [string, string]) => `${planCode}: ${why}`;
		this.reporter.hint(inertText(joinFirst(5, [...this.whyMissed], toText, ' · ')));
	}
}

/** A plan of which output items are made. */
interface PlanOfItem extends ReadPlan {
	run: PlanRun;
	planCode: string;
	itemIndex: number;
	/** Whether features are rows of a table. */
	isTable: boolean;
	/** What brings features into the form of the options. @param start properties before their own */
	writer: (start?: Feature) => FeatureWriter;
}

/** @param toOutput makes the output items of a plan, to which photos are added */
export async function getPlanFeatures(
	context: IExecuteFunctions,
	toOutput: (plan: PlanOfItem) => ShownFeatures,
): Promise<INodeExecutionData[][]> {
	const run = new PlanRun(context);
	const photos = new PhotoDownload(run);
	let leftOut = 0;
	let longCells = 0;
	const items = await run.forEachPlan(getOptions, async (request, itemIndex) => {
		const { planCode, options } = request;
		const read = await run.readPlan(request);
		const features = run.isTool ? read.features.map(withoutPhotoAddresses) : read.features;
		const writer = (start?: Feature) => featureWriter(read.all, options, start);
		const isTable = options.dataFormat === 'table';
		const outputs = toOutput({ ...read, run, planCode, itemIndex, features, isTable, writer });
		leftOut += outputs.leftOut ?? 0;
		if (isTable) for (const { json } of outputs.items) longCells += countLongCells(json);
		if (!options.downloadPhotos || run.isTool) return outputs.items;
		const { maxPhotos, maxPhotosSizeMegabytes } = options;
		const maxBytes = maxPhotosSizeMegabytes * 1024 * 1024;
		return await photos.addPhotos(outputs, { ...requestOptionsFrom(options), maxPhotos, maxBytes });
	});
	photos.addHint();
	run.hintAtMissed();
	if (longCells > 0) run.reporter.hint(longCellsHint(longCells));
	const advice = leftOut > 0 ? `Raise the limit. ${AGENT_ADVICE}` : AGENT_ADVICE;
	const { hints } = run.reporter;
	return run.isTool ? [responseForAgent(items[0], { omitted: leftOut, advice, hints })] : items;
}

/** A cell of an XLSX file holds no more characters: Convert to File ends with an error. */
const MAX_CELL_LENGTH = 32_767;

function countLongCells(row: JsonObject): number {
	return Object.values(row).filter((cell) => typeof cell === 'string' && cell.length > MAX_CELL_LENGTH).length;
}

function longCellsHint(count: number): string {
	return (
		`Cells that are longer than the 32,767 characters of a workbook, mostly outlines: ${count}. Write a text ` +
		'file instead, or switch on Omit Geometry.'
	);
}

/** A URL of a photo lets whoever reads along see the photo (section 2.5). */
function withoutPhotoAddresses(feature: Feature): Feature {
	if (!Array.isArray(feature.photos)) return feature;
	const photos: unknown[] = feature.photos;
	return {
		...feature,
		photos: photos.map((photo) => (isJsonObject(photo) ? { ...photo, imageUrl: undefined } : photo)),
	};
}

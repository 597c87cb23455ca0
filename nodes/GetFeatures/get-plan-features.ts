import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresUrl, readPlanResponse } from '../../service/api';
import { filterFeatures, whyNoneMatch } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { inertText, isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { responseForAgent, isAgentTool } from '../shared/agent-tool';
import type { Reporter } from '../shared/reporter';
import { shapeOf } from '../shared/data-format';
import type { Shape } from '../shared/data-format';
import { filterForPlan, filters } from '../shared/filter-parameters';
import { asItemFailure } from '../shared/failures';
import { ItemFailure, withContext, withSubject } from '../shared/item-failure';
import { ServiceRun, forEachItem } from '../shared/service-run';
import type { Parameters } from '../shared/parameters';
import { locatePlans, planParameter } from '../shared/plan-parameter';
import { requestOptionsFrom } from '../shared/request-options';
import type { requestOptions } from '../shared/request-options';
import type { ValuesOf } from '../shared/parameter';
import { getOptions, photoLimitsFrom } from './get-options';
import { PhotoDownload } from './photos';
import type { ShownFeatures } from './photos';

export const plan = planParameter('The plan to get, such as the planCode that a lookup of a floor or campus gives');

/** What an agent can do about features that do not fit. */
const AGENT_ADVICE = 'Request fewer: by their type, by the value of a data field, or without their geometry.';

/** The parameters of all operations: which plan, and behind their own, how much of it and in which form. */
export const planProperty = plan.property;
export const formProperties = [filters.property, getOptions.property];

/** A plan as one item requested it. */
export interface PlanOfItem {
	planCode: string;
	/** Filtered, as the service sent them. */
	features: Feature[];
	/** What brings features into the form of the options. @param start properties before their own */
	shapeOf: (start?: Feature) => Shape;
	/** Why there are no features, where there are none. */
	whyNone: string | undefined;
	parameters: Parameters;
	itemIndex: number;
}

/**
 * Gets each item's plan, equal plans once (section 4.3).
 * @param toOutput makes the output items of a plan, to which photos are added
 */
export async function getPlanFeatures(
	context: IExecuteFunctions,
	toOutput: (plan: PlanOfItem) => ShownFeatures,
): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { parameters } = run;
	const photos = new PhotoDownload(context);
	const isTool = isAgentTool(context.getNode());
	const emptyPlans = new Map<string, string>();
	let leftOut = 0;
	let longCells = 0;
	await locatePlans(run, context.getInputData().length);
	const items = await forEachItem(run, async (itemIndex) => {
		const planCode = plan.read(parameters, itemIndex);
		try {
			const input = filters.read(parameters, itemIndex);
			const form = getOptions.read(parameters, itemIndex);
			const read = await readPlan(run, planCode, input, form);
			if (read instanceof ItemFailure) return read;
			const { all, features, whyNone } = read;
			if (whyNone !== undefined) emptyPlans.set(planCode, whyNone);
			const shown = isTool ? features.map(withoutPhotoAddresses) : features;
			const outputs = toOutput({
				planCode,
				features: shown,
				shapeOf: (start) => shapeOf(all, form, start),
				whyNone,
				parameters,
				itemIndex,
			});
			leftOut += outputs.leftOut ?? 0;
			if (form.dataFormat === 'table') for (const { json } of outputs.items) longCells += countLongCells(json);
			return form.downloadPhotos
				? await photos.addPhotos(outputs, await run.session(), photoLimitsFrom(form))
				: outputs.items;
		} catch (error) {
			return withContext(asItemFailure(error), { details: { planCode } });
		}
	});
	photos.addHint(run.reporter);
	hintAtEmpty(run.reporter, emptyPlans);
	if (longCells > 0) run.reporter.hint(longCellsHint(longCells));
	return isTool
		? [
				responseForAgent(items[0], {
					omitted: leftOut,
					advice: leftOut > 0 ? `Raise the limit. ${AGENT_ADVICE}` : AGENT_ADVICE,
				}),
			]
		: items;
}

/** Reads a plan, equal ones once in a run, and filters it. */
export async function readPlan(
	run: ServiceRun,
	planCode: string,
	input: ReturnType<typeof filters.read>,
	options: ValuesOf<typeof requestOptions>,
): Promise<{ all: Feature[]; features: Feature[]; whyNone: string | undefined } | ItemFailure> {
	const session = await run.session();
	const all = await session.readOnce(
		featuresUrl(session.settings.baseUrl, planCode),
		requestOptionsFrom(options),
		readPlanResponse,
	);
	if (all instanceof ItemFailure) return withSubject(all, { planCode });
	const isTool = isAgentTool(run.context.getNode());
	const expected = { ...input, ignoreCase: input.ignoreCase ?? isTool };
	const filter = filterForPlan(expected, all, run.context.getTimezone());
	const features = filterFeatures(all, filter);
	const whyNone = features.length === 0 ? run.reporter.redact(whyNoneMatch(all, filter)) : undefined;
	return { all, features, whyNone };
}

/** A cell of an XLSX file holds no more characters: Convert to File ends with an error. */
const MAX_CELL_LENGTH = 32_767;

function countLongCells(row: JsonObject): number {
	let count = 0;
	for (const column in row) {
		const cell = row[column];
		if (typeof cell === 'string' && cell.length > MAX_CELL_LENGTH) count++;
	}
	return count;
}

function longCellsHint(count: number): string {
	return (
		`Cells that are longer than the 32,767 characters of a workbook, mostly outlines: ${count}. Write a text ` +
		'file instead, or switch on Omit Geometry.'
	);
}

/** Nothing comes out for such a plan, which looks as if nothing had happened. */
export function hintAtEmpty(reporter: Reporter, emptyPlans: ReadonlyMap<string, string>): void {
	if (emptyPlans.size === 0) return;
	const message = [...emptyPlans].slice(0, 5).map(([planCode, why]) => `${planCode}: ${why}`);
	const more = emptyPlans.size > message.length ? ` … and ${emptyPlans.size - message.length} more plans` : '';
	reporter.hint(inertText(`${message.join(' · ')}${more}`));
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

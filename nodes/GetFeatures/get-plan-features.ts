import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresAddress, filtered, readPlanAnswer } from '../../service';
import type { Feature } from '../../service';
import { filters } from '../shared/filter-parameters';
import { ItemFailure, asItemFailure, withContext } from '../shared/item-error';
import { forEachItem } from '../shared/item-loop';
import type { ItemResult } from '../shared/item-loop';
import type { Parameters } from '../shared/parameters';
import { planParameter } from '../shared/plan-parameter';
import { requestOptionsFrom } from '../shared/request-options';
import { ServiceRun } from '../shared/service-run';
import { output, photoLimitsFrom } from './output-form';
import type { OutputForm } from './output-form';
import { PhotoDownload } from './photos';

const plan = planParameter({
	description: 'The plan to get, such as the planCode that a lookup of a floor or campus gives',
});

/** The parameters that both operations have: which plan, and behind their own, how much of it and in which form. */
export const planProperty = plan.property;
export const formProperties = [filters.property, output.property];

/** A plan as one item asked for it. */
export interface PlanOfItem {
	planCode: string;
	/** Filtered, as the service sent them. */
	features: Feature[];
	form: OutputForm;
	parameters: Parameters;
	itemIndex: number;
}

/**
 * Gets each item's plan, equal plans once (section 4.3).
 * @param toOutput what becomes of a plan: its output items, to which photos are added
 */
export async function getPlanFeatures(
	context: IExecuteFunctions,
	toOutput: (plan: PlanOfItem) => ItemResult,
): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { parameters } = run;
	const photos = new PhotoDownload(context);
	const items = await forEachItem(
		context,
		async (itemIndex) => {
			const planCode = plan.read(parameters, itemIndex);
			try {
				const filter = filters.read(parameters, itemIndex);
				const form = output.read(parameters, itemIndex);
				const all = await run.read(
					({ settings }) => featuresAddress(settings.baseUrl, planCode),
					{ ...requestOptionsFrom(form), mostBytes: form.maxPlanSizeMegabytes * 1024 * 1024 },
					readPlanAnswer,
				);
				if (all instanceof ItemFailure) return about(all, planCode);
				const features = filtered(all, filter);
				const results = toOutput({ planCode: String(planCode), features, form, parameters, itemIndex });
				return form.downloadPhotos ? await photos.into(results, await run.session(), photoLimitsFrom(form)) : results;
			} catch (error) {
				return about(asItemFailure(error), planCode);
			}
		},
		(failure) => run.end(failure),
	);
	photos.hint();
	return items;
}

/** Names the plan that the failure is about. */
function about(failure: ItemFailure, planCode: unknown): ItemFailure {
	return typeof planCode === 'string' ? withContext(failure, { details: { planCode } }) : failure;
}

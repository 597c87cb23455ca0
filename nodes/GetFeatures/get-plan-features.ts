import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { featuresAddress, filtered, readPlanAnswer } from '../../service';
import type { Feature } from '../../service';
import { readFilter } from '../shared/filter-parameters';
import { ItemFailure, asItemFailure, withContext } from '../shared/item-error';
import { forEachItem } from '../shared/item-loop';
import type { ItemResult } from '../shared/item-loop';
import type { Parameters } from '../shared/parameters';
import { readRequestOptions } from '../shared/request-options';
import { ServiceRun } from '../shared/service-run';
import { readOutputForm } from './output-form';
import type { OutputForm } from './output-form';
import { PhotoDownload } from './photos';

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
	const output = await forEachItem(
		context,
		async (itemIndex) => {
			const planCode = parameters.value('planCode', itemIndex);
			try {
				const filter = readFilter(parameters, itemIndex);
				const form = readOutputForm(parameters, itemIndex);
				const all = await run.read(
					({ credential }) => featuresAddress(credential.baseUrl, planCode),
					readRequestOptions(parameters, itemIndex),
					readPlanAnswer,
				);
				if (all instanceof ItemFailure) return about(all, planCode);
				const features = filtered(all, filter);
				const items = toOutput({ planCode: String(planCode), features, form, parameters, itemIndex });
				return form.downloadPhotos ? await photos.into(items) : items;
			} catch (error) {
				return about(asItemFailure(error), planCode);
			}
		},
		(failure) => run.end(failure),
	);
	photos.hint();
	return output;
}

/** Names the plan that the failure is about. */
function about(failure: ItemFailure, planCode: unknown): ItemFailure {
	return typeof planCode === 'string' ? withContext(failure, { details: { planCode } }) : failure;
}

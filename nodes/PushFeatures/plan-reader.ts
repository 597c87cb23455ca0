import { featuresAddress, readPlanAnswer } from '../../service/answer';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import type { Feature } from '../../service/plan';
import { ItemFailure } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';
import { withSubject } from '../shared/subject';

/** The features of a plan, read once in a run (section 4.3), or why they cannot be read. */
export async function readPlan(
	run: ServiceRun,
	planCode: string,
	options: RequestOptions,
): Promise<Feature[] | ItemFailure> {
	const plan = await run.read(({ settings }) => featuresAddress(settings.baseUrl, planCode), options, readPlanAnswer);
	return plan instanceof ItemFailure ? withSubject(plan, { planCode }) : plan;
}

const known = new WeakMap<readonly Feature[], Columns>();

/** What columns can stand for on a plan that was read, found out once. */
export function columnsOf(plan: readonly Feature[]): Columns {
	const columns = known.get(plan) ?? rowColumnsOf(plan);
	known.set(plan, columns);
	return columns;
}

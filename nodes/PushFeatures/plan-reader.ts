import { featuresAddress, readPlanAnswer } from '../../service/answer';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import { identityOf } from '../../service/plan';
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

const NONE: readonly Feature[] = [];
const known = new WeakMap<readonly Feature[], WeakMap<readonly Feature[], Columns>>();

/**
 * What columns can stand for on a plan that was read, found out once.
 * @param further a plan whose data fields count, too
 */
export function columnsOf(plan: readonly Feature[], further = NONE): Columns {
	const ofPlan = known.get(plan) ?? new WeakMap<readonly Feature[], Columns>();
	known.set(plan, ofPlan);
	const columns = ofPlan.get(further) ?? rowColumnsOf(further === NONE ? plan : [...plan, ...further]);
	ofPlan.set(further, columns);
	return columns;
}

const ids = new WeakMap<readonly Feature[], Set<string | undefined>>();

/** Whether a feature of the plan has the id of a row, or the row has none. */
export function isIdOfPlan(plan: readonly Feature[], row: Feature): boolean {
	const found = ids.get(plan) ?? new Set(plan.map(idOf));
	ids.set(plan, found);
	const id = idOf(row);
	return id === undefined || found.has(id);
}

function idOf(feature: Feature): string | undefined {
	return identityOf(feature, { by: 'member', path: 'id' });
}

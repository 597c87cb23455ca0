import { featuresAddress, readPlanAnswer } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import { heldProblems, identityOf } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { ItemFailure } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';
import { withSubject } from '../shared/subject';

/** A plan as it was read in a run, and what is found out from it once. */
export class KnownPlan {
	private readonly columnsWith = new Map<KnownPlan | undefined, Columns>();

	private ids: Set<string | undefined> | undefined;

	private held: ReturnType<typeof heldProblems> | undefined;

	/** @param timezone of the workflow */
	constructor(
		readonly features: readonly Feature[],
		private readonly timezone?: string,
	) {}

	/**
	 * What columns can stand for.
	 * @param further a plan whose data fields count, too
	 */
	columns(further?: KnownPlan): Columns {
		const known = this.columnsWith.get(further);
		if (known !== undefined) return known;
		const all = further === undefined ? this.features : [...this.features, ...further.features];
		const columns = rowColumnsOf(all, this.timezone);
		this.columnsWith.set(further, columns);
		return columns;
	}

	/** Whether one of its features has the id of a row, or the row has none. */
	hasIdOf(row: Feature): boolean {
		this.ids ??= new Set(this.features.map(idOf));
		const id = idOf(row);
		return id === undefined || this.ids.has(id);
	}

	/** Whether features of the type have the same problem there: the service takes what it gives. */
	holds(feature: Feature, problem: FeatureProblem): boolean {
		this.held ??= heldProblems(this.features);
		return this.held(feature, problem);
	}
}

function idOf(feature: Feature): string | undefined {
	return identityOf(feature, { by: 'member', path: 'id' });
}

/** A plan, read once in a run (section 4.3), or why it cannot be read. */
export async function readPlan(
	run: ServiceRun,
	planCode: string,
	options: RequestOptions,
): Promise<KnownPlan | ItemFailure> {
	const plan = await run.read(
		({ settings }) => featuresAddress(settings.baseUrl, planCode),
		options,
		(text, secrets) => new KnownPlan(readPlanAnswer(text, secrets), run.context.getTimezone()),
	);
	return plan instanceof ItemFailure ? withSubject(plan, { planCode }) : plan;
}

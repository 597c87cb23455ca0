import { featuresUrl, readPlanResponse } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import {
	KNOWN_KINDS,
	countTypes,
	existingProblems,
	identityOf,
	isEmptyValue,
	isOnEarth,
	liesInDegrees,
	outlineFormsOf,
	outlineOfGeoJson,
	positionLike,
} from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import type { JsonObject } from '../../service/text';
import { asItemFailure } from '../shared/failures';
import { ItemFailure, withSubject } from '../shared/item-error';
import type { RequestOptions } from '../shared/request-options';
import type { ServiceRun } from '../shared/service-run';

function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** A plan as it was read in a run, and what is found out from it once. */
export class LoadedPlan {
	private readonly columnsWith = new Map<LoadedPlan | undefined, Columns>();

	private readonly ids = once(() => new Set(this.features.map(idOf)));

	private readonly existing = once(() => existingProblems(this.features));

	private readonly position = once(() => this.features.find(({ position }) => !isEmptyValue(position))?.position);

	private readonly outlinedKinds = once(
		() => new Set(this.features.filter(({ geometry }) => !isEmptyValue(geometry)).map(({ type }) => type)),
	);

	private readonly isInDegrees = once(() => liesInDegrees(this.features));

	private readonly forms = once(() => outlineFormsOf(this.features));

	/** @param timezone of the workflow */
	constructor(
		readonly features: readonly Feature[],
		private readonly timezone?: string,
	) {}

	/**
	 * What columns can stand for.
	 * @param further a plan whose data fields count, too
	 */
	columns(further?: LoadedPlan): Columns {
		const all = () => (further === undefined ? this.features : [...this.features, ...further.features]);
		const columns = this.columnsWith.get(further) ?? rowColumnsOf(all(), this.timezone);
		this.columnsWith.set(further, columns);
		return columns;
	}

	/** Whether one of its features has the id of a row, or the row has none. */
	hasIdOf(row: Feature): boolean {
		const id = idOf(row);
		return id === undefined || this.ids().has(id);
	}

	/** A Point of GeoJSON, written as positions are there. */
	positionOf(point: JsonObject): unknown {
		return positionLike(this.position(), point);
	}

	/** An outline of GeoJSON, written as outlines are there. */
	outlineOf(geometry: unknown): unknown {
		return outlineOfGeoJson(geometry, this.outlineForms);
	}

	/** Whether a feature of the kind has an outline there. */
	hasOutlineOf({ type }: Feature): boolean {
		return this.outlinedKinds().has(type);
	}

	/** Whether a feature lies nowhere on earth, though the plan does: its coordinates are projected, or turned around. */
	isOffEarth(feature: Feature): boolean {
		return !isOnEarth([feature]) && this.isInDegrees();
	}

	get outlineForms(): ReadonlySet<string> {
		return this.forms();
	}

	/** Its kinds with their counts, the most frequent first. */
	get kinds(): ReadonlyArray<[kind: string, count: number]> {
		return [...countTypes(this.features)];
	}

	/** Its kinds, and those that are known without it. */
	readonly possibleKinds = once(() => [...new Set([...this.kinds.map(([kind]) => kind), ...KNOWN_KINDS])]);

	/** Whether features of the type have the same problem there: the service takes what it gives. */
	has(feature: Feature, problem: FeatureProblem): boolean {
		if (problem.rule === 'outline') return this.outlineForms.has(problem.details.form);
		return this.existing()(feature, problem);
	}
}

function idOf(feature: Feature): string | undefined {
	return identityOf(feature, { by: 'property', path: 'id' });
}

/** A plan, read once in a run (section 4.3), or why it cannot be read. */
export async function readPlan(
	run: ServiceRun,
	planCode: string,
	options: RequestOptions,
): Promise<LoadedPlan | ItemFailure> {
	const plan = await run.read(
		({ settings }) => featuresUrl(settings.baseUrl, planCode),
		options,
		(text, secrets) => new LoadedPlan(readPlanResponse(text, secrets), run.context.getTimezone()),
	);
	return plan instanceof ItemFailure ? withSubject(plan, { planCode }) : plan;
}

/**
 * The plans beside its own by which an item may be sent as it is: the one that Data Fields From names, and the one that
 * Get took it from.
 */
export async function otherPlans(
	run: ServiceRun,
	item: { planCode: string; json: Feature; settings: RequestOptions & { dataFieldsFrom?: string | undefined } },
): Promise<LoadedPlan[]> {
	const { planCode, json, settings } = item;
	const codes = [...new Set([settings.dataFieldsFrom, json.planCode])].filter((code) => typeof code === 'string');
	const others = codes.filter((code) => code.trim() !== '' && code !== planCode);
	const plans = await Promise.all(others.map((code) => readPlan(run, code, settings).catch(asItemFailure)));
	return plans.filter((plan) => plan instanceof LoadedPlan);
}

import { featuresUrl, readPlanResponse } from '../../service/api';
import { isEmptyCell, isUnchanged, rowColumnsOf } from '../../service/columns';
import {
	KNOWN_KINDS,
	PlanIndex,
	SPECIFIED_FORMS,
	countTypes,
	existingProblems,
	isCentred,
	isEmptyValue,
	isGeographic,
	isMisplaced,
	locationOf,
	outlineFormsOf,
} from '../../service/plan';
import type { Feature } from '../../service/plan';
import { memo } from '../../service/text';
import type { Secrets } from '../../service/text';
import { about } from '../shared/failures';
import type { RequestOptions } from '../shared/client';
import type { ServiceRun } from '../shared/service-run';
import type { InputProblem } from './input-rules';

/** A plan as it was read in a run, and what is found out from it once. */
export class LoadedPlan {
	readonly position = memo(() => this.features.find(({ position }) => !isEmptyValue(position))?.position);
	/** Kinds whose features have an outline there. */
	readonly outlinedKinds = memo(
		() => new Set(this.features.filter(({ geometry }) => !isEmptyValue(geometry)).map(({ type }) => type)),
	);
	/** Kinds whose features have a position there. */
	private readonly positionedKinds = memo(
		() => new Set(this.features.filter(({ position }) => !isEmptyValue(position)).map(({ type }) => type)),
	);
	readonly outlineForms = memo(() => (this.features.length === 0 ? SPECIFIED_FORMS : outlineFormsOf(this.features)));
	private readonly kinds = memo((): ReadonlyArray<[kind: string, count: number]> => [...countTypes(this.features)]);
	/** Its kinds, and those that are known without it. */
	readonly possibleKinds = memo(() => [...new Set([...this.kinds().map(([kind]) => kind), ...KNOWN_KINDS])]);
	readonly index = memo(() => new PlanIndex(this.features));
	/** The values of the properties that the service makes itself. */
	private readonly identities = memo(() => {
		const ids = new Set(this.features.map(({ id }) => String(id ?? '').trim()));
		return [...new Map<string, Pick<typeof ids, 'has'>>([['id', ids], ...this.index().identities()])];
	});
	private readonly existing = memo(() => existingProblems(this.features));
	readonly location = memo(() => locationOf(this.features));
	/** Items of Get mostly come in the order of the plan. */
	private next = 0;
	readonly columns = memo(() => rowColumnsOf([...this.features, ...this.further], this.origin.timezone));

	/**
	 * @param origin its code, when reading it began, in milliseconds of `performance.now`, and the zone of the workflow
	 * @param further those of another plan, whose data fields count, too
	 */
	constructor(
		readonly features: readonly Feature[],
		readonly origin: { readAtMs: number; planCode?: string; timezone?: string } = { readAtMs: -Infinity },
		private readonly further: readonly Feature[] = [],
	) {}

	/** Whether a feature stands at a point: by the specification, or as those of its kind do there. */
	isPositioned(feature: Feature): boolean {
		const { type } = feature;
		return isCentred(feature) || (this.positionedKinds().has(type) && !this.outlinedKinds().has(type));
	}

	withFieldsOf({ features }: LoadedPlan): LoadedPlan {
		return new LoadedPlan(this.features, this.origin, features);
	}

	/** Whether it was read and an item of Get names it. */
	isOf({ planCode }: Feature): boolean {
		return planCode !== undefined && planCode === this.origin.planCode;
	}

	/** The feature that an item of Get of this plan is, where nobody changed it: what it has is no problem there. */
	unchanged(item: Feature): Feature | undefined {
		if (!this.isOf(item)) return undefined;
		const isAt = (at: number) => at in this.features && isUnchanged(item, this.features[at]);
		const at = isAt(this.next) ? this.next : this.index().byIdentity(item).find(isAt);
		this.next = (at ?? this.next) + 1;
		return at === undefined ? undefined : this.features[at];
	}

	/** The properties of a row that the service makes itself, with values that no feature of the plan has. */
	unknownIdentities(row: Feature): string[] {
		return this.identities().flatMap(([name, values]) => {
			const isKnown = isEmptyValue(row[name]) || values.has(String(row[name]).trim());
			return isKnown ? [] : [name];
		});
	}

	/** Of a feature that is not where the plan is, or what else was read as one, as far as that shows. */
	locationProblems(feature: Feature, of: 'plan' | 'input' = 'plan'): InputProblem[] {
		const location = this.location();
		if (location === undefined || !isMisplaced(feature, location)) return [];
		const path = isEmptyValue(feature.geometry) ? 'position' : 'geometry';
		return [{ path, rule: 'location', details: { ...location, of } }];
	}

	/** Of a position that says it is longitude and latitude, on a plan that has neither. */
	axesProblems(position: unknown): InputProblem[] {
		const location = this.location();
		const isOther = isGeographic(position) && !isGeographic(this.position());
		if (location === undefined || location.isInDegrees || !isOther) return [];
		return [{ path: 'position', rule: 'location', details: { ...location, of: 'plan' } }];
	}

	/** What it has in a place may be sent there, whatever Validate says. A missing kind lists the kinds of the plan. */
	withoutExisting(problems: readonly InputProblem[], feature: Feature, isMapped: boolean): InputProblem[] {
		// A column that may be the kind, or a field, is one problem.
		const isUnclear = problems.some(({ rule, details }) => rule === 'oneMeaning' && details.name === 'type');
		return problems.flatMap((problem): InputProblem | InputProblem[] => {
			if ((isUnclear && problem.rule === 'kind') || this.has(feature, problem)) return [];
			if (problem.rule !== 'kind' || !isEmptyCell(feature.type)) return problem;
			return { path: 'type', rule: 'noKind', details: { kinds: this.kinds(), isMapped } };
		});
	}

	/** Whether it has the like of what is a problem: the service takes what it gives. */
	has(feature: Feature, problem: InputProblem): boolean {
		if (problem.rule === 'outline') return this.outlineForms().has(problem.details.form);
		if (problem.rule !== 'location') return this.existing()(feature, problem);
		// What lies far out, such as a mark, comes back with the other features.
		const { geometry, position } = feature;
		const index = this.index();
		return index.atLocation(feature).some((at) => index.isMatch({ geometry, position }, at, 'normalized'));
	}
}

/** @throws ItemFailure */
export async function readPlan(run: ServiceRun, planCode: string, options: RequestOptions): Promise<LoadedPlan> {
	const session = await run.session();
	const url = featuresUrl(session.settings.baseUrl, planCode);
	const origin = { readAtMs: performance.now(), planCode, timezone: run.context.getTimezone() };
	const parse = (text: string, secrets: Secrets) => new LoadedPlan(readPlanResponse(text, secrets), origin);
	return await about({ planCode }, async () => await session.readOnce(url, { ...options, skipsCaches: true }, parse));
}

import { featuresUrl, readPlanResponse } from '../../service/api';
import { rowColumnsOf } from '../../service/columns';
import {
	KNOWN_KINDS,
	PlanIndex,
	countTypes,
	existingProblems,
	identityOf,
	isEmptyValue,
	isGeographic,
	isMisplaced,
	locationOf,
	outlineFormsOf,
} from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { memo } from '../../service/text';
import type { Secrets } from '../../service/text';
import { about } from '../shared/failures';
import type { RequestOptions } from '../shared/client';
import type { ServiceRun } from '../shared/service-run';

/** A plan as it was read in a run, and what is found out from it once. */
export class LoadedPlan {
	readonly position = memo(() => this.features.find(({ position }) => !isEmptyValue(position))?.position);
	/** Kinds whose features have an outline there. */
	readonly outlinedKinds = memo(
		() => new Set(this.features.filter(({ geometry }) => !isEmptyValue(geometry)).map(({ type }) => type)),
	);
	readonly outlineForms = memo(() => outlineFormsOf(this.features));
	readonly kinds = memo((): ReadonlyArray<[kind: string, count: number]> => [...countTypes(this.features)]);
	/** Its kinds, and those that are known without it. */
	readonly possibleKinds = memo(() => [...new Set([...this.kinds().map(([kind]) => kind), ...KNOWN_KINDS])]);
	readonly index = memo(() => new PlanIndex(this.features));
	private readonly ids = memo(() => new Set(this.features.map(idOf)));
	private readonly existing = memo(() => existingProblems(this.features));
	readonly location = memo(() => locationOf(this.features));
	/** With those of a further plan, whose data fields count, too. */
	readonly columns = memo((further: LoadedPlan | undefined) =>
		rowColumnsOf([...this.features, ...(further?.features ?? [])], this.timezone),
	);

	constructor(
		readonly features: readonly Feature[],
		private readonly timezone?: string,
	) {}

	/** The properties of a row that the service makes itself, with values that no feature of the plan has. */
	unknownIdentities(row: Feature): string[] {
		const index = this.index();
		const isKnown = (name: string) =>
			name === 'id' ? this.ids().has(idOf(row)) : index.byIdentity({ [name]: row[name] }).length > 0;
		const isUnknown = (name: string) => !isEmptyValue(row[name]) && !isKnown(name);
		return ['id', ...index.identity.filter((name) => name !== 'id')].filter(isUnknown);
	}

	/** Of a feature that is not where the plan is, or what else was read as one, as far as that shows. */
	locationProblems(feature: Feature, of: 'plan' | 'input' = 'plan'): FeatureProblem[] {
		const location = this.location();
		if (location === undefined || !isMisplaced(feature, location)) return [];
		const path = isEmptyValue(feature.geometry) ? 'position' : 'geometry';
		return [{ path, rule: 'location', details: { ...location, of } }];
	}

	/** Of a position that says it is longitude and latitude, on a plan that has neither. */
	axesProblems(position: unknown): FeatureProblem[] {
		const location = this.location();
		const isOther = isGeographic(position) && !isGeographic(this.position());
		if (location === undefined || location.isInDegrees || !isOther) return [];
		return [{ path: 'position', rule: 'location', details: { ...location, of: 'plan' } }];
	}

	/** Whether features of the type have the same problem there: the service takes what it gives. */
	has(feature: Feature, problem: FeatureProblem): boolean {
		if (problem.rule === 'outline') return this.outlineForms().has(problem.details.form);
		return this.existing()(feature, problem);
	}
}

function idOf(feature: Feature): string | undefined {
	return identityOf(feature, { by: 'property', path: 'id' });
}

/** @throws ItemFailure */
export async function readPlan(run: ServiceRun, planCode: string, options: RequestOptions): Promise<LoadedPlan> {
	const session = await run.session();
	const url = featuresUrl(session.settings.baseUrl, planCode);
	const parse = (text: string, secrets: Secrets) =>
		new LoadedPlan(readPlanResponse(text, secrets), run.context.getTimezone());
	return await about({ planCode }, async () => await session.readOnce(url, options, parse));
}

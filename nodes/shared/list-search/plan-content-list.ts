import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { featuresUrl, readPlanResponse } from '../../../service/api';
import { countTypes, dataFieldsOf, ownIdentities } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { Secrets } from '../../../service/text';
import type { JsonObject } from '../../../service/text';
import { SPECIFIED_KINDS } from '../feature-kinds';
import { InvalidInputError, ItemFailure, withSubject } from '../item-failure';
import { codeByNames, planCodeOf } from '../plan-code';
import { collect, readPlanNames } from '../plan-source';
import type { Collected, PlanSource } from '../plan-source';
import { asLocated } from '../parameters';
import type { Located } from '../parameters';
import { entriesOf, listSearchResult, reportListFailures } from './list-results';

/**
 * The list of every parameter that names a data field: the fields of the plans that the panel names, by their names.
 * The service gives each feature all configured data fields (section 2.3, rule 3), so one plan knows them all.
 */
export async function searchDataFields(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'data fields', typed, async (source) => {
		const { found: features, notes } = await featuresOfPanel(this, source);
		return { found: [...dataFieldsOf(features)].map(([value, name]) => ({ name, value })), notes };
	});
}

/** The list of the property that identifies a feature, of those with one value: the service's own identity first. */
export async function searchIdentities(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await listSearchResult(this, 'properties', typed, async (source) => {
		const { found: features, notes } = await featuresOfPanel(this, source);
		const own = ownIdentities(features);
		const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
		const names = features.flatMap((one) => Object.keys(one).filter((name) => isScalar(one[name])));
		const found = [...new Set([...own, ...names])].map((value) =>
			own.includes(value)
				? { name: `${value} (the identity that the service gives)`, value, isFirst: true }
				: { name: value, value },
		);
		return { found, notes };
	});
}

export async function listFeatureTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const chosen: unknown = this.getCurrentNodeParameter('filters.types');
	return await kindsOfPanel(this, Array.isArray(chosen) ? chosen : []);
}

/** The list of the kinds that rows may be given which do not say theirs. */
export async function listRowTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const kinds = await kindsOfPanel(this, [this.getCurrentNodeParameter('featureType')]);
	return [{ name: 'From the Input', value: '' }, ...kinds];
}

/**
 * First come the types of the plans that the panel names, each with the number of its features; n8n's panel resolves an
 * expression for the plan once the node before has run. Then come the kinds that are known without a plan and what is
 * chosen already, because the panel calls a value unsupported that its list does not hold.
 */
async function kindsOfPanel(
	context: ILoadOptionsFunctions,
	input: readonly unknown[],
): Promise<Array<INodePropertyOptions & { value: string }>> {
	return await reportListFailures(context, 'types', async (open) => {
		const source = plansOfPanel(context).picked.length > 0 ? await open() : undefined;
		const { found: features, notes } =
			source === undefined ? { found: [], notes: [] } : await featuresOfPanel(context, source);
		const types = countTypes(features.filter(({ type }) => typeof type === 'string' && type !== ''));
		const chosen = input.map((type) => (typeof type === 'string' && !type.startsWith('=') ? type : ''));
		const onPlan = [...types].sort(([one], [other]) => one.localeCompare(other));
		const others = new Set([...SPECIFIED_KINDS, ...chosen].filter((type) => type !== '' && !types.has(type)));
		const found = [
			...onPlan.map(([type, count]) => ({ name: type, value: type, description: `${count} on the plan` })),
			...[...others].map((type) => ({ name: type, value: type, ...(source && { description: 'Not on the plan' }) })),
		];
		return entriesOf({ found, notes }, source?.session.settings.secrets ?? new Secrets([]));
	});
}

/** The plans of Plan Code and Data Fields From, or of the rows of the trigger's plans. */
function plansOfPanel(context: ILoadOptionsFunctions): { picked: Located[]; isGiven: boolean } {
	const rows: unknown = context.getCurrentNodeParameter('planCodes.plans');
	const input = Array.isArray(rows)
		? rows.map((row: unknown) => (Object(row) as JsonObject).planCode)
		: ['planCode', 'options.dataFieldsFrom'].map((name) => context.getCurrentNodeParameter(name) as unknown);
	const located = input.map(asLocated).filter(({ value }) => typeof value === 'string' && value.trim() !== '');
	const picked = located.filter(({ value }) => !String(value).startsWith('='));
	return { picked, isGiven: located.length > 0 };
}

/**
 * What the plans hold that the panel names; one that can't be read is reported in a note.
 * @throws InvalidInputError when none is picked, or one of them is no plan
 */
export async function featuresOfPanel(context: ILoadOptionsFunctions, source: PlanSource): Promise<Collected<Feature>> {
	const { session, options } = source;
	const { picked, isGiven } = plansOfPanel(context);
	if (picked.length === 0) {
		throw isGiven
			? new InvalidInputError(
					'The plan is given by an expression, so its data fields are known only when the workflow runs',
					'Switch the field to By Code and enter the code, or pick a plan for the time of choosing',
				)
			: new InvalidInputError('No plan is picked yet', 'Pick a plan first, or switch the field to By Code');
	}
	const names = picked.some(({ mode }) => mode === 'names') ? await readPlanNames(source) : undefined;
	const codeOf = (one: Located) => (names && one.mode === 'names' ? codeByNames(names, one.value) : planCodeOf(one));
	return await collect([...new Set(picked.map(codeOf))], 'plans', async (planCode) => {
		const url = featuresUrl(session.settings.baseUrl, planCode);
		const features = await session.readOnce(url, options, readPlanResponse);
		if (!(features instanceof ItemFailure)) return features;
		const failure = withSubject(features, { planCode });
		// A plan that is not there is reported as that, and not as a missing list.
		throw failure.details.status === 404 ? new InvalidInputError(failure.message, failure.advice) : failure;
	});
}

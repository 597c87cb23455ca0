import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { InvalidInputError } from '../invalid-input-error';
import { featuresAddress, readPlanAnswer } from '../../../service/answer';
import { countTypes, dataFieldsOf } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { Secrets } from '../../../service/text';
import type { JsonObject } from '../../../service/text';
import { KINDS } from '../feature-kinds';
import { ItemFailure, asItemFailure, unwrap } from '../item-error';
import { asLocated } from '../locator';
import { planCodeOf } from '../plan-parameter';
import type { Session } from '../session';
import { ask, entriesOf, filterFound, gather, offer, panelPartner, tellListFailures } from './offered-list';

/**
 * The list of every parameter that names a data field: the fields of the plans that the panel names, by their names.
 * The service gives each feature all configured data fields (section 2.3, rule 3), so one plan knows them all.
 */
export async function searchDataFields(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await offer(this, 'data fields', typed, async (session) => {
		const plans = pickedPlans(this);
		if (!Array.isArray(plans)) throw noPlansError(plans);
		const { found, notes } = await gather(plans, 'plans', async (planCode) =>
			dataFieldsOf(await readPlanFeatures(this, session, planCode)),
		);
		const fields = new Map(found.map((field) => [field.key, field]));
		const times = new Map<string, number>();
		for (const { name } of fields.values()) times.set(name, (times.get(name) ?? 0) + 1);
		const entries = [...fields.values()].map(({ key, name }) => ({
			name: times.get(name) === 1 ? name : `${name} (${key})`,
			value: key,
		}));
		return { found: filterFound(entries, typed), notes };
	});
}

function noPlansError(plans: 'none' | 'expression'): InvalidInputError {
	return plans === 'expression'
		? new InvalidInputError(
				'The plan is given by an expression, so its data fields are known only when the workflow runs',
				'Switch the field to By Code and enter the code, or pick a plan for the time of choosing',
			)
		: new InvalidInputError('No plan is picked yet', 'Pick a plan first, or switch the field to By Code');
}

/**
 * The list of the filter by types. First come the types of the plans that the panel names, each with the number of its
 * features; n8n's panel resolves an expression for the plan once the node before has run. Then come the kinds of
 * section 2.3 and what is chosen already, because the panel calls a value unsupported that its list does not hold.
 */
export async function listFeatureTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await tellListFailures(this, 'types', async (open) => {
		const plans = pickedPlans(this);
		const { types, notes, secrets } = Array.isArray(plans)
			? await typesOfPlans(this, await open(), plans)
			: { types: new Map<string, number>(), notes: [], secrets: new Secrets([]) };
		const chosen = chosenTypes(this);
		const onPlan = [...types].sort(([one], [other]) => one.localeCompare(other));
		const others = new Set([...Object.keys(KINDS), ...chosen].filter((type) => !types.has(type)));
		const found = [
			...onPlan.map(([type, count]) => ({ name: type, value: type, description: `${count} on the plan` })),
			...[...others].map((type) => ({
				name: type,
				value: type,
				isChosen: chosen.includes(type),
				...(Array.isArray(plans) ? { description: 'Not on the plan' } : {}),
			})),
		];
		return entriesOf({ found, notes }, secrets);
	});
}

async function typesOfPlans(context: ILoadOptionsFunctions, session: Session, plans: string[]) {
	const { found, notes } = await gather(
		plans,
		'plans',
		async (planCode) => await readPlanFeatures(context, session, planCode),
	);
	const types = countTypes(found.filter(({ type }) => typeof type === 'string' && type !== ''));
	return { types, notes, secrets: session.secrets };
}

/** As they are stored; none where an expression gives all of them. */
function chosenTypes(context: ILoadOptionsFunctions): string[] {
	const chosen: unknown = context.getCurrentNodeParameter('filters.types');
	return Array.isArray(chosen) ? chosen.filter((type) => typeof type === 'string') : [];
}

/**
 * The plans of Plan Code, or of the rows of the trigger's plans, or why there is none.
 * @throws InvalidInputError when one of them is no code
 */
function pickedPlans(context: ILoadOptionsFunctions): string[] | 'none' | 'expression' {
	const rows: unknown = context.getCurrentNodeParameter('planCodes.plans');
	const given = Array.isArray(rows)
		? rows.map((row: unknown) => (Object(row) as JsonObject).planCode)
		: [context.getCurrentNodeParameter('planCode')];
	const located = given.map(asLocated).filter(({ value }) => typeof value === 'string' && value.trim() !== '');
	const picked = located.filter(({ value }) => !String(value).startsWith('='));
	if (picked.length > 0) return [...new Set(picked.map(planCodeOf))];
	return located.length > 0 ? 'expression' : 'none';
}

/**
 * The features of a plan, for a list that is made of them.
 * @throws ItemFailure; a plan that is not there is told as that, and not as a missing list
 */
async function readPlanFeatures(
	context: ILoadOptionsFunctions,
	session: Session,
	planCode: string,
): Promise<Feature[]> {
	const url = featuresAddress(session.settings.baseUrl, planCode);
	const features = await ask(
		session,
		{ url, partnerCode: panelPartner(context), subject: { planCode } },
		readPlanAnswer,
	).catch(asItemFailure);
	if (!(features instanceof ItemFailure) || features.details.status !== 404) return unwrap(features);
	return unwrap<Feature[]>(asItemFailure(new InvalidInputError(features.message, features.advice)));
}

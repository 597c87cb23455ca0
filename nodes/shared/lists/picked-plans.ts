import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { InvalidInputError } from '../invalid-input-error';
import { featuresAddress, readPlanAnswer } from '../../../service/answer';
import type { Feature } from '../../../service/plan';
import type { JsonObject } from '../../../service/text';
import { ItemFailure, asItemFailure, unwrap } from '../item-error';
import { asLocated } from '../locator';
import { planCodeOf } from '../plan-parameter';
import type { Session } from '../session';
import { ask, panelPartner } from './offered-list';

/**
 * The plans of Plan Code, or of the rows of the trigger's plans, or why there is none.
 * @throws InvalidInputError when one of them is no code
 */
export function pickedPlans(context: ILoadOptionsFunctions): string[] | 'none' | 'expression' {
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
export async function readPlanFeatures(
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

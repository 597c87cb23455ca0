import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { InvalidInputError } from '../../../credentials/invalid-input-error';
import { dataFieldsOf, featuresAddress, isJsonObject, readPlanAnswer } from '../../../service';
import { locatedIn } from '../locator';
import { planCodeOf } from '../plan-parameter';
import type { Session } from '../session';
import { ask, gather, matching, offer, panelPartner } from './offered-list';

/**
 * The list of every parameter that names a data field: the fields of the plans that the panel names, by their names.
 * The service gives each feature all configured data fields (section 2.3, rule 3), so one plan knows them all.
 */
export async function searchDataFields(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await offer(this, 'data fields', async (session) => {
		const partnerCode = panelPartner(this);
		const { found, notes } = await gather(pickedPlans(this), 'plans', async (planCode) => await fieldsOf(session, planCode, partnerCode));
		const fields = new Map(found.map((field) => [field.key, field]));
		const isTwice = (name: string) => [...fields.values()].filter((field) => field.name === name).length > 1;
		const entries = [...fields.values()].map(({ key, name }) => ({ name: isTwice(name) ? `${name} (${key})` : name, value: key }));
		return { results: [...notes, ...matching(entries, typed)] };
	});
}

async function fieldsOf(session: Session, planCode: string, partnerCode: string) {
	const url = featuresAddress(session.settings.baseUrl, planCode);
	return dataFieldsOf(await ask(session, { url, partnerCode, subject: { planCode } }, readPlanAnswer));
}

/** The plans of Plan Code, or of the rows of the trigger's plans. @throws InvalidInputError when none is picked */
function pickedPlans(context: ILoadOptionsFunctions): string[] {
	const rows = context.getCurrentNodeParameter('planCodes.plans');
	const given = Array.isArray(rows) ? rows.map((row: unknown) => (isJsonObject(row) ? row.planCode : row)) : [context.getCurrentNodeParameter('planCode')];
	const located = given.map(locatedIn).filter(({ value }) => typeof value === 'string' && value.trim() !== '');
	const picked = located.filter(({ value }) => !String(value).startsWith('='));
	if (picked.length > 0) return [...new Set(picked.map(planCodeOf))];
	throw located.length > 0
		? new InvalidInputError(
				'The plan is given by an expression, so its data fields are known only when the workflow runs',
				'Switch the field to By Code and enter the code, or pick a plan for the time of choosing',
			)
		: new InvalidInputError('No plan is picked yet', 'Pick a plan first, or switch the field to By Code');
}

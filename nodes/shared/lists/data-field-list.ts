import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { InvalidInputError } from '../invalid-input-error';
import { dataFieldsOf } from '../../../service/plan';
import { readPlanFeatures, pickedPlans } from './picked-plans';
import { gather, filterEntries, offer } from './offered-list';

/**
 * The list of every parameter that names a data field: the fields of the plans that the panel names, by their names.
 * The service gives each feature all configured data fields (section 2.3, rule 3), so one plan knows them all.
 */
export async function searchDataFields(this: ILoadOptionsFunctions, typed?: string): Promise<INodeListSearchResult> {
	return await offer(this, 'data fields', async (session) => {
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
		return { results: [...notes, ...filterEntries(entries, typed)] };
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

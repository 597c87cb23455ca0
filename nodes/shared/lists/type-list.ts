import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { countTypes } from '../../../service/plan';
import { KINDS } from '../feature-kinds';
import { openListSession, gather, tellListFailures } from './offered-list';
import { readPlanFeatures, pickedPlans } from './picked-plans';

/**
 * The list of the filter by types. First come the types of the plans that the panel names, each with the number of its
 * features; n8n's panel resolves an expression for the plan once the node before has run. Then come the kinds of
 * section 2.3 and what is chosen already, because the panel calls a value unsupported that its list does not hold.
 */
export async function listFeatureTypes(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await tellListFailures(this, 'types', async () => {
		const plans = pickedPlans(this);
		const { types, notes } = Array.isArray(plans)
			? await typesOfPlans(this, plans)
			: { types: new Map<string, number>(), notes: [] };
		const onPlan = [...types].sort(([one], [other]) => one.localeCompare(other));
		const others = new Set([...Object.keys(KINDS), ...chosenTypes(this)].filter((type) => !types.has(type)));
		return [
			...notes,
			...onPlan.map(([type, count]) => ({ name: type, value: type, description: `${count} on the plan` })),
			...[...others].map((type) => ({
				name: type,
				value: type,
				...(Array.isArray(plans) ? { description: 'Not on the plan' } : {}),
			})),
		];
	});
}

async function typesOfPlans(context: ILoadOptionsFunctions, plans: string[]) {
	const session = await openListSession(context);
	const { found, notes } = await gather(
		plans,
		'plans',
		async (planCode) => await readPlanFeatures(context, session, planCode),
	);
	return { types: countTypes(found.filter(({ type }) => typeof type === 'string' && type !== '')), notes };
}

/** As they are stored; none where an expression gives all of them. */
function chosenTypes(context: ILoadOptionsFunctions): string[] {
	const chosen: unknown = context.getCurrentNodeParameter('filters.types');
	return Array.isArray(chosen) ? chosen.filter((type) => typeof type === 'string') : [];
}

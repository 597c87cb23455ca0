import { codeText, planCodeIn } from '../../service/answer';
import { locator } from './locator';
import type { Located } from './locator';
import { isNothing } from './parameter';
import type { Parameter } from './parameter';

interface PlanHeading {
	description: string;
	/** Where it is filled from when nothing was chosen: by default the column of a lookup or of Get Plan Features. */
	default?: string;
}

/**
 * The plan that an item is about, read as its code, without blanks around it. For a row of a collection too:
 * `rows(…, { planCode: planParameter({ … }) })`. A node that has one needs `methods = { listSearch: { searchPlans } }`.
 */
export function planParameter(heading: PlanHeading): Parameter<string, 'planCode'> {
	return locator({ ...describe(heading), required: true }, planCodeOf);
}

/** The same where an item may be about no plan: undefined where the expression gives nothing. */
export function optionalPlanParameter(heading: PlanHeading): Parameter<string | undefined, 'planCode'> {
	return locator(describe(heading), (located) => {
		const { value } = located;
		return isNothing(typeof value === 'string' ? value.trim() : value) ? undefined : planCodeOf(located);
	});
}

/** @throws InvalidInputError when there is no code in what was given */
export function planCodeOf({ mode, value }: Located): string {
	return mode === 'url' ? planCodeIn(value) : codeText(value, 'plan code');
}

function describe({ description, default: value = '={{ $json.planCode }}' }: PlanHeading) {
	return {
		displayName: 'Plan Code',
		name: 'planCode' as const,
		type: 'resourceLocator' as const,
		default: { mode: 'code', value },
		description,
		modes: [
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string' as const,
				placeholder: 'e.g. pln_…',
				hint: 'The planCode that a lookup of a floor or campus gives',
			},
			{
				displayName: 'By URL',
				name: 'url',
				type: 'string' as const,
				placeholder: 'e.g. https://…/plans-embed/v1/plan?planCode=pln_…',
				hint: 'The address of the interactive plan, or any text with planCode=…',
			},
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				placeholder: 'Select…',
				hint: 'Where the service lists its plans',
				typeOptions: { searchListMethod: 'searchPlans', searchable: true },
			},
		],
	};
}

import type { INodePropertyMode } from 'n8n-workflow';
import { PATH_SEPARATOR, codeText, planCodeIn } from '../../service/api';
import type { PlanNames } from '../../service/api';
import { InvalidInputError, asItemFailure } from './item-failure';
import { isNothing, locator, optionsOf } from './parameter';
import type { Parameter } from './parameter';
import { asLocated } from './parameters';
import type { Located } from './parameters';
import { readPlanNames } from './plan-source';
import type { PlanSource } from './plan-source';
import { requestOptions, requestOptionsFrom } from './request-options';
import type { ServiceRun } from './service-run';

interface PlanHeading {
	description: string;
	/** Where it is filled from when nothing was chosen: by default the column of a lookup or of Get Plan Features. */
	default?: string;
}

/**
 * The plan that an item is about, read as its code, without spaces around it. A node that has one needs
 * `methods = { listSearch: { searchPlans } }`, and calls `locatePlans` before it reads items.
 */
export function planParameter(heading: PlanHeading): Parameter<string, 'planCode'> {
	return orByNames(locator({ ...describe(heading, true), required: true }, planCodeOf), () => {
		throw new InvalidInputError(
			'No names of a plan',
			'Give names of its path in Plan Code, such as those of building and floor.',
		);
	});
}

/** The same where an item may be about no plan: undefined where the expression gives nothing. */
export function optionalPlanParameter(heading: PlanHeading): Parameter<string | undefined, 'planCode'> {
	const parameter = locator(describe(heading, true), (located) => {
		const { value } = located;
		return isNothing(typeof value === 'string' ? value.trim() : value) ? undefined : planCodeOf(located);
	});
	return orByNames(parameter, () => undefined);
}

/** For a row of a collection: `rows(…, { planCode: planRowParameter({ … }) })`. It makes no requests: no names. */
export function planRowParameter(heading: PlanHeading): Parameter<string, 'planCode'> {
	return locator({ ...describe(heading, false), required: true }, planCodeOf);
}

/** @param ofNothing what an item means that names no plan */
function orByNames<T>(parameter: Parameter<T, 'planCode'>, ofNothing: () => T): Parameter<T | string, 'planCode'> {
	return {
		...parameter,
		read: (parameters, itemIndex) => {
			if (parameters.modeOf('planCode') !== 'names') return parameter.read(parameters, itemIndex);
			const code = parameters.located.get(itemIndex);
			if (code instanceof Error) throw code;
			return code ?? ofNothing();
		},
	};
}

/** A further plan, in a collection; undefined where none is given. A URL is known by its `planCode=`. */
export function furtherPlanParameter<const Name extends string>(
	heading: PlanHeading & { name: Name; displayName: string },
): Parameter<string | undefined, Name> {
	const { name, displayName } = heading;
	return locator({ ...describe({ ...heading, default: '' }, false), name, displayName }, ({ mode, value }) => {
		if (isNothing(typeof value === 'string' ? value.trim() : value)) return undefined;
		return planCodeOf({ mode: String(value).includes('planCode=') ? 'url' : mode, value });
	});
}

/** @throws InputProblem when there is no code in what was given */
export function planCodeOf({ mode, value }: Located): string {
	return mode === 'url' ? planCodeIn(value) : codeText(value, 'plan code');
}

const PLAN_MODES: { modes: INodePropertyMode[] } = {
	modes: [
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. pln_…',
			hint: 'The planCode that a lookup of a floor or campus gives',
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://…/plans-embed/v1/plan?planCode=pln_…',
			hint: 'The URL of the interactive plan, or any text with planCode=…',
		},
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select…',
			hint: 'Where the service lists its plans',
			typeOptions: { searchListMethod: 'searchPlans', searchable: true },
		},
		{
			displayName: 'By Names',
			name: 'names',
			type: 'string',
			placeholder: 'e.g. Harbour House › Level 3',
			hint: 'Names on the way to the plan, in any order, where the service lists its plans',
		},
	],
};

/**
 * A plan that each item may name is filled from the item; any other is picked.
 * @param hasNames whether By Names is offered, which needs requests
 */
function describe({ description, default: value = '={{ $json.planCode }}' }: PlanHeading, hasNames: boolean) {
	const [code, url, list, names] = PLAN_MODES.modes;
	return {
		displayName: 'Plan Code',
		name: 'planCode' as const,
		type: 'resourceLocator' as const,
		default: { mode: value === '' ? 'list' : 'code', value },
		description,
		modes: [...(value === '' ? [list, code, url] : [code, url, list]), ...(hasNames ? [names] : [])],
	};
}

/** @throws InvalidInputError that says which plans there are, unless exactly one has the names */
export function codeByNames(names: PlanNames, input: unknown): string {
	const text = Array.isArray(input) ? input.map(String).join(PATH_SEPARATOR) : String(input);
	const plan = names.find(text);
	if (typeof plan !== 'string') return plan.planCode;
	throw new InvalidInputError(
		plan,
		'Give names of its path in Plan Code, such as those of building and floor, or choose it From List.',
	);
}

const commonOptions = optionsOf(requestOptions);

/**
 * Plans that items give By Names. Their codes are found before the items are read, and stand in `parameters.located`:
 * an expression names a plan for each item, and all plans are listed once for each partner.
 */
export async function locatePlans(run: ServiceRun, itemCount: number): Promise<void> {
	const { parameters } = run;
	if (parameters.modeOf('planCode') !== 'names') return;
	const lists = new Map<string, Promise<PlanNames>>();
	const namesFor = async (itemIndex: number): Promise<PlanNames> => {
		const options = requestOptionsFrom(commonOptions.read(parameters, itemIndex));
		const session = await run.session();
		const partnerCode = options.partnerCode || session.settings.partnerCode;
		const source: PlanSource = { session, options: { ...options, partnerCode, clientPath: 'Clients' } };
		const names = lists.get(partnerCode) ?? readPlanNames(source);
		lists.set(partnerCode, names);
		return await names;
	};
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		try {
			const { value: input } = asLocated(parameters.value('planCode', itemIndex, undefined));
			if (isNothing(typeof input === 'string' ? input.trim() : input)) continue;
			parameters.located.set(itemIndex, codeByNames(await namesFor(itemIndex), input));
		} catch (error) {
			parameters.located.set(itemIndex, asItemFailure(error));
		}
	}
}

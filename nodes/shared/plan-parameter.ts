import { PATH_SEPARATOR, codeText, holdsUrl, planCodeIn } from '../../service/api';
import type { FindPlan } from '../../service/api';
import { asItemFailure } from './failures';
import { InvalidInputError, unwrap } from './item-failure';
import type { ItemFailure } from './item-failure';
import { fromList, isNothing, locator, optionsOf, typed } from './parameter';
import type { Parameter } from './parameter';
import { asLocated } from './parameters';
import type { Located } from './parameters';
import { readPlanNames } from './plan-source';
import type { PlanSource } from './plan-source';
import { requestOptions, requestOptionsFrom } from './request-options';
import type { ServiceRun } from './service-run';

/**
 * The plan that an item is about, read by `planReader` as its code, without spaces around it. A node that has one needs
 * `methods = { listSearch: { searchPlans } }`.
 */
export function planParameter(description: string): Parameter<string, 'planCode'> {
	return locator({ ...ofItem(description), required: true }, planCodeOf);
}

/** The same where an item may be about no plan: undefined where the expression gives nothing. */
export function optionalPlanParameter(description: string): Parameter<string | undefined, 'planCode'> {
	return locator(ofItem(description), optionalCodeOf);
}

/** For a row of a collection. It makes no requests, so there are no names. */
export function planRowParameter(description: string): Parameter<string, 'planCode'> {
	return locator({ ...PLAN, ...PICKED, description, required: true }, planCodeOf);
}

/** A further plan, in a collection; undefined where none is given. */
export function furtherPlanParameter<const Name extends string>(
	heading: Record<'displayName' | 'description', string> & { name: Name },
): Parameter<string | undefined, Name> {
	return locator({ ...PLAN, ...PICKED, ...heading }, optionalCodeOf);
}

function optionalCodeOf(located: Located): string | undefined {
	return isNothing(located.value) ? undefined : planCodeOf(located);
}

const PLAN = { displayName: 'Plan Code', name: 'planCode' } as const;

const CODE = typed('code', 'By Code', 'e.g. pln_…', 'The planCode that a lookup of a floor or campus gives');
const URL_MODE = typed(
	'url',
	'By URL',
	'e.g. https://…/plans-embed/v1/plan?planCode=pln_…',
	'The URL of the interactive plan, or any text with planCode=…',
);
const LIST = fromList('searchPlans', 'Where the service lists its plans');
const NAMES = typed(
	'names',
	'By Names',
	'e.g. Harbour House › Level 3',
	'Names on the way to the plan, in any order, where the service lists its plans',
);

const PICKED = { modes: [LIST, CODE, URL_MODE] };

/** Filled from the item when nothing was chosen: by the column of a lookup or of Get Plan Features. */
function ofItem(description: string) {
	const byColumn = { mode: 'code', value: '={{ $json.planCode }}' };
	return { ...PLAN, default: byColumn, description, modes: [CODE, URL_MODE, LIST, NAMES] };
}

const GIVE_NAMES = 'Give names of its path in Plan Code, such as those of building and floor.';

/** @throws InvalidInputError that says which plans there are, unless exactly one has the names */
export function codeByNames(findPlan: FindPlan, input: unknown): string {
	const text = Array.isArray(input)
		? input.map((part) => (isNothing(part) ? '' : String(part))).join(PATH_SEPARATOR)
		: String(input);
	if (holdsUrl(text)) throw new InvalidInputError('The names of the plan are a URL', 'Switch Plan Code to By Code.');
	const plan = findPlan(text);
	if (typeof plan !== 'string') return plan.planCode;
	throw new InvalidInputError(plan, `${GIVE_NAMES} For a code, switch it to By Code.`);
}

/** @throws InputProblem when there is no code in what was given, InvalidInputError when there are no names */
export function planCodeOf({ mode, value }: Located): string {
	if (mode === 'names') throw new InvalidInputError('No names of a plan', GIVE_NAMES);
	const isUrl = mode === 'url' || (typeof value === 'string' && holdsUrl(value));
	return isUrl ? planCodeIn(value) : codeText(value, 'plan code');
}

const commonOptions = optionsOf(requestOptions);

/**
 * What reads the plan of an item. Plans that items give By Names are found before: an expression names a plan for each
 * item, and all plans are listed once for each partner.
 */
export async function planReader<T>(
	run: ServiceRun,
	plan: Parameter<T, 'planCode'>,
): Promise<(itemIndex: number) => T | string> {
	const { parameters, context } = run;
	const codes = new Map<number, string | ItemFailure>();
	const read = (itemIndex: number) => unwrap<T | string>(codes.get(itemIndex) ?? plan.read(parameters, itemIndex));
	// No expression gives the mode.
	if (asLocated(parameters.raw('planCode')).mode !== 'names') return read;
	const namesOf = new Map<string, Promise<FindPlan>>();
	const namesFor = async (itemIndex: number): Promise<FindPlan> => {
		const options = requestOptionsFrom(commonOptions.read(parameters, itemIndex));
		const session = await run.session();
		const partnerCode = options.partnerCode || session.settings.partnerCode;
		const source: PlanSource = { session, options: { ...options, partnerCode, clientPath: 'Clients' } };
		const names = namesOf.get(partnerCode) ?? readPlanNames(source);
		namesOf.set(partnerCode, names);
		return await names;
	};
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const { value: input } = asLocated(parameters.value('planCode', itemIndex, undefined));
			if (!isNothing(input)) codes.set(itemIndex, codeByNames(await namesFor(itemIndex), input));
		} catch (error) {
			codes.set(itemIndex, asItemFailure(error));
		}
	}
	return read;
}

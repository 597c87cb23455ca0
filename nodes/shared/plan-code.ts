import { PATH_SEPARATOR, codeText, holdsUrl, planCodeIn } from '../../service/api';
import type { PlanNames } from '../../service/api';
import { InvalidInputError } from './item-failure';
import type { Located } from './parameters';

/** @throws InvalidInputError that says which plans there are, unless exactly one has the names */
export function codeByNames(names: PlanNames, input: unknown): string {
	const text = Array.isArray(input) ? input.map(String).join(PATH_SEPARATOR) : String(input);
	const plan = names.find(text);
	if (typeof plan !== 'string') return plan.planCode;
	throw new InvalidInputError(
		plan,
		'Give names of its path in Plan Code, such as those of building and floor. For a code, switch it to By Code.',
	);
}

/** @throws InputProblem when there is no code in what was given, InvalidInputError when there are no names */
export function planCodeOf({ mode, value }: Located): string {
	if (mode === 'names') {
		const advice = 'Give names of its path in Plan Code, such as those of building and floor.';
		throw new InvalidInputError('No names of a plan', advice);
	}
	const isUrl = mode === 'url' || (typeof value === 'string' && holdsUrl(value));
	return isUrl ? planCodeIn(value) : codeText(value, 'plan code');
}

import { LEVELS, RESOURCES } from '../../../service/api/hierarchy.ts';
import type { Resource } from '../../../service/api/hierarchy.ts';
import type { ProbeInputs } from './inputs.mts';

export const API = '/esapi/api/v1';
/** No plan has this code. */
const NO_PLAN = 'probe';

/** What the headers are tried with first: a plan, as the nodes need it, or what is given. */
export function pathsOf(inputs: ProbeInputs): [string, ...string[]] {
	const lowest = codesOf(inputs).at(-1);
	if (inputs.planCode !== '' || lowest === undefined) return [featuresPath(inputs.planCode || NO_PLAN)];
	return [lookupPath(...lowest)];
}

export function codesOf(inputs: ProbeInputs): Array<[Resource, string]> {
	return RESOURCES.map((level): [Resource, string] => [level, inputs[`${level}Code`]]).filter(
		([, code]) => code !== '',
	);
}

export function lookupPath(level: Resource, code: string): string {
	return `${API}/${LEVELS[level].segment}/${encodeURIComponent(code)}`;
}

export function featuresPath(planCode: string): string {
	return `${API}/Plans/${encodeURIComponent(planCode)}/Features`;
}

/** A code of the same look that no service has. */
export function unknownLike(code: string): string {
	const [zeros, ones] = ['0', '1'].map((digit) => code.replace(/[a-z0-9]{1,25}$/i, (end) => digit.repeat(end.length)));
	return zeros === code ? ones : zeros;
}

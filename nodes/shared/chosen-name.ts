import type { INode } from 'n8n-workflow';
import { isJsonObject } from '../../service/text';

/**
 * The name that a list had for a code when it was chosen there: n8n keeps it in the parameter.
 * @returns undefined where no parameter of the node holds the code, or it was typed
 */
export function chosenName({ parameters }: Pick<INode, 'parameters'>, code: string): string | undefined {
	return nameIn(parameters, code);
}

function nameIn(given: unknown, code: string): string | undefined {
	if (Array.isArray(given)) return nameIn({ ...given }, code);
	if (!isJsonObject(given)) return undefined;
	const { value, cachedResultName: name } = given;
	if (value === code && typeof name === 'string' && name !== '') return name;
	for (const member of Object.values(given)) {
		const found = nameIn(member, code);
		if (found !== undefined) return found;
	}
	return undefined;
}

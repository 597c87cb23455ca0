import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { Parameter } from './parameter';
import { isResourceLocator } from './parameters';

/**
 * What was picked or typed, and in which mode. A plain value, as workflows from before locators hold, counts as a code.
 */
export interface Located {
	mode: string;
	value: unknown;
}

type LocatorProperty<Name> = Omit<INodeProperties, 'name' | 'type' | 'default'> & {
	name: Name;
	type: 'resourceLocator';
	default: { mode: string; value: string };
	modes: INodePropertyMode[];
};

/**
 * A parameter that can be filled in several ways, such as By Code and From List.
 * @param valueOf makes the value from the mode and from what stands in it
 */
export function locator<T, const Name extends string>(
	property: LocatorProperty<Name>,
	valueOf: (located: Located) => T,
): Parameter<T, Name> {
	return {
		property,
		fallback: property.default,
		valueOf: (given) => valueOf(asLocated(given === undefined ? property.default : given)),
		read: (parameters, itemIndex) =>
			valueOf({
				mode: parameters.modeOf(property.name, property.default) ?? 'code',
				value: parameters.value(property.name, itemIndex, property.default),
			}),
	};
}

/** A locator as it stands in a node or in a row of a collection. */
export function asLocated(given: unknown): Located {
	return isResourceLocator(given) ? { mode: String(given.mode), value: given.value } : { mode: 'code', value: given };
}

import { identityOf, isDataEntry, whyNoneMatch } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import type { Feature } from '../../service/plan';
import type { TriggerSettings } from './trigger-settings';

/** What seems wrong with the settings, as a plan shows it. Words fit after the name of the plan. */
export interface Doubt {
	about: 'filters' | 'identity' | 'watchedFields';
	words: string;
}

/** Enough to find the right name in. */
const MOST_NAMES = 20;

/**
 * Settings that no feature of a plan answers to: a workflow would wait in vain.
 * @param all features of the plan. @param features those that pass the filters
 */
export function doubtsAbout(
	{ filter, identity, watchedFields }: TriggerSettings,
	all: Feature[],
	features: Feature[],
): Doubt[] {
	if (all.length === 0) return [];
	if (features.length === 0) return [{ about: 'filters', words: inertText(whyNoneMatch(all, filter)) }];
	const types = new Set(all.map(({ type }) => String(type)));
	const entries = features.flatMap(({ data }) => (Array.isArray(data) ? data.filter(isDataEntry) : []));
	const members = new Set(features.flatMap(Object.keys));
	const names = new Map(entries.map(({ key, name }) => [key, `${name} (${key})`]));
	const ofMembers = `Members of the features: ${listNames(members)}`;
	const ofFields = `Data fields of the plan: ${names.size === 0 ? 'none' : listNames(names.values())}`;
	const doubts: Doubt[] = [];
	const noType = filter.types.filter((type) => !types.has(type));
	if (noType.length > 0) {
		const words = `No feature has the type ${noType.join(', ')}. The types of the plan: ${listNames(types)}`;
		doubts.push({ about: 'filters', words });
	}
	if (identity.by !== 'feature' && features.every((feature) => identityOf(feature, identity) === undefined)) {
		const [what, has] =
			identity.by === 'member' ? [`member ${identity.path}`, ofMembers] : [`data field ${identity.key}`, ofFields];
		const words = `No feature has a value in the ${what}, by which features are identified. ${has}`;
		doubts.push({ about: 'identity', words });
	}
	const isKnown = (field: string) => members.has(field) || members.has(field.split('.')[0]) || names.has(field);
	const noField = watchedFields.filter((field) => !isKnown(field));
	if (noField.length > 0) {
		const words = `No feature has ${noField.join(', ')} of Watched Fields. ${ofFields}. ${ofMembers}`;
		doubts.push({ about: 'watchedFields', words });
	}
	return doubts;
}

/** What the service sent is shown inert. */
function listNames(names: Iterable<string>): string {
	return joinFirst(MOST_NAMES, [...new Set(names)], inertText);
}

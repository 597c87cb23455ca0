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
export function doubtsAbout(settings: TriggerSettings, all: Feature[], features: Feature[]): Doubt[] {
	if (all.length === 0) return [];
	if (features.length === 0) return [{ about: 'filters', words: inertText(whyNoneMatch(all, settings.filter)) }];
	return [...typeDoubts(settings, all), ...identityDoubts(settings, features), ...watchedDoubts(settings, features)];
}

function typeDoubts({ filter }: TriggerSettings, all: Feature[]): Doubt[] {
	const has = new Set(all.map(({ type }) => String(type)));
	const missing = filter.types.filter((type) => !has.has(type));
	if (missing.length === 0) return [];
	return [
		{
			about: 'filters',
			words: `No feature has the type ${missing.join(', ')}. The types of the plan: ${listNames(has)}`,
		},
	];
}

function identityDoubts({ identity }: TriggerSettings, features: Feature[]): Doubt[] {
	if (identity.by === 'feature' || features.some((feature) => identityOf(feature, identity) !== undefined)) return [];
	const words =
		identity.by === 'member'
			? `No feature has a value in the member ${identity.path}, by which features are identified. ` +
				`${describeMembers(features)}`
			: `No feature has a value in the data field ${identity.key}, by which features are identified. ` +
				`${describeDataFields(features)}`;
	return [{ about: 'identity', words }];
}

function watchedDoubts({ watchedFields }: TriggerSettings, features: Feature[]): Doubt[] {
	const known = new Set(
		features.flatMap((feature) => [...Object.keys(feature), ...entriesOf(feature).map(({ key }) => key)]),
	);
	const missing = watchedFields.filter((field) => !known.has(field) && !known.has(field.split('.')[0]));
	if (missing.length === 0) return [];
	const words =
		`No feature has ${missing.join(', ')} of Watched Fields. ${describeDataFields(features)}. ` +
		`${describeMembers(features)}`;
	return [{ about: 'watchedFields', words }];
}

function describeMembers(features: Feature[]): string {
	return `Members of the features: ${listNames(features.flatMap(Object.keys))}`;
}

function describeDataFields(features: Feature[]): string {
	const fields = new Map(features.flatMap(entriesOf).map(({ key, name }) => [key, name]));
	return (
		'Data fields of the plan: ' +
		`${fields.size === 0 ? 'none' : listNames([...fields].map(([key, name]) => `${name} (${key})`))}`
	);
}

function entriesOf({ data }: Feature): Array<{ key: string; name: string }> {
	return Array.isArray(data) ? data.filter(isDataEntry) : [];
}

/** What the service sent is shown inert. */
function listNames(names: Iterable<string>): string {
	return joinFirst(MOST_NAMES, [...new Set(names)], inertText);
}

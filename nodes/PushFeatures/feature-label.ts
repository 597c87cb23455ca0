import { countTypes, dataFieldsOf, identityOf } from '../../service/plan';
import type { Feature, IdentifyingMatch } from '../../service/plan';
import { inertText, memo } from '../../service/text';
import type { InputFeature } from './input-features';

/** So many features show which of their data fields distinguishes them. */
const MAX_SAMPLE = 200;
/** Of the values of such a field; a sheet may have two rooms called WC. */
const MIN_DISTINCT = 0.9;
const MAX_KIND = 20;
const MAX_VALUE = 30;

/** Columns whose values together identify a feature, with the name of the first one. */
interface Identifier {
	columns: readonly IdentifyingMatch[];
	name: string;
}

/**
 * Such as `room 102 (item 0)`, and `Room 102 (item 0)` by the name of a data field where the kind is not given. Of many
 * in one item, a value that others have, too, leads to none: there it is `features[3] (item 0)`.
 */
export function featureLabels(
	all: readonly InputFeature[],
	matchColumns: readonly IdentifyingMatch[],
): (one: InputFeature) => string {
	const sample = () => all.slice(0, MAX_SAMPLE).map((one) => one.feature ?? {});
	const identifiers = memo(() => identifiersOf(sample(), matchColumns));
	const distinct = memo(() => identifiers().filter((one) => one.columns === matchColumns || isDistinct(one, sample())));
	return ({ itemIndex, path, feature = {} }) => {
		const usable = path === '' ? identifiers() : distinct();
		const found = usable.find((one) => valueBy(one, feature) !== undefined);
		if (found === undefined)
			return path === '' ? `item ${itemIndex}` : `${inertText(path, MAX_VALUE)} (item ${itemIndex})`;
		const { type } = feature;
		const kind = typeof type === 'string' && type.trim() !== '' ? type : found.name;
		return `${inertText(kind, MAX_KIND)} ${inertText(valueBy(found, feature) ?? '', MAX_VALUE)} (item ${itemIndex})`;
	};
}

/** What people know a single feature by: its name, or else the first value that it has in a data field. */
export function titleOf(feature: Feature | null): string | null {
	if (feature === null) return null;
	const [first = null] = identifiersOf([feature], []).flatMap((one) => valueBy(one, feature) ?? []);
	return first;
}

/** Such as `rooms 3.01 to 3.55`; nothing where no value distinguishes the features. */
export function rangeOf(plan: readonly Feature[], matchColumns: readonly IdentifyingMatch[]): string {
	const [[kind]] = countTypes(plan);
	const features = plan.filter(({ type }) => String(type) === kind);
	const best = identifiersOf(features.slice(0, MAX_SAMPLE), matchColumns).find((one) => isDistinct(one, features));
	if (best === undefined) return '';
	const values = features.flatMap((feature) => valueBy(best, feature) ?? []);
	const { compare } = new Intl.Collator('en', { numeric: true });
	const [first, ...others] = values.sort(compare).map((value) => inertText(value, MAX_VALUE));
	const range = others.length === 0 ? ` ${first}` : `s ${first} to ${others[others.length - 1]}`;
	return `${inertText(kind, MAX_KIND)}${range}`;
}

function identifiersOf(sample: readonly Feature[], matchColumns: readonly IdentifyingMatch[]): Identifier[] {
	const names = dataFieldsOf(sample);
	const ofData = [...names].map(([key, name]): Identifier => ({ name, columns: [{ by: 'dataField', key }] }));
	const ofNames = ['name', 'number'].map((path): Identifier => ({ name: path, columns: [{ by: 'property', path }] }));
	const all = [...ofNames, ...ofData.filter((one) => isDistinct(one, sample)), ...ofData];
	const first = matchColumns.at(0);
	if (first === undefined) return all;
	const name = first.by === 'property' ? first.path : (names.get(first.key) ?? '');
	return [{ name, columns: matchColumns }, ...all];
}

function isDistinct(identifier: Identifier, features: readonly Feature[]): boolean {
	const values = features.flatMap((feature) => valueBy(identifier, feature) ?? []);
	return values.length > 0 && new Set(values).size >= values.length * MIN_DISTINCT;
}

function valueBy({ columns }: Identifier, feature: Feature): string | undefined {
	const values = columns.flatMap((column) => identityOf(feature, column) ?? []);
	return values.length === columns.length ? values.join(', ') : undefined;
}

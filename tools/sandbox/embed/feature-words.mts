import type { Feature } from '../json.mts';
import { isJsonObject } from '../json.mts';
import { dataFields } from '../demo/constants.mts';

/** The text of a data field, '' when there is none. */
export function dataValue({ data }: Feature, field: keyof typeof dataFields): string {
	if (!Array.isArray(data)) return '';
	const entry: unknown = data.find((one: unknown) => isJsonObject(one) && one.key === dataFields[field].key);
	return isJsonObject(entry) && typeof entry.value === 'string' ? entry.value : '';
}

/** How a person calls the feature: its member `name`, or the data field Name. */
export function nameOf(feature: Feature): string {
	return typeof feature.name === 'string' && feature.name !== '' ? feature.name : dataValue(feature, 'name');
}

/** Everything that its data says, a line each. */
export function description(feature: Feature): string {
	const lines = [nameOf(feature) || String(feature.type)];
	const entries: unknown[] = Array.isArray(feature.data) ? feature.data : [];
	for (const entry of entries) {
		if (isJsonObject(entry) && entry.value) lines.push(`${String(entry.name)}: ${String(entry.value)}`);
	}
	return lines.join('\n');
}

export function iconTypesOf({ icons }: Feature): string[] {
	if (!Array.isArray(icons)) return [];
	return icons.map((icon: unknown) => (isJsonObject(icon) ? String(icon.iconType ?? '') : ''));
}

import { InvalidInputError, inertText, isJsonObject, parseJson, withColumnsAsData, withDataArray } from '../../service';
import type { DataColumn, Feature, FeatureProblem } from '../../service';
import type { Parameters } from '../shared/parameters';

/** Something an item gives as a feature, before its rules are checked. `path` leads to it within the item. */
export interface RawFeature {
	path: string;
	feature: unknown;
	problems: FeatureProblem[];
}

/** What one item gives, by the parameter `source`. @throws InvalidInputError when it gives nothing that could be a feature */
export function rawFeatures(parameters: Parameters, json: Feature, itemIndex: number): RawFeature[] {
	switch (parameters.choice('source', itemIndex, ['item', 'field', 'json', 'form'])) {
		case 'field':
			return fromField(json, parameters.text('fieldName', itemIndex));
		case 'json':
			return listed('', parsed(parameters.value('featureJson', itemIndex), 'Feature JSON'));
		case 'form':
			return [fromForm(parameters, itemIndex)];
		case 'item': {
			const { feature, problems } = undone('', json);
			const row = withColumnsAsData(feature, dataColumns(parameters, itemIndex));
			return [{ path: '', feature: row.feature, problems: [...problems, ...row.problems] }];
		}
	}
}

function fromField(json: Feature, fieldName: string): RawFeature[] {
	const value = Object.hasOwn(json, fieldName)
		? json[fieldName]
		: fieldName.split('.').reduce<unknown>((at, step) => (isJsonObject(at) ? at[step] : undefined), json);
	if (value === undefined) {
		throw new InvalidInputError(
			`The item has no field "${fieldName}"`,
			'Correct Field Name, or choose another Source for the features.',
		);
	}
	return listed(fieldName, parsed(value, fieldName));
}

/** Text is taken as JSON: that is how sheets and webhooks hand it over. */
function parsed(value: unknown, label: string): unknown {
	if (typeof value !== 'string') return value;
	const json = parseJson(value);
	if (json !== undefined) return json;
	throw new InvalidInputError(
		value.trim() === '' ? `${label} is empty` : `${label} is not JSON: ${whyNot(value)}`,
		`Give ${label} as JSON: an object, or a list of objects.`,
	);
}

function whyNot(text: string): string {
	try {
		JSON.parse(text);
	} catch (error) {
		// It quotes the text.
		if (error instanceof Error) return inertText(error.message);
	}
	return 'it cannot be read';
}

function listed(path: string, value: unknown): RawFeature[] {
	return Array.isArray(value)
		? value.map((feature: unknown, index) => undone(`${path}[${index}]`, feature))
		: [undone(path, value)];
}

/** Undoes what Get Plan Features adds. */
function undone<T>(path: string, feature: T): RawFeature & { feature: T | Feature } {
	if (!isJsonObject(feature)) return { path, feature, problems: [] };
	return { path, ...withDataArray(withoutPlanCode(feature)) };
}

function withoutPlanCode(feature: Feature): Feature {
	return 'planCode' in feature || 'photosLeftOut' in feature ? { ...feature, planCode: undefined, photosLeftOut: undefined } : feature;
}

function dataColumns(parameters: Parameters, itemIndex: number): DataColumn[] {
	return rows(parameters, 'dataColumns.columns', itemIndex).map((row) => {
		const column = String(row.column ?? '');
		return { column, key: String(row.key ?? ''), name: String(row.name ?? '') || column };
	});
}

function rows(parameters: Parameters, name: string, itemIndex: number): Feature[] {
	const value = parameters.value(name, itemIndex, []);
	return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function fromForm(parameters: Parameters, itemIndex: number): RawFeature {
	const type = parameters.text('featureType', itemIndex, 'zone');
	const json = (name: string) => {
		const value = parameters.value(name, itemIndex, '');
		return value === undefined || (typeof value === 'string' && value.trim() === '') ? undefined : parsed(value, name);
	};
	const position = json('position');
	const members: Feature = {
		type,
		zoneType: type === 'zone' ? parameters.value('zoneType', itemIndex) : undefined,
		// Null asks the service for the centroid of the plan (section 2.3, rule 1).
		position: position === undefined && type === 'leaderLineIcon' ? null : position,
		geometry: json('geometry'),
		icons: json('icons'),
	};
	const data = rows(parameters, 'data.entries', itemIndex).map(({ key, name, value }) => ({
		key,
		name,
		value: typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
	}));
	if (data.length > 0) members.data = data;
	const extra = json('extra') ?? {};
	if (!isJsonObject(extra)) {
		throw new InvalidInputError('extra is not a JSON object', 'Give Extra as one JSON object.');
	}
	const filled = Object.entries(members).filter(([, value]) => value !== undefined);
	return { path: '', feature: { ...Object.fromEntries(filled), ...extra }, problems: [] };
}

import { InvalidInputError } from '../../credentials/invalid-input-error';
import {
	columnProblems,
	flattenedProblems,
	isJsonObject,
	memberAt,
	parseJson,
	rowByName,
	withColumnsAsData,
	withDataArray,
} from '../../service';
import type { DataColumn, Feature, FeatureProblem } from '../../service';
import type { Parameters } from '../shared/parameters';
import { featureFromForm } from './form-parameters';
import { parseGiven } from './given-json';
import { columnsOf } from './plan-reader';
import { dataColumns, dataMapping, featureJson, fieldName, otherColumns, source } from './push-parameters';

/** Something an item gives as a feature, before its rules are checked. `path` leads to it within the item. */
export interface RawFeature {
	path: string;
	feature: unknown;
	problems: FeatureProblem[];
}

/** What an item is read with, beside its parameters. */
export interface Known {
	/** The columns that items of the run have. */
	columns: () => ReadonlySet<string>;
	/** The columns that items of the same plan have, where a cell that one of them lacks is an emptied one. */
	table?: () => ReadonlySet<string>;
	/** The features of the item's plan, where columns are mapped by name. */
	plan?: readonly Feature[];
}

/** Whether columns of an item are mapped by the data fields of its plan. */
export function isMappedByName(parameters: Parameters, itemIndex: number): boolean {
	return source.read(parameters, itemIndex) === 'item' && dataMapping.read(parameters, itemIndex) === 'byName';
}

/** What one item gives. @throws InvalidInputError when it gives nothing that could be a feature */
export function rawFeatures(parameters: Parameters, json: Feature, itemIndex: number, known: Known): RawFeature[] {
	switch (source.read(parameters, itemIndex)) {
		case 'field':
			return readField(json, fieldName.read(parameters, itemIndex));
		case 'json':
			return asRawFeatures('', parseGiven(featureJson.read(parameters, itemIndex), 'Feature JSON'));
		case 'form':
			return [{ path: '', feature: featureFromForm(parameters, itemIndex), problems: [] }];
		case 'item':
			return [readRow(parameters, json, itemIndex, known)];
	}
}

function readRow(parameters: Parameters, json: Feature, itemIndex: number, { columns, table, plan }: Known): RawFeature {
	const { feature, problems } = undoGetFormat('', json);
	const row = isMappedByName(parameters, itemIndex)
		? rowByName(feature, columnsOf(plan ?? []), otherColumns.read(parameters, itemIndex), table?.())
		: rowByColumns(feature, columnsIn(parameters, itemIndex), columns, table?.());
	return { path: '', feature: row.feature, problems: row.problems.length === 0 ? problems : [...problems, ...row.problems] };
}

function rowByColumns(row: Feature, columns: DataColumn[], known: () => ReadonlySet<string>, table?: ReadonlySet<string>) {
	if (columns.length === 0) return { feature: row, problems: [] };
	const { feature, problems } = withColumnsAsData(row, columns, table);
	return { feature, problems: [...columnProblems(columns, known()), ...problems] };
}

function columnsIn(parameters: Parameters, itemIndex: number): DataColumn[] {
	return dataColumns.read(parameters, itemIndex).map(({ column, key, name }) => ({ column, key: key.trim(), name: name || column }));
}

function readField(json: Feature, name: string): RawFeature[] {
	const value = memberAt(json, name);
	if (value === undefined) {
		throw new InvalidInputError(
			`The item has no field "${name}"`,
			'Correct Field Name, or choose another Source for the features.',
		);
	}
	return asRawFeatures(name, parseGiven(value, name));
}

function asRawFeatures(path: string, value: unknown): RawFeature[] {
	if (!Array.isArray(value)) return [asRawFeature(path, value)];
	return value.map((feature: unknown, index) => asRawFeature(`${path}[${index}]`, feature));
}

function asRawFeature(path: string, feature: unknown): RawFeature {
	return isJsonObject(feature) ? undoGetFormat(path, feature) : { path, feature, problems: [] };
}

/** Undoes what Get Plan Features adds, and what a spreadsheet makes of it. */
function undoGetFormat(path: string, given: Feature): RawFeature & { feature: Feature } {
	const members: Feature = { ...given, planCode: undefined, photosLeftOut: undefined };
	for (const name of STRUCTURED) if (typeof members[name] === 'string') members[name] = readCell(members[name]);
	const { feature, problems } = withDataArray(members);
	const flattened = flattenedProblems(feature).map((problem) => ({ ...problem, message: `${problem.message}. ${KEPT_WHOLE}` }));
	return { path, feature, problems: flattened.length === 0 ? problems : [...flattened, ...problems] };
}

const KEPT_WHOLE = 'Get the features with Data Format set to Table, which keeps such values whole, and set Data Mapping to By Name';

/** Members that are objects or lists (section 2.3), which a cell of a table holds as JSON text, or not at all. */
const STRUCTURED = ['geometry', 'position', 'icons', 'data', 'dataFields', 'photos'];

function readCell(text: string): unknown {
	if (text.trim() === '') return undefined;
	const value = parseJson(text);
	return typeof value === 'object' ? value : text;
}

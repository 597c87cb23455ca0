import { InvalidInputError } from '../shared/invalid-input-error';
import {
	columnProblems,
	dataFromColumns,
	flattenedProblems,
	rowByName,
	withColumnsAsData,
} from '../../service/columns';
import { memberAt } from '../../service/plan';
import { isJsonObject, parseJson } from '../../service/text';
import type { DataColumn, FieldReader } from '../../service/columns';
import type { Feature, FeatureProblem } from '../../service/plan';
import type { Parameters } from '../shared/parameters';
import { featureFromForm } from './form-parameters';
import { parseGiven } from './given-json';
import { columnsOf } from './plan-reader';
import { dataColumns, dataMapping, featureJson, fieldName, otherColumns, source } from './push-parameters';

/** Something an item gives as a feature, before its rules are checked. `path` leads to it within the item. */
export interface RawFeature {
	path: string;
	/** A copy of its own, where it is an object. */
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
	/** Reads the `dataFields` of all items. */
	fields: FieldReader;
}

/** Whether columns of an item are mapped by the data fields of its plan. */
export function isMappedByName(parameters: Parameters, itemIndex: number): boolean {
	return source.read(parameters, itemIndex) === 'item' && dataMapping.read(parameters, itemIndex) === 'byName';
}

/** What one item gives. @throws InvalidInputError when it gives nothing that could be a feature */
export function rawFeatures(parameters: Parameters, json: Feature, itemIndex: number, known: Known): RawFeature[] {
	switch (source.read(parameters, itemIndex)) {
		case 'field':
			return readField(json, fieldName.read(parameters, itemIndex), known.fields);
		case 'json':
			return asRawFeatures('', parseGiven(featureJson.read(parameters, itemIndex), 'Feature JSON'), known.fields);
		case 'form':
			return [{ path: '', feature: featureFromForm(parameters, itemIndex), problems: [] }];
		case 'item':
			return [readRow(parameters, json, itemIndex, known)];
	}
}

function readRow(
	parameters: Parameters,
	json: Feature,
	itemIndex: number,
	{ columns, table, plan, fields }: Known,
): RawFeature {
	const { feature, problems } = undoGetFormat('', json, fields);
	const row = isMappedByName(parameters, itemIndex)
		? rowByName(feature, columnsOf(plan ?? []), otherColumns.read(parameters, itemIndex), table?.())
		: rowByColumns(feature, columnsIn(parameters, itemIndex), columns, table?.());
	return {
		path: '',
		feature: row.feature,
		problems: row.problems.length === 0 ? problems : [...problems, ...row.problems],
	};
}

function rowByColumns(
	row: Feature,
	columns: DataColumn[],
	known: () => ReadonlySet<string>,
	table?: ReadonlySet<string>,
) {
	if (columns.length === 0) return { feature: row, problems: [] };
	const { feature, problems } = withColumnsAsData(row, columns, table);
	return { feature, problems: [...columnProblems(columns, known()), ...problems] };
}

function columnsIn(parameters: Parameters, itemIndex: number): DataColumn[] {
	return dataColumns
		.read(parameters, itemIndex)
		.map(({ column, key, name }) => ({ column, key: key.trim(), name: name || column }));
}

function readField(json: Feature, name: string, fields: FieldReader): RawFeature[] {
	const value = memberAt(json, name);
	if (value === undefined) {
		throw new InvalidInputError(
			`The item has no field "${name}"`,
			'Correct Field Name, or choose another Source for the features.',
		);
	}
	return asRawFeatures(name, parseGiven(value, name), fields);
}

function asRawFeatures(path: string, value: unknown, fields: FieldReader): RawFeature[] {
	if (!Array.isArray(value)) return [asRawFeature(path, value, fields)];
	return value.map((feature: unknown, index) => asRawFeature(`${path}[${index}]`, feature, fields));
}

function asRawFeature(path: string, feature: unknown, fields: FieldReader): RawFeature {
	return isJsonObject(feature) ? undoGetFormat(path, feature, fields) : { path, feature, problems: [] };
}

/** Undoes what Get Plan Features adds, and what a spreadsheet makes of it. */
function undoGetFormat(path: string, given: Feature, fields: FieldReader): RawFeature & { feature: Feature } {
	const members: Feature = { ...given };
	// A member that is undefined is not sent. None is deleted, because V8 keeps an object that lost one in a slower form.
	for (const name of ADDED_BY_GET) if (name in members) members[name] = undefined;
	for (const name of STRUCTURED) if (typeof members[name] === 'string') members[name] = readCell(members[name]);
	const { data, problems } = dataFromColumns(members, fields) ?? { data: members.data, problems: [] };
	if (data !== members.data) {
		members.data = data;
		members.dataFields = undefined;
	}
	const flattened = flattenedProblems(members);
	return { path, feature: members, problems: flattened.length === 0 ? problems : [...flattened, ...problems] };
}

const ADDED_BY_GET = ['planCode', 'photosLeftOut'];

/** Members that are objects or lists (section 2.3), which a cell of a table holds as JSON text, or not at all. */
const STRUCTURED = ['geometry', 'position', 'icons', 'data', 'dataFields', 'photos'];

function readCell(text: string): unknown {
	if (text.trim() === '') return undefined;
	const value = parseJson(text);
	return typeof value === 'object' ? value : text;
}

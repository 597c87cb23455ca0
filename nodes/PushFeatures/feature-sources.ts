import { columnProblems, isRow, readColumns, readRow } from '../../service/columns';
import type { Column, ItemReader } from '../../service/columns';
import { memberAt } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { isJsonObject } from '../../service/text';
import { InvalidInputError } from '../shared/item-error';
import type { Parameters } from '../shared/parameters';
import { featureFromForm, parseGiven } from './form-parameters';
import type { KnownPlan } from './known-plan';
import { dataColumns, dataMapping, featureJson, fieldName, otherColumns, source } from './push-parameters';

/** Something an item gives as a feature, before its rules are checked. `path` leads to it within the item. */
export interface RawFeature {
	path: string;
	/** A copy of its own, where it is an object. */
	feature: unknown;
	problems: FeatureProblem[];
	/** The row has an id that no feature of the plan has, such as the number of the row: it is not sent. */
	hasForeignId?: boolean;
}

/** An item, and what is known of it before it is read. */
export interface GivenItem {
	itemIndex: number;
	json: Feature;
	/** How it is read, where it is a row of a sheet. People count its rows from 2. */
	row: Row | undefined;
	/** Its plan, where it was read. */
	plan?: KnownPlan;
	/** The further plan whose data fields count, too. */
	further?: KnownPlan;
}

/** What all items are read with, beside their parameters. */
export interface Known {
	/** The columns that items of the run have. */
	columns: () => ReadonlySet<string>;
	/** Reads items of Get Plan Features, and features as they stand. */
	reader: ItemReader;
}

/** An item that is read as a row of a sheet, whose columns are mapped. */
export interface Row {
	/** By the data fields of its plan. */
	isByName: boolean;
	/** Data Columns. */
	listed: Column[];
}

const NOT_LISTED: Column[] = [];

/** @returns undefined where the item is no row */
export function rowOf(parameters: Parameters, json: Feature, itemIndex: number): Row | undefined {
	if (source.read(parameters, itemIndex) !== 'item' || comparedFeature(json) !== undefined) return undefined;
	const mapping = dataMapping.read(parameters, itemIndex);
	const listed = mapping === 'byName' ? NOT_LISTED : columnsIn(parameters, itemIndex);
	const isByName = mapping === 'byName' || (mapping === 'automatic' && isRow(json, listed));
	return isByName || listed.length > 0 ? { isByName, listed } : undefined;
}

/** Whether the plan of a row is read before its columns are: for their names, or for the forms of their cells. */
export function needsPlan({ isByName, listed }: Row, json: Feature, skips: boolean): boolean {
	return isByName || listed.some(({ column }) => skips || typeof (json[column] ?? '') !== 'string');
}

/** What one item gives. @throws InvalidInputError when it gives nothing that could be a feature */
export function rawFeatures(parameters: Parameters, item: GivenItem, known: Known): RawFeature[] {
	const { json, itemIndex } = item;
	switch (source.read(parameters, itemIndex)) {
		case 'field':
			return readField(json, fieldName.read(parameters, itemIndex), known);
		case 'json':
			return asRawFeatures('', parseGiven(featureJson.read(parameters, itemIndex), 'Feature JSON'), known);
		case 'form':
			return [{ path: '', feature: featureFromForm(parameters, itemIndex), problems: [] }];
		case 'item': {
			const compared = comparedFeature(json);
			if (compared === undefined) return [readItem(parameters, item, known)];
			// What only the plan has gives nothing to push.
			return compared === null ? [] : asRawFeatures('feature', parseGiven(compared, 'feature'), known);
		}
	}
}

function readItem(parameters: Parameters, item: GivenItem, known: Known): RawFeature {
	const { itemIndex, json, row, plan, further } = item;
	const undone = undoGetFormat('', json, known);
	if (row === undefined) return undone;
	const { isByName, listed } = row;
	const names = plan?.columns(further);
	const others = otherColumns.read(parameters, itemIndex);
	const extra = others === 'drop' ? 'ignore' : others;
	const { feature, problems } =
		names !== undefined && isByName
			? readRow(undone.feature, names, { extra, listed })
			: readColumns(undone.feature, listed, names);
	const hasForeignId = isByName && plan?.hasIdOf(feature) === false;
	if (hasForeignId) feature.id = undefined;
	const wrong = listed.length === 0 ? [] : columnProblems(listed, known.columns());
	return { path: '', feature, problems: [...undone.problems, ...wrong, ...problems], hasForeignId };
}

function columnsIn(parameters: Parameters, itemIndex: number): Column[] {
	return dataColumns
		.read(parameters, itemIndex)
		.map(({ column, key, name }) => ({ column, key: key.trim(), name: name || column }));
}

function readField(json: Feature, name: string, known: Known): RawFeature[] {
	const value = memberAt(json, name);
	if (value === undefined) {
		throw new InvalidInputError(
			`The item has no field "${name}"`,
			'Correct Field Name, or choose another Source for the features.',
		);
	}
	return asRawFeatures(name, parseGiven(value, name), known);
}

function asRawFeatures(path: string, value: unknown, known: Known): RawFeature[] {
	if (!Array.isArray(value)) return [asRawFeature(path, value, known)];
	return value.map((feature: unknown, index) => asRawFeature(`${path}[${index}]`, feature, known));
}

function asRawFeature(path: string, feature: unknown, known: Known): RawFeature {
	return isJsonObject(feature) ? undoGetFormat(path, feature, known) : { path, feature, problems: [] };
}

/** Undoes what Get Plan Features adds, and what a spreadsheet makes of it. */
function undoGetFormat(path: string, given: Feature, { reader }: Known): RawFeature & { feature: Feature } {
	return { path, ...reader.read(given) };
}

/** What a comparison says of one feature, given or on the plan. */
export const RESULTS = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] as const;

export type Result = (typeof RESULTS)[number];

/** An item of Compare Features: what was given, null where only the plan has it; undefined for any other item. */
export function comparedFeature(json: Feature): unknown {
	const isOne = RESULTS.some((result) => result === json.result) && 'feature' in json && 'onPlan' in json;
	return isOne ? (json.feature ?? null) : undefined;
}

import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { KIND, isEmptyCell, rowColumnsOf } from '../../service/columns';
import type { Columns } from '../../service/columns';
import { dataFieldsOf, foldText } from '../../service/plan';
import type { Feature, IdentifyingMatch } from '../../service/plan';
import { inertLine, isJsonObject, suggestName } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { kindLabel, SPECIFIED_KINDS, zoneTypeOptions } from '../shared/feature-kinds';
import { InvalidInputError } from '../shared/item-failure';
import { entriesOf, reportListFailures } from '../shared/list-search/list-results';
import { featuresOfPanel } from '../shared/list-search/plan-content-list';
import { anything } from '../shared/parameter';
import type { Parameters } from '../shared/parameters';

/**
 * How columns of the items become features. It has no `loadOptionsDependsOn`: with one, n8n empties a mapping
 * silently when another plan is picked.
 */
export const columns = anything({
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	description: 'Which column of the input becomes which field of the features, and what makes two features the same',
	displayOptions: { show: { source: ['item'] } },
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod: 'getPlanColumns',
			// Beside `update` the only mode that offers columns to match on. It does not require one.
			mode: 'upsert',
			// A single one could not be taken back.
			multiKeyMatch: true,
			// A plan may have 60 data fields.
			addAllFields: false,
			allowEmptyValues: true,
			fieldWords: { singular: 'field', plural: 'fields' },
			valuesLabel: 'Values of Each Feature',
			// n8n puts its "Retry" behind it.
			noFieldsError: 'The fields of the plan are not known yet.',
			matchingFieldsLabels: {
				title: 'Match By',
				description: 'What makes a feature of the input and one of the plan the same, such as a room number',
				hint: 'Empty: the whole feature. Several: all of them must agree.',
			},
		},
	},
});

/** Properties of a feature that identify nothing, and those that no cell can hold. */
const NEVER_MATCHED = ['type', 'zoneType', 'position', 'geometry', 'icons'];
const OFFERED_BY_NAME = new Set([...NEVER_MATCHED, 'id', 'data', 'photos']);

/** Ids are names of columns, because n8n shows ids in the chip of a match and in its errors. */
function mapperField(id: string, more: Partial<ResourceMapperField> = {}): ResourceMapperField {
	return {
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: !NEVER_MATCHED.includes(id),
		display: true,
		// Objects are texts, too: n8n marks an empty field of JSON red.
		type: 'string',
		...more,
	};
}

/** What features of the picked plan can have: the properties of features, then each data field by its column. */
export async function getPlanColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const listed = listPlanColumns(this);
	// n8n keeps a mapping when this throws, and empties it when nothing is listed. It shows a message in the second
	// case alone.
	const saved = this.getCurrentNodeParameter('columns.schema');
	if (Array.isArray(saved) && saved.length > 0) return await listed;
	// Also for automatic mapping: n8n lists before a new node has its credential, and offers Retry with the text only.
	return await listed.catch((error: Error): ResourceMapperFields => ({
		fields: [],
		emptyFieldsNotice: inertLine(error.message),
	}));
}

async function listPlanColumns(context: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	return await reportListFailures(context, 'fields', async (open) => {
		const source = await open();
		const { found: features } = await featuresOfPanel(context, source);
		// What begins with "=" is left out, because n8n would run it.
		const offered = (names: Iterable<string>) =>
			entriesOf({ found: [...names].map((name) => ({ name, value: name })), notes: [] }, source.session.secrets).filter(
				({ value }) => value !== '',
			);
		const kinds = offered(new Set([...SPECIFIED_KINDS, ...features.map(({ type }) => String(type))]));
		const plan = rowColumnsOf(features);
		const properties = [...plan.properties.keys()].filter((name) => !OFFERED_BY_NAME.has(name));
		return {
			fields: [
				mapperField('type', {
					type: 'options',
					options: kinds.map(({ value }) => ({ name: kindLabel(value), value })),
				}),
				mapperField('zoneType', { type: 'options', options: [...zoneTypeOptions] }),
				mapperField('id'),
				...offered(properties.map((name) => plan.columnOfProperty(name))).map(({ value }) => mapperField(value)),
				...['position', 'geometry', 'icons'].map((id) => mapperField(id)),
				...offered(plan.all.map(({ column }) => column)).map(({ name, value }) =>
					mapperField(value, { displayName: name }),
				),
			],
		};
	});
}

/** As n8n writes a column that is dragged into a field. It can't evaluate a heading with a line break itself. */
const DRAGGED = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\[nrt'\\])+)'\])\s*\}\}$/;
const ESCAPED: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** What a node holds of the parameter `columns`. */
export interface Mapping {
	/** Match By: names of columns; none for the whole feature. */
	matchingColumns: string[];
	/**
	 * The row that is mapped by hand; no such function where columns are mapped by their names.
	 * @returns undefined where it has nothing of its item but a kind or headings. What is typed makes a feature where all
	 * is typed.
	 */
	rowOf?: (json: JsonObject, itemIndex: number) => JsonObject | undefined;
}

/** @throws InvalidInputError for what no editor of n8n stores */
export function readMapping(parameters: Parameters): Mapping {
	// Not by n8n, which would evaluate every expression for every item.
	const input: unknown = parameters.raw('columns');
	if (!isJsonObject(input)) return { matchingColumns: [] };
	const matchingColumns = asTexts(input.matchingColumns);
	if (input.mappingMode !== 'defineBelow') return { matchingColumns };
	const value: unknown = input.value ?? {};
	if (!isJsonObject(value)) throw wrongColumns('Columns hold no mapping');
	const cells = Object.entries(value).map(([id, cell]) => ({ id, cell, column: draggedColumn(cell) }));
	const ofItem = cells.filter(({ id, cell }) => isExpression(cell) && !KIND.includes(id)).map(({ id }) => id);
	const isOfItem = (cell: unknown, json: JsonObject) => !isEmptyCell(cell) && !Object.hasOwn(json, String(cell));
	const rowOf = (json: JsonObject, itemIndex: number) => {
		const row = cells.map(({ id, cell, column }): [string, unknown] => {
			// n8n takes a millisecond for an expression, and 2,000 rows of 4 columns took it 10 s.
			if (column !== undefined) return [id, Object.hasOwn(json, column) ? json[column] : undefined];
			// Not `columns.value` whole: there n8n checks types, loses null, and fails where nothing is mapped.
			const path = `columns.value["${id.replace(/["\\]/g, '\\$&')}"]`;
			return [id, isExpression(cell) ? parameters.evaluate(path, itemIndex) : cell];
		});
		const isEmpty = ofItem.length > 0 && !row.some(([id, cell]) => ofItem.includes(id) && isOfItem(cell, json));
		return isEmpty ? undefined : Object.fromEntries(row);
	};
	return { matchingColumns, rowOf };
}

function asTexts(names: unknown): string[] {
	const texts = (Array.isArray(names) ? names : []).map(String);
	const expression = texts.find((name) => name.startsWith('='));
	if (expression === undefined) return texts;
	throw wrongColumns(`Match By holds ${expression}, which n8n would take for an expression`);
}

function wrongColumns(message: string): InvalidInputError {
	return new InvalidInputError(message, 'Choose the columns of Match By from the list, and map the columns anew.');
}

function isExpression(cell: unknown): cell is string {
	return typeof cell === 'string' && cell.startsWith('=');
}

/** The column that was dragged into a field. Rows are read without the byte order mark that a file may begin with. */
function draggedColumn(cell: unknown): string | undefined {
	const [, plain, quoted] = isExpression(cell) ? (DRAGGED.exec(cell) ?? []) : [];
	const column = plain ?? quoted?.replace(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter);
	return column?.replace(/^\ufeff/, '');
}

/**
 * What Match By means on a plan: a column is a data field or a property, as in the mapping.
 * @param plan the columns of the plan, and of the one that Data Fields From names
 * @param input features that name their data fields themselves, as for a plan without features
 * @throws InvalidInputError that names the nearest column
 */
export function matchByColumn(column: string, plan: Columns | undefined, input: readonly Feature[]): IdentifyingMatch {
	const property = (path: string): IdentifyingMatch => ({ by: 'property', path });
	if (column === 'id' || NEVER_MATCHED.includes(column)) return property(column);
	const meant = plan?.mappedMeaningOf(column);
	if (meant?.kind === 'property') return property(meant.name);
	if (meant?.kind === 'field') return { by: 'dataField', key: meant.field.key };
	const name = foldText(column);
	const field = dataFieldsOf(input).find((one) => foldText(one.name) === name);
	if (field !== undefined) return { by: 'dataField', key: field.key };
	if (input.some((feature) => Object.hasOwn(feature, column))) return property(column);
	throw new InvalidInputError(
		`Match By names ${column}, which is neither a data field of the plan nor a property of its features` +
			suggestName(column, [...(plan ?? [])]),
		'Choose the column of Match By from the list.',
	);
}

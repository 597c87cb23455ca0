import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import { SPECIFIED_PROPERTIES, isEmptyCell, repeatsHeading, rowColumnsOf, unmistakable } from '../../service/columns';
import type { Column, ColumnMeaning, Columns } from '../../service/columns';
import { KIND, dataFieldsOf, isPlaceholder } from '../../service/plan';
import type { Feature, IdentifyingMatch } from '../../service/plan';
import { foldText, inertLine, suggestName } from '../../service/text';
import type { JsonObject, Secrets } from '../../service/text';
import { kindLabel, SPECIFIED_KINDS, zoneTypeOptions } from '../shared/feature-kinds';
import { InvalidInputError } from '../shared/item-failure';
import { entriesOf, featuresOfPanel, reportListFailures } from '../shared/list-search';
import { anything } from '../shared/parameter';
import { propertyReadBy } from '../shared/parameters';
import type { Parameters } from '../shared/parameters';

/** Without `loadOptionsDependsOn`: with it, n8n empties a mapping silently when another plan is picked. */
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

/** Ids are names of columns, because n8n shows ids in the chip of a match and in its errors. */
function mapperField(id: string, more: Partial<ResourceMapperField> = {}): ResourceMapperField {
	return {
		id,
		displayName: id,
		required: false,
		defaultMatch: false,
		// These identify nothing.
		canBeUsedToMatch: !SPECIFIED_PROPERTIES.has(id),
		display: true,
		// Objects are texts, too: n8n marks an empty field of JSON red.
		type: 'string',
		...more,
	};
}

/** The fields that n8n's resource mapper offers. @throws where a mapping is saved, which n8n would empty otherwise */
export async function getPlanColumns(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const listed = reportListFailures(this, 'fields', async (open): Promise<ResourceMapperFields> => {
		const source = await open();
		const { found: features } = await featuresOfPanel(this, source);
		return { fields: fieldsOf(features, source.session.settings.secrets) };
	});
	// n8n keeps a mapping when this throws, and empties it when nothing is listed: then alone it shows a message.
	const saved = this.getCurrentNodeParameter('columns.schema');
	if (Array.isArray(saved) && saved.length > 0) return await listed;
	// Also for automatic mapping: n8n lists before a new node has its credential, and offers Retry with the text only.
	return await listed.catch((error: Error) => ({ fields: [], emptyFieldsNotice: inertLine(error.message) }));
}

function fieldsOf(features: readonly Feature[], secrets: Secrets): ResourceMapperField[] {
	// What begins with "=" is left out, because n8n would run it.
	const offered = (names: Iterable<string>) =>
		entriesOf({ found: [...names].map((name) => ({ name, value: name })), notes: [] }, secrets).filter(
			({ value }) => value !== '',
		);
	const kinds = offered(new Set([...SPECIFIED_KINDS, ...features.map(({ type }) => String(type))]));
	const plan = rowColumnsOf(features);
	const properties = [...plan.properties.keys()].filter((name) => name !== 'id' && !SPECIFIED_PROPERTIES.has(name));
	return [
		mapperField('type', {
			type: 'options',
			options: kinds.map(({ value }) => ({ name: kindLabel(value), value })),
		}),
		mapperField('zoneType', { type: 'options', options: [...zoneTypeOptions] }),
		mapperField('id'),
		...offered(properties.map((name) => plan.columnOfProperty(name))).map(({ value }) => mapperField(value)),
		...['position', 'geometry', 'icons'].map((id) => mapperField(id)),
		...offered(plan.all.map(mappedColumnOf)).map(({ name, value }) => mapperField(value, { displayName: name })),
	];
}

/** `id` alone is the property, as `type` is. */
function mappedColumnOf(field: Column): string {
	return field.column === 'id' ? unmistakable(field) : field.column;
}

/** Match By, and the row that is mapped by hand: undefined where it has nothing of its item but a kind or headings. */
export function readMapping(parameters: Parameters) {
	// Not by n8n, which would evaluate every expression for every item.
	const { mappingMode, matchingColumns: names, value } = Object(parameters.raw('columns')) as JsonObject;
	const matchingColumns = (Array.isArray(names) ? names : []).map(String);
	if (mappingMode !== 'defineBelow') return { matchingColumns, rowOf: undefined };
	const cells = Object.entries(Object(value) as JsonObject).map(([id, cell]) => {
		const isExpression = typeof cell === 'string' && cell.startsWith('=');
		return { id, cell, isExpression, column: propertyReadBy(cell) };
	});
	const ofItem = cells.filter(({ id, isExpression }) => isExpression && !KIND.includes(id));
	const rowOf = (json: JsonObject, itemIndex: number) => {
		if (cells.every(({ cell }) => isEmptyCell(cell)))
			throw new InvalidInputError(
				'Nothing is mapped under Columns',
				'Drag columns of the input into its fields, or choose Map Automatically.',
			);
		const entries = cells.map(({ id, cell, isExpression, column }): [string, unknown] => {
			// n8n takes a millisecond for an expression, and 2,000 rows of 4 columns took it 10 s.
			if (column !== undefined) return [id, Object.hasOwn(json, column) ? json[column] : undefined];
			// Not `columns.value` whole: there n8n checks types, loses null, and fails where nothing is mapped.
			const path = `columns.value["${id.replace(/["\\]/g, '\\$&')}"]`;
			return [id, isExpression ? parameters.evaluate(path, itemIndex) : cell];
		});
		const row = Object.fromEntries(entries);
		// Reports repeat their headings.
		const isHeading = (id: string, cell: unknown, column?: string) =>
			repeatsHeading(column ?? id, cell) || (column === undefined && Object.hasOwn(json, String(cell)));
		// Between two empty cells an expression leaves a dash.
		const isNothing = (cell: unknown) => isEmptyCell(cell) || (typeof cell === 'string' && isPlaceholder(cell));
		const saysMore = ofItem.some(({ id, column }) => !isNothing(row[id]) && !isHeading(id, row[id], column));
		return saysMore || ofItem.length === 0 ? row : undefined;
	};
	return { matchingColumns, rowOf };
}

/** Where no feature of the plan has an `id`, that of a list is the data field: it has no other one to match by. */
function matchedMeaningOf(column: string, plan: Columns): ColumnMeaning {
	const [field, ...others] = column === 'id' && !plan.properties.has('id') ? plan.fieldsOf('id') : [];
	const isField = field !== undefined && others.length === 0;
	return isField ? { kind: 'field', field } : plan.mappedMeaningOf(column);
}

/** What Match By means on a plan. @param input features that name their data fields themselves */
export function matchByColumn(column: string, plan: Columns, input: () => Feature[]): IdentifyingMatch {
	const meant = matchedMeaningOf(column, plan);
	if (meant.kind === 'property') return { by: 'property', path: meant.name };
	if (meant.kind === 'field') return { by: 'dataField', key: meant.field.key };
	const features = input();
	const name = foldText(column);
	const field = [...dataFieldsOf(features)].find(([, one]) => foldText(one) === name);
	if (field !== undefined) return { by: 'dataField', key: field[0] };
	if (features.some((feature) => Object.hasOwn(feature, column))) return { by: 'property', path: column };
	throw new InvalidInputError(
		`Match By names ${column}, which is neither a data field of the plan nor a property of its features` +
			suggestName(column, [...plan]),
		'Choose the column of Match By from the list.',
	);
}

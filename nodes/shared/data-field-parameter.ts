import type { INodeProperties } from 'n8n-workflow';
import { dataFieldMeant, rowColumnsOf } from '../../service/columns';
import type { Feature } from '../../service/plan';
import { inertText } from '../../service/text';
import { InvalidInputError } from './item-error';
import { locator } from './locator';
import { isNothing, wrongValue } from './parameter';
import type { Parameter } from './parameter';

type DataFieldHeading<Name> = Pick<INodeProperties, 'displayName' | 'description' | 'displayOptions' | 'required'> & {
	name: Name;
	/** The label of the mode in which it is typed: some parameters understand a name too. */
	typed?: string;
};

/**
 * A data field, picked by its name from the plan that the node is about, or typed. Its value is the code, trimmed;
 * empty where nothing is given. For Get's filter, for Push's `dataColumns[].key`, `data.entries[].key` and
 * `matchDataField`, and for the trigger's identity, such as:
 *
 * `rows(…, { column: text(…), key: dataFieldParameter({ displayName: 'Data Field', name: 'key', description: … }) })`
 *
 * A node that has one needs `methods = { listSearch: { searchDataFields } }`.
 */
export function dataFieldParameter<const Name extends string>({
	typed = 'By Code',
	...heading
}: DataFieldHeading<Name>): Parameter<string, Name> {
	return locator(
		{
			...heading,
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					placeholder: 'Select…',
					hint: 'The data fields of the plan that is picked above',
					typeOptions: { searchListMethod: 'searchDataFields', searchable: true },
				},
				{
					displayName: typed,
					name: 'code',
					type: 'string',
					placeholder: typed === 'By Code' ? 'e.g. dfld_…' : 'e.g. Tenant or dfld_…',
				},
			],
		},
		({ value }) => {
			if (isNothing(value)) return '';
			if (typeof value !== 'string') throw wrongValue(heading, 'text');
			return value.trim();
		},
	);
}

/**
 * The codes of the data fields that texts mean on a plan, in their order: the one way to read a field that a person
 * typed. Whoever reads the plan again keeps the codes, because a name can change.
 * @param label of the parameter. @throws InvalidInputError that names the nearest name
 */
export function dataFieldCodes(texts: readonly string[], plan: readonly Feature[], label: string): string[] {
	if (texts.length === 0) return [];
	const columns = rowColumnsOf(plan);
	return texts.map((text) => {
		const field = text === '' ? 'No data field is given' : dataFieldMeant(text, columns);
		if (typeof field !== 'string') return field.key;
		throw new InvalidInputError(inertText(field), `Correct ${label}, or choose it from its list.`);
	});
}

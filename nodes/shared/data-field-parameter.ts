import type { INodeProperties } from 'n8n-workflow';
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

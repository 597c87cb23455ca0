import type { INodeProperties } from 'n8n-workflow';
import { unmistakable } from '../../service/columns';
import type { Column, Columns } from '../../service/columns';
import { inertText, joinFirst, suggestName } from '../../service/text';
import { InvalidInputError } from './item-failure';
import { fromList, pickedText, typed } from './parameter';
import type { Parameter } from './parameter';

type DataFieldHeading<Name> = Pick<INodeProperties, 'displayName' | 'description' | 'displayOptions' | 'required'> & {
	name: Name;
	/** The label of the mode in which it is typed: some parameters understand a name too. */
	mode?: string;
};

/**
 * A data field, picked by its name from the plan that the node is about, or typed. Its value is the code, trimmed;
 * empty where nothing is given. A node that has one needs `methods = { listSearch: { searchDataFields } }`.
 */
export function dataFieldParameter<const Name extends string>({
	mode = 'By Code',
	...heading
}: DataFieldHeading<Name>): Parameter<string, Name> {
	return pickedText({
		...heading,
		modes: [
			fromList('searchDataFields', 'The data fields of the plan that is picked above'),
			typed('code', mode, mode === 'By Code' ? 'e.g. dfld_…' : 'e.g. Tenant or dfld_…'),
		],
	});
}

/**
 * The code of the data field that a text means on a plan: the one way to read a field that a person typed. Whoever
 * reads the plan again keeps the code, because a name can change.
 * @param label of the parameter
 * @param known the code that was found before, which counts while the plan has it, or nothing else is meant
 * @throws InvalidInputError that names the nearest name
 */
export function dataFieldCode(text: string, columns: Columns, label: string, known?: string): string {
	if (known !== undefined && columns.labelOf(known) !== undefined) return known;
	const field = text === '' ? 'No data field is given' : dataFieldMeant(text, columns);
	if (typeof field !== 'string') return field.key;
	if (known !== undefined) return known;
	throw new InvalidInputError(inertText(field), `Correct ${label}, or choose it from its list.`);
}

const MAX_MEANT = 3;

/**
 * The data field of a plan that a person's text means: by the column that Get Plan Features shows, by its code or by
 * its name, in any case. Each feature has all configured data fields (section 2.3, rule 3), so an unknown one is a
 * mistake.
 * @returns in words why it means none
 */
export function dataFieldMeant(text: string, columns: Columns): Column | string {
	const meant = columns.fieldsOf(text.trim());
	const [first] = meant as Array<Column | undefined>;
	if (first === undefined) {
		const names = columns.all.map(({ column }) => column.trim());
		return `The plan has no data field "${text.trim()}"${suggestName(text, names) || ', and no other'}`;
	}
	if (meant.length === 1) return first;
	const several = joinFirst(MAX_MEANT, meant, unmistakable);
	return `"${text.trim()}" is the name of several data fields of the plan: ${several}`;
}

import { joinFirst, suggestName } from '../text';
import { normalizeName } from './columns';
import type { Column, Columns } from './columns';

const MOST_MEANT = 3;

/**
 * The data field of a plan that a person's text means: by the column that Get Plan Features shows, by its code or by
 * its name, in any case. Each feature has all configured data fields (section 2.3, rule 3), so an unknown one is a
 * mistake.
 * @returns in words why it means none
 */
export function dataFieldMeant(text: string, columns: Columns): Column | string {
	const exact = columns.at(text.trim());
	if (exact !== undefined) return exact;
	const wanted = normalizeName(text);
	const { all } = columns;
	const meant = all.filter((one) => [one.column, one.key, one.name].some((name) => normalizeName(name) === wanted));
	const [first] = meant;
	if (first === undefined) {
		const names = all.map(({ column }) => column.trim());
		return `The plan has no data field "${text.trim()}"${suggestName(text, names) || ', and no other'}`;
	}
	if (meant.every(({ key }) => key === first.key)) return first;
	const several = joinFirst(MOST_MEANT, meant, ({ column, key }) => `${column} (${key})`);
	return `"${text.trim()}" is the name of several data fields of the plan: ${several}`;
}

import type { FeatureRules, UnknownName } from '../plan';
import type { Problem } from '../text';

type CellRule = 'attributes' | 'expression' | 'holdsFeatures' | 'longCell' | 'oneText';
type TableRule = 'delimiter' | 'noCell' | 'noHeading' | 'separatorLine' | 'totals' | 'wholeValue';

/** What is wrong with the cells, the columns and the rows of a table, with what a problem says beside its place. */
export interface RowRules
	extends
		FeatureRules,
		Record<CellRule | TableRule, undefined>,
		Record<'listedColumn', UnknownName>,
		/** With whether the plan has a data field. */
		Record<'planColumn' | 'mappedColumn', UnknownName & { hasFields: boolean }>,
		/** With what a cell holds: a text, or a number that lost digits or would be written with an exponent. */
		Record<'encoding' | 'errorCell' | 'exactNumber' | 'html' | 'linkedRecord', string> {
	/** The column that holds the columns of the row. */
	holdsRow: string;
	/** The property that a data field is called like, and a column that means the field. */
	oneMeaning: { name: string; column: string };
	/** Columns that mean one each of the data fields that are called alike. */
	alikeFields: { columns: string[] };
	/** The name of the data field or property. */
	secondColumn: string;
	/** The data field whose values have a format that the cell does not fit, and one of them. */
	format: { name: string; example: string; cell: string };
}

export type RowProblem = Problem<RowRules>;

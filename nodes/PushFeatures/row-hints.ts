import { inertText, joinFirst } from '../../service/text';
import type { GivenItem, RawFeature } from './feature-sources';

const MOST_COLUMNS = 5;

/** An item in words; people count the rows of a sheet from 2, below its header. */
export function itemLabel({ itemIndex, row }: Pick<GivenItem, 'itemIndex' | 'row'>): string {
	return row !== undefined ? `row ${itemIndex + 2} (item ${itemIndex})` : `item ${itemIndex}`;
}

/** Collects what rows of a sheet leave unsaid. */
export class RowHints {
	private rows = 0;
	private foreignIds = 0;
	private readonly columns = new Map<string, number>();

	note({ row, json }: GivenItem, given: readonly RawFeature[]): void {
		if (row === undefined) return;
		this.rows++;
		if (given.some(({ hasForeignId }) => hasForeignId)) this.foreignIds++;
		for (const column in json) this.columns.set(column, (this.columns.get(column) ?? 0) + 1);
	}

	/** @param compares what a row lacks is compared with the plan */
	words(compares: boolean): string[] {
		const lacking = [...this.columns].filter(([, count]) => count < this.rows).map(([column]) => inertText(column));
		const hints: string[] = [];
		if (compares && lacking.length > 0) {
			hints.push(
				`Some rows have no cell in ${joinFirst(MOST_COLUMNS, lacking, (column) => column)}, so nothing is said of it ` +
					'there. To empty what the plan has, switch on Include Empty Cells in the node that reads the file.',
			);
		}
		if (this.foreignIds > 0) {
			hints.push(
				`Rows whose id no feature of the plan has: ${this.foreignIds}. The id is not sent, because it may be the ` +
					'number of a row in a table.',
			);
		}
		return hints;
	}
}

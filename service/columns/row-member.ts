import type { MemberType } from './plan-columns';
import { parseJson } from '../text';

const TRUTH = /^(?:true|false)$/i;

/**
 * The member of a feature that a cell of a table stands for. A spreadsheet gives text for most things, and numbers for
 * texts, so a cell becomes what the member is on the plan: an object or list from JSON text, a number, a truth value, a
 * text.
 * @param types that the member has on the plan
 */
export function memberFromCell(cell: unknown, types: ReadonlySet<MemberType>): unknown {
	if (typeof cell === 'number' || typeof cell === 'boolean') {
		return types.has('string') && !types.has(typeof cell as MemberType) ? String(cell) : cell;
	}
	if (typeof cell !== 'string' || (types.size === 1 && types.has('string'))) return cell;
	// Spreadsheets write TRUE.
	const json = parseJson(TRUTH.test(cell) ? cell.toLowerCase() : cell);
	const isTyped = json === null || types.has(typeof json as MemberType);
	return isTyped ? json : cell;
}

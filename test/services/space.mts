import { criteria, make } from 'covertable';
import { factorNames, levelsOf } from './factors.mts';
import type { FactorName, Point } from './factors.mts';

/**
 * The services that are tried: each two levels that are not unexpected together in one of them, and each unexpected one
 * beside each other level. Two unexpected levels never meet, because one would hide what the other does.
 * @param strength 3 for each three levels that are not unexpected
 */
export function pointsOf(strength: number): Point[] {
	const usual = make(Object.fromEntries(factorNames.map((factor) => [factor, levelsOf(factor, false)])), {
		length: strength,
		// The other one finds 55 in place of 60, and takes 50 s.
		criterion: criteria.simple,
	}) as Point[];
	return [
		...usual,
		...factorNames.flatMap((factor) => levelsOf(factor, true).flatMap((level) => around(factor, level))),
	];
}

/** Points with one unexpected level, in which every other factor has each of its levels once. */
function around(factor: FactorName, level: string): Point[] {
	const most = Math.max(...factorNames.map((other) => levelsOf(other, false).length));
	return Array.from({ length: most }, (_, row) => {
		const levels = factorNames.map((other, column) => {
			const usual = levelsOf(other, false);
			return [other, other === factor ? level : usual[(row + column) % usual.length]];
		});
		return Object.fromEntries(levels) as Point;
	});
}

import { httpFactors } from './http-factors.mts';
import type { Level } from './level.mts';
import { loginFactors } from './login-factors.mts';
import { lookupFactors } from './lookup-factors.mts';
import { planFactors } from './plan-factors.mts';

/** Everything that a service decides for itself, as far as the nodes meet it. */
export const factors = { ...httpFactors, ...loginFactors, ...lookupFactors, ...planFactors };

type Factors = typeof factors;

export type FactorName = keyof Factors;

/** One service: a level of each factor. */
export type Point = { [F in FactorName]: keyof Factors[F]['levels'] };

export const factorNames = Object.keys(factors) as FactorName[];

export function levelOf(factor: FactorName, level: string): Level {
	const levels: Record<string, Level> = factors[factor].levels;
	if (!Object.hasOwn(levels, level)) throw new Error(`The factor ${factor} has no level ${level}.`);
	return levels[level];
}

/** The levels of a factor, those that are unexpected last. */
export function levelsOf(factor: FactorName, isUnexpected: boolean): string[] {
	return Object.keys(factors[factor].levels).filter(
		(level) => (levelOf(factor, level).mark === 'unexpected') === isUnexpected,
	);
}

/** The point that the specification describes, or the first that it allows, with these changes. */
export function pointWith(changes: Partial<Point> = {}): Point {
	const usual = Object.fromEntries(factorNames.map((factor) => [factor, levelsOf(factor, false)[0]]));
	return { ...usual, ...changes } as Point;
}

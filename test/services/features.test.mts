import { levelsOf, pointWith } from './factors.mts';
import type { FactorName, Point } from './factors.mts';
import { tryPoint } from './judge.mts';

beforeEach(() => {
	// The shortest waits between attempts.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

/** What decides together which feature of a plan an input is: here all of it meets, not only each two. */
const MEET: FactorName[] = ['identity', 'iconData', 'coordinates', 'rounding'];

const points = MEET.reduce<Array<Partial<Point>>>(
	(all, factor) => all.flatMap((point) => levelsOf(factor, false).map((level) => ({ ...point, [factor]: level }))),
	[{}],
);

it.each(points)('every job works on a service with %j', async (levels) => {
	const verdicts = await tryPoint(pointWith(levels));
	expect(verdicts.filter(({ is }) => is !== 'works')).toEqual([]);
});

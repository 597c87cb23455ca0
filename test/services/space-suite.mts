import { tryPoint } from './judge.mts';
import { pointsOf } from './space.mts';

/** 3 in the nightly job. */
const STRENGTH = Number(process.env.SERVICES_STRENGTH ?? 2);

/** A part of the space, because the files of a suite run side by side. */
export function trySpace(part: number, parts: number): void {
	beforeEach(() => {
		// The shortest waits between attempts.
		jest.spyOn(Math, 'random').mockReturnValue(0);
	});
	const points = pointsOf(STRENGTH).map((point, index) => ({ point, index }));

	it.each(points.filter(({ index }) => index % parts === part))(
		'at service $index each job works, or words say what is in the way',
		async ({ point }) => {
			const wrong = (await tryPoint(point)).filter(({ is }) => is === 'wrong');
			expect(wrong.length === 0 ? [] : [...wrong, point]).toEqual([]);
		},
	);
}

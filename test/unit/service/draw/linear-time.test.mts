import { drawPicture, outlineOf } from '../../../../service/draw';
import type { Picture, Shape } from '../../../../service/draw';
import { extentOf } from '../../../../service/plan';
import { processorMs } from '../../growth.mts';

/** Rooms in a square of degrees, each with a label. */
function rooms(count: number): Shape[] {
	const across = Math.ceil(Math.sqrt(count));
	return Array.from({ length: count }, (_, index) => {
		const [x, y] = [153 + (index % across) * 5e-6, -27 - Math.floor(index / across) * 5e-6];
		const geometry = [
			[x, y],
			[x + 4e-6, y],
			[x + 4e-6, y + 4e-6],
			[x, y + 4e-6],
		];
		const rings = outlineOf({ geometry }) ?? [];
		return { rings, extent: extentOf(rings), category: `kind ${index % 20}`, layer: index % 3, label: String(index) };
	});
}

const settings = { width: 1200, hasLegend: true, known: new Map() };

/** Processor times of the steps of one drawing. */
function stepsOf(count: number): number[] {
	const shapes = rooms(count);
	const times: number[] = [];
	const steps = drawPicture(shapes, settings);
	let picture: Picture | undefined;
	while (picture === undefined) times.push(processorMs(() => (picture = steps.next().value as Picture | undefined)));
	expect(picture.drawn).toBe(count);
	expect(picture.height).toBeLessThan(1.5 * settings.width + 200);
	expect(picture.file.length).toBeLessThan(300_000);
	return times;
}

const sumOf = (times: number[]) => times.reduce((sum, ms) => sum + ms);

test('drawing takes time in proportion to the features, and the picture stays as large', () => {
	const ofPart = Math.min(sumOf(stepsOf(2_500)), sumOf(stepsOf(2_500)));
	expect(sumOf(stepsOf(20_000))).toBeLessThan(20 * ofPart);
});

test('drawing goes in short steps', () => {
	// Each step is compared with the whole, so that a slow machine passes, and the best of three is taken, for
	// the runtime collects garbage within any step.
	const shares = [1, 2, 3].map(() => {
		const times = stepsOf(20_000);
		return times.reduce((longest, ms) => Math.max(longest, ms)) / sumOf(times);
	});
	expect(Math.min(...shares)).toBeLessThan(1 / 10);
});

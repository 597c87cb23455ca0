import { COLORS as OF_RESULTS } from '../../../../nodes/GetFeatures/operations/draw.operation';
import { COLORS, GRAY, drawPicture, outlineOf } from '../../../../service/draw';
import type { Shape } from '../../../../service/draw';

test('an odd plan has a picture, too', () => {
	const mark = (x: number, y: number): Shape => {
		const outline = outlineOf({ position: { x, y } });
		if (outline === undefined) throw new Error('no outline');
		return { ...outline, category: '__proto__', layer: 0, isChange: false, label: '\u0301\n🙂' };
	};
	for (const shapes of [
		[],
		[mark(1, 1)],
		[mark(1, 1), mark(1, 1)],
		[mark(0, 5), mark(9, 5)],
		[mark(1e14, 0), mark(-1e14, 0)],
	]) {
		const picture = [...drawPicture(shapes, { width: 100, hasLegend: true, colors: new Map() })].pop();
		expect(picture?.file.length).toBeGreaterThan(100);
	}
});

test('the edge of each color is seen where it is mixed with its area', () => {
	const levelsOf = (color: number) => [color >> 8, (color >> 4) & 0xf, color & 0xf].map((digit) => digit / 3);
	for (const [area, edge] of [...COLORS, GRAY, ...OF_RESULTS.values()]) {
		const apart = levelsOf(area).map((level, at) => Math.abs(level - levelsOf(edge)[at]));
		expect([area.toString(16), edge.toString(16), Math.max(...apart) >= 2]).toEqual([
			area.toString(16),
			edge.toString(16),
			true,
		]);
	}
});

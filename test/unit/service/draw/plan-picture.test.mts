import { COLORS as OF_CATEGORIES } from '../../../../nodes/GetFeatures/operations/draw.operation';
import { COLORS, SHADE, drawPicture, outlineOf } from '../../../../service/draw';
import type { Shape } from '../../../../service/draw';
import { extentOf } from '../../../../service/plan';
import { readPng } from '../../../support/png.mts';

test('an odd plan has a picture, too', () => {
	const mark = (x: number, y: number): Shape => {
		const rings = outlineOf({ position: { x, y } });
		if (rings === undefined) throw new Error('no outline');
		return { rings, extent: extentOf(rings), category: '__proto__', layer: 0, label: '\u0301\n🙂' };
	};
	for (const shapes of [
		[],
		[mark(1, 1)],
		[mark(1, 1), mark(1, 1)],
		[mark(0, 5), mark(9, 5)],
		[mark(1e14, 0), mark(-1e14, 0)],
	]) {
		const picture = [...drawPicture(shapes, { width: 100, hasLegend: true, known: new Map() })].pop();
		if (picture === undefined) throw new Error('no picture');
		expect(readPng(picture.file)).toMatchObject({ width: 100, height: picture.height });
		expect(picture.drawn).toBe(shapes.length);
	}
});

test.each([...COLORS, ...OF_CATEGORIES.values()])('the color %i is light enough for darker edges', (color) => {
	const [parts, shades] = [color, SHADE].map((one) => [one >> 16, (one >> 8) & 0xff, one & 0xff]);
	expect(parts.every((part, at) => part >= shades[at])).toBe(true);
});

test('a category called other stands in the legend beside those that share a color', () => {
	const categories = ['other', 'other', ...COLORS.map((_, index) => `category ${index}`)];
	const shapes = categories.map((category, x): Shape => {
		const rings = outlineOf({ position: { x, y: 0 } }) ?? [];
		return { rings, extent: extentOf(rings), category, layer: 0, label: '' };
	});
	const draw = (hasLegend: boolean) => [...drawPicture(shapes, { width: 800, hasLegend, known: new Map() })].pop();
	const [whole, plan] = [true, false].map((hasLegend) => readPng(draw(hasLegend)?.file ?? Buffer.alloc(0)));

	const legend = Array.from({ length: whole.width * (whole.height - plan.height) }, (_, index) =>
		whole.at(index % whole.width, plan.height + Math.floor(index / whole.width)),
	);
	const GRAY = 0xcccccc;
	expect(new Set(legend)).toEqual(new Set([...legend, COLORS[0], GRAY]));
});

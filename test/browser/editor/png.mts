import { inflateSync } from 'node:zlib';

export const SIGNATURE_BYTES = 8;

export interface Chunk {
	type: string;
	data: Buffer;
}

/** The chunks of a PNG file. */
export function chunksOf(png: Buffer): Chunk[] {
	const chunks: Chunk[] = [];
	for (let at = SIGNATURE_BYTES; at < png.length;) {
		const length = png.readUInt32BE(at);
		chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
		at += length + 12;
	}
	return chunks;
}

/** The points of a PNG as browsers write it: eight bits a colour, not interlaced; of a moving one its first frame. */
interface Points {
	width: number;
	height: number;
	/** How many numbers a point has. */
	colours: number;
	bytes: Buffer;
}

export function pointsOf(png: Buffer): Points {
	const [{ data: header }, ...others] = chunksOf(png);
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const colours = header[9] === 6 ? 4 : 3;
	const lines = inflateSync(Buffer.concat(others.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
	const length = width * colours;
	const bytes = Buffer.alloc(height * length);
	for (let line = 0; line < height; line++) {
		const filter = lines[line * (length + 1)];
		for (let at = 0; at < length; at++) {
			const place = line * length + at;
			const left = at < colours ? 0 : bytes[place - colours];
			const above = line === 0 ? 0 : bytes[place - length];
			const corner = at < colours || line === 0 ? 0 : bytes[place - length - colours];
			bytes[place] = lines[line * (length + 1) + 1 + at] + predicted(filter, left, above, corner);
		}
	}
	return { width, height, colours, bytes };
}

/** What the filter of a line takes off each number (PNG, section 9). */
function predicted(filter: number, left: number, above: number, corner: number): number {
	if (filter === 1) return left;
	if (filter === 2) return above;
	if (filter === 3) return (left + above) >> 1;
	if (filter !== 4) return 0;
	const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
	if (toLeft <= toAbove && toLeft <= toCorner) return left;
	return toAbove <= toCorner ? above : corner;
}

/** Which part of the points of two pictures differ so much that a person sees it; all where their sizes differ. */
export function differenceOf(one: Buffer, other: Buffer): number {
	const [before, now] = [pointsOf(one), pointsOf(other)];
	if (before.width !== now.width || before.height !== now.height) return 1;
	const points = before.width * before.height;
	let different = 0;
	for (let point = 0; point < points; point++) {
		let distance = 0;
		for (let colour = 0; colour < 3; colour++) {
			distance += Math.abs(before.bytes[point * before.colours + colour] - now.bytes[point * now.colours + colour]);
		}
		if (distance > 96) different++;
	}
	return different / points;
}

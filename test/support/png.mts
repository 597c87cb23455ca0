import { inflateSync } from 'node:zlib';

/** The pixels of a picture, each as `0xrrggbb`. */
export interface Pixels {
	width: number;
	height: number;
	at: (x: number, y: number) => number;
}

/** Reads a PNG with a palette of 8 bits and rows without filters, and nothing else. */
export function readPng(file: Buffer): Pixels {
	const chunks = new Map<string, Buffer>();
	for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
		chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
	}
	const [header, palette, data] = ['IHDR', 'PLTE', 'IDAT'].map((name) => chunks.get(name) ?? Buffer.alloc(0));
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const rows = inflateSync(data);
	if (rows.length !== height * (width + 1)) throw new Error(`${rows.length} bytes for ${width} × ${height} pixels`);
	return { width, height, at: (x, y) => palette.readUIntBE(3 * rows[y * (width + 1) + 1 + x], 3) };
}

/** How large a part of the pixels differs by more than a shade; all of them where the sizes differ. */
export function differingPart(one: Pixels, other: Pixels): number {
	if (one.width !== other.width || Math.abs(one.height - other.height) > 1) return 1;
	let count = 0;
	const height = Math.min(one.height, other.height);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < one.width; x++) if (areFar(one.at(x, y), other.at(x, y))) count++;
	}
	return count / (one.width * height);
}

const SHADE = 64;

function areFar(one: number, other: number): boolean {
	return [0, 8, 16].some((bits) => Math.abs(((one >> bits) & 255) - ((other >> bits) & 255)) > SHADE);
}

import { crc32, deflateSync } from 'node:zlib';

import { SIGNATURE_BYTES, chunksOf, pointsOf } from './png.mts';
import type { Chunk } from './png.mts';

/** A picture of a moving one, and how long it stays. */
export interface Frame {
	/** PNG; all frames have one size. */
	png: Buffer;
	ms: number;
}

function written({ type, data }: Chunk): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: number[]): Buffer {
	const bytes = Buffer.alloc(4 * values.length);
	values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
	return bytes;
}

/** A colour that no page shows: a point of it lets the frame before shine through. */
const UNCHANGED = Buffer.from([255, 0, 254]);

/** What a frame changes of the one before: eight bits a colour, without filters. */
function changesOf(before: Buffer, now: Buffer): Buffer {
	const [old, { width, height, colours, bytes }] = [pointsOf(before), pointsOf(now)];
	if (colours !== UNCHANGED.length) throw new Error('A frame is transparent.');
	const lines: Buffer[] = [];
	for (let line = 0; line < height; line++) {
		const changed = Buffer.alloc(1 + width * colours);
		for (let at = line * width * colours, to = 1; to < changed.length; at += colours, to += colours) {
			const isSame = [0, 1, 2].every((colour) => old.bytes[at + colour] === bytes[at + colour]);
			if (isSame) UNCHANGED.copy(changed, to);
			else bytes.copy(changed, to, at, at + colours);
		}
		lines.push(changed);
	}
	return deflateSync(Buffer.concat(lines), { level: 9 });
}

/** Frames as one animated PNG, which shows the first where nothing moves. */
export function movingPicture(frames: readonly Frame[]): Buffer {
	const [header] = chunksOf(frames[0].png);
	let sequence = 0;
	const transparent = Buffer.from([...UNCHANGED].flatMap((value) => [0, value]));
	const chunks: Chunk[] = [
		header,
		{ type: 'acTL', data: numbers(frames.length, 0) },
		{ type: 'tRNS', data: transparent },
	];
	frames.forEach(({ png, ms }, index) => {
		const [size, ...others] = chunksOf(png);
		if (!size.data.equals(header.data)) throw new Error('The frames have different sizes.');
		const shown = Buffer.alloc(6);
		shown.writeUInt16BE(ms, 0);
		shown.writeUInt16BE(1000, 2);
		// It stays, and is drawn over the one before.
		shown.set([0, index === 0 ? 0 : 1], 4);
		chunks.push({
			type: 'fcTL',
			data: Buffer.concat([numbers(sequence++), size.data.subarray(0, 8), numbers(0, 0), shown]),
		});
		if (index === 0) chunks.push(...others.filter(({ type }) => type === 'IDAT'));
		else
			chunks.push({ type: 'fdAT', data: Buffer.concat([numbers(sequence++), changesOf(frames[index - 1].png, png)]) });
	});
	chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
	return Buffer.concat([frames[0].png.subarray(0, SIGNATURE_BYTES), ...chunks.map(written)]);
}

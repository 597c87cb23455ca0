import { crc32 } from 'node:zlib';

import { SIGNATURE_BYTES, chunksOf } from './png.mts';
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

/** Frames as one animated PNG, which shows the first where nothing moves. */
export function movingPicture(frames: readonly Frame[]): Buffer {
	const [first] = frames;
	const header = chunksOf(first.png)[0];
	let sequence = 0;
	const chunks: Chunk[] = [header, { type: 'acTL', data: numbers(frames.length, 0) }];
	for (const { png, ms } of frames) {
		const [size, ...others] = chunksOf(png);
		if (!size.data.equals(header.data)) throw new Error('The frames have different sizes.');
		const delay = Buffer.alloc(6);
		delay.writeUInt16BE(ms, 0);
		delay.writeUInt16BE(1000, 2);
		const place = [numbers(sequence++), size.data.subarray(0, 8), numbers(0, 0), delay];
		chunks.push({ type: 'fcTL', data: Buffer.concat(place) });
		for (const { type, data } of others) {
			if (type !== 'IDAT') continue;
			chunks.push(
				png === first.png ? { type, data } : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) },
			);
		}
	}
	chunks.push({ type: 'IEND', data: Buffer.alloc(0) });
	return Buffer.concat([first.png.subarray(0, SIGNATURE_BYTES), ...chunks.map(written)]);
}

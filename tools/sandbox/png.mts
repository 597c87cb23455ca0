import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour that grows darker from top to bottom. */
export function png(width: number, height: number, colour: readonly number[]): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// 8 bits a channel, red green blue; compression, filter and interlace as usual.
	header.set([8, 2, 0, 0, 0], 8);
	const rows = Array.from({ length: height }, (_, y) => {
		const light = 1 - (0.5 * y) / height;
		const pixel = colour.map((channel) => Math.round(channel * light));
		return Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(pixel))]);
	});
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(Buffer.concat(rows))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const checksum = Buffer.alloc(4);
	checksum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, checksum]);
}

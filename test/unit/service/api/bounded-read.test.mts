import { Readable } from 'node:stream';
import {
	featuresUrl,
	lookupUrl,
	maxBytesAt,
	partnerClientsUrl,
	partnersUrl,
	pushFeaturesUrl,
	readBoundedFile,
	readBoundedText,
	sizeText,
} from '../../../../service/api';
import { MAX_DEPTH } from '../../../../service/text';

describe('a response may have', () => {
	it.each([
		['511 MB', featuresUrl('https://host/base', 'pln')],
		['50 MB', lookupUrl('https://host', 'client', 'Clients')],
		[
			'50 MB',
			lookupUrl('https://host/Partners', 'floor', 'flr', {
				viewerTokenLifetimeMinutes: 5,
				partnerCode: '/Partners',
			}),
		],
		['50 MB', pushFeaturesUrl('https://host', 'pln', '/Partners')],
		['50 MB', lookupUrl('https://host/Plans/pln/Features', 'floor', 'flr')],
		['50 MB', lookupUrl('https://host/Plans/pln/PushFeatures', 'floor', 'flr')],
		['50 MB', partnersUrl('https://host')],
		['50 MB', partnerClientsUrl('https://host/a', 'ptnr')],
	])('%s at %s', (most, address) => {
		expect(sizeText(maxBytesAt(address))).toBe(most);
	});
});

/** Bytes in pieces, and how many were requested. */
function chunks(...texts: string[]) {
	let given = 0;
	const stream = Readable.from(
		(function* () {
			for (const text of texts) {
				given++;
				yield Buffer.from(text);
			}
		})(),
		{ highWaterMark: 1 },
	);
	return { stream, given: () => given };
}

describe('the text of a response', () => {
	const read = async (...chunks: Buffer[]) => await readBoundedText(Readable.from(chunks), 100);

	it('is UTF-8 without a byte order mark, wherever its bytes are divided', async () => {
		const bytes = Buffer.from('\ufeffCaf\u00e9');
		expect(await read(bytes.subarray(0, 7), bytes.subarray(7))).toEqual({ text: 'Caf\u00e9', isWhole: true });
	});

	it('that is no UTF-8 is reported, and keeps the letters that it has', async () => {
		const { text, damage } = await read(Buffer.from('Caf\u00e9!', 'latin1'));
		expect([text, damage]).toEqual(['Caf\ufffd!', 'holds bytes that are no text in UTF-8']);
	});

	it('that ends within a letter is reported', async () => {
		expect((await read(Buffer.from('Caf\u00e9').subarray(0, 4))).damage).toBe('holds bytes that are no text in UTF-8');
	});
});

describe('the JSON of a response', () => {
	const damageOf = async (text: string) => (await readBoundedText(chunks(text).stream, 1_000_000)).damage;
	const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

	it('may nest as deep as the limit and no deeper', async () => {
		expect(await damageOf(nested(MAX_DEPTH))).toBeUndefined();
		expect(await damageOf(` ${nested(MAX_DEPTH + 1)}`)).toBe('nests too deep');
		expect(await damageOf(`{"a":${nested(MAX_DEPTH)}}`)).toBe('nests too deep');
		expect(await damageOf(nested(100_000))).toBe('nests too deep');
	});

	it('may be as broad as it likes, and a web page nest as deep', async () => {
		expect(await damageOf(`[${'[],'.repeat(1000)}1]`)).toBeUndefined();
		expect(await damageOf(`<script>${nested(1000)}</script>`)).toBeUndefined();
	});
});

describe('a text is read', () => {
	it('whole up to its bound, whatever its pieces', async () => {
		const { stream } = chunks('Gr', 'üße', '\u{1f600}');

		expect(await readBoundedText(stream, Buffer.byteLength('Grüße\u{1f600}'))).toEqual({
			text: 'Grüße\u{1f600}',
			isWhole: true,
		});
	});

	it('no further than its bound, and its stream is ended', async () => {
		const { stream, given } = chunks(...Array.from({ length: 100 }, () => 'abcd'));

		expect(await readBoundedText(stream, 10)).toEqual({ text: 'abcdabcdab', isWhole: false });
		expect(given()).toBeLessThan(10);
		expect(stream.destroyed).toBe(true);
	});

	it('whose characters are cut into pieces', async () => {
		const bytes = Buffer.from('é\u{1f600}');

		expect((await readBoundedText(Readable.from([...bytes].map((byte) => Buffer.from([byte]))), 100)).text).toBe(
			'é\u{1f600}',
		);
	});

	it('without a byte order mark', async () => {
		expect((await readBoundedText(chunks('\ufeff{}').stream, 100)).text).toBe('{}');
	});

	it.each([[undefined], [null], ['text']])('of a body that is no stream (%j)', async (body) => {
		expect(await readBoundedText(body, 1)).toEqual({ text: body ?? '', isWhole: true });
	});

	it('as a file in all its pieces, or not at all where it is too long', async () => {
		expect(await readBoundedFile(chunks('ab', 'c').stream, 3)).toEqual(Buffer.from('abc'));
		expect(await readBoundedFile(chunks('ab', 'cd').stream, 3)).toBeUndefined();
	});

	it('is no file either, and a file of that is empty', async () => {
		expect(await readBoundedFile('text', 10)).toEqual(Buffer.alloc(0));
	});

	it('fails as its stream does', async () => {
		const stream = new Readable({ read: () => void stream.destroy(new Error('broke')) });

		await expect(readBoundedText(stream, 5)).rejects.toThrow('broke');
	});
});

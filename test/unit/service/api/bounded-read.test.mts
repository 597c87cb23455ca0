import { Readable } from 'node:stream';
import {
	featuresAddress,
	lookupAddress,
	mostBytesAt,
	partnerClientsAddress,
	partnersAddress,
	pushFeaturesAddress,
	readBoundedFile,
	readBoundedText,
	sizeInWords,
} from '../../../../service/api';

describe('an answer may have', () => {
	it.each([
		['512 MB', featuresAddress('https://host/base', 'pln')],
		['50 MB', lookupAddress('https://host', 'client', 'Clients')],
		[
			'50 MB',
			lookupAddress('https://host/Partners', 'floor', 'flr', {
				viewerTokenLifetimeMinutes: 5,
				partnerCode: '/Partners',
			}),
		],
		['10 MB', pushFeaturesAddress('https://host', 'pln', '/Partners')],
		['50 MB', lookupAddress('https://host/Plans/pln/Features', 'floor', 'flr')],
		['50 MB', lookupAddress('https://host/Plans/pln/PushFeatures', 'floor', 'flr')],
		['1 MB', partnersAddress('https://host')],
		['1 MB', partnerClientsAddress('https://host/a', 'ptnr')],
	])('%s at %s', (most, address) => {
		expect(sizeInWords(mostBytesAt(address))).toBe(most);
	});
});

/** Bytes in pieces, and how many were asked for. */
function pieces(...texts: string[]) {
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

describe('the character set of an answer', () => {
	const read = async (bytes: Buffer, mediaType?: unknown) =>
		await readBoundedText(Readable.from([bytes]), 100, mediaType);

	it.each([
		['application/json; charset=iso-8859-1', Buffer.from('Café', 'latin1')],
		['application/json;charset="UTF-16LE"', Buffer.from('Café', 'utf16le')],
		['application/json', Buffer.from('Café')],
		[undefined, Buffer.from('Café')],
	])('%j is honoured', async (mediaType, bytes) => {
		expect(await read(bytes, mediaType)).toEqual({ text: 'Café', isWhole: true });
	});

	it('that nobody knows is told', async () => {
		const { damage } = await read(Buffer.from('{}'), 'application/json; charset=x-plans');
		expect(damage).toBe('is in the character set "x-plans", which is not known');
	});

	it('that the bytes do not keep is told, and the text keeps its letters', async () => {
		const { text, damage } = await read(Buffer.from('Café!', 'latin1'), 'application/json');
		expect([text, damage]).toEqual(['Caf\ufffd!', 'holds bytes that are no text in the character set "utf-8"']);
	});
});

describe('a text is read', () => {
	it('whole up to its bound, whatever its pieces', async () => {
		const { stream } = pieces('Gr', 'üße', '\u{1f600}');

		expect(await readBoundedText(stream, Buffer.byteLength('Grüße\u{1f600}'))).toEqual({
			text: 'Grüße\u{1f600}',
			isWhole: true,
		});
	});

	it('no further than its bound, and its stream is ended', async () => {
		const { stream, given } = pieces(...Array.from({ length: 100 }, () => 'abcd'));

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

	it('that ends within a character, with a sign for what is missing', async () => {
		expect((await readBoundedText(Readable.from([Buffer.from('é').subarray(0, 1)]), 100)).text).toBe('\ufffd');
	});

	it('without a byte order mark', async () => {
		expect((await readBoundedText(pieces('\ufeff{}').stream, 100)).text).toBe('{}');
	});

	it.each([[undefined], [null], ['text']])('of a body that is no stream (%j)', async (body) => {
		expect(await readBoundedText(body, 1)).toEqual({ text: body ?? '', isWhole: true });
	});

	it('as a file in all its pieces, or not at all where it is too long', async () => {
		expect(await readBoundedFile(pieces('ab', 'c').stream, 3)).toEqual(Buffer.from('abc'));
		expect(await readBoundedFile(pieces('ab', 'cd').stream, 3)).toBeUndefined();
	});

	it('is no file either, and a file of that is empty', async () => {
		expect(await readBoundedFile('text', 10)).toEqual(Buffer.alloc(0));
	});

	it('fails as its stream does', async () => {
		const stream = new Readable({ read: () => void stream.destroy(new Error('broke')) });

		await expect(readBoundedText(stream, 5)).rejects.toThrow('broke');
	});
});

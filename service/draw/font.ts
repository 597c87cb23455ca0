/** The 5 × 7 letters from the space to `~`: a byte a column, its lowest bit at the top. */
const LETTERS = Buffer.from(
	'000000000000005F00000007000700147F147F14242A7F2A12231308646236495620500008070300001C2241000041221C00' +
		'2A1C7F1C2A08083E080800807030000808080808000060600020100804023E5149453E00427F400072494949462141494D33' +
		'1814127F1027454545393C4A49493141211109073649494936464949291E0000140000004034000000081422411414141414' +
		'004122140802015909063E415D594E7C1211127C7F494949363E414141227F4141413E7F494949417F090909013E41415173' +
		'7F0808087F00417F41002040413F017F081422417F404040407F021C027F7F0408107F3E4141413E7F090909063E4151215E' +
		'7F09192946264949493203017F01033F4040403F1F2040201F3F4038403F631408146303047804036159494D43007F414141' +
		'0204081020004141417F04020102044040404040000307080020545478407F284444383844444428384444287F3854545418' +
		'00087E090218A4A49C787F0804047800447D40002040403D007F1028440000417F40007C047804787C080404783844444438' +
		'FC1824241818242418FC7C08040408485454542404043F44243C4040207C1C2040201C3C4030403C44281028444C9090907C' +
		'4464544C440008364100000077000000413608000201020402',
	'hex',
);
const BOX = [0x7f, 0x41, 0x41, 0x41, 0x7f];

/** Accents by the two dots that each of the three middle columns of a letter gets above it. */
const ACCENTS =
	'\u0300120 \u0301021 \u0302212 \u0303121 \u0304111 \u0306121 \u0307010 \u0308101 \u030a212 \u030c121'.split(' ');
/** Letters that Unicode doesn't decompose into a plain letter and an accent. */
const PLAIN = "ßss æae œoe øo đd łl ÆAE ŒOE ØO ĐD ŁL –- ’' …..".split(' ');

export const LETTER_HEIGHT = 10;

/** The columns of a text, each of ten bits from the top. Letters of other scripts are boxes. */
export function columnsOf(text: string): number[] {
	const columns: number[] = [];
	const plain = text
		.replace(/\s+/g, ' ')
		.replace(/[^ -~]/g, (letter) => PLAIN.find((one) => one.startsWith(letter))?.slice(1) ?? letter);
	for (const letter of plain.normalize('NFKD')) {
		const accent = ACCENTS.find((one) => one.startsWith(letter));
		const start = 5 * (letter.charCodeAt(0) - 0x20);
		const glyph = start < LETTERS.length ? [...LETTERS.subarray(start, start + 5)] : BOX;
		if (accent !== undefined)
			for (const column of [1, 2, 3]) columns[columns.length - 6 + column] |= Number(accent[column]);
		else if (!/\p{M}/u.test(letter)) columns.push(...glyph.map((bits) => bits << 2), 0);
	}
	return columns;
}

const BACKSLASH = 0x5c;

/** A member `photos` that is a list. It does not match within a text, because quotes are escaped there. */
const PHOTOS = /(?<!\\)"photos"\s*:\s*\[/g;

/**
 * JSON text in which the addresses of photos end before their authentication parameters, which differ on each answer
 * and let anyone see the photo (section 2.5): `"https://host/a.png?signature=1"` becomes `"https://host/a.png"`. That
 * goes for each text in a list `photos` that reads as an address; addresses elsewhere, such as an icon's, are left
 * alone. Linear: each character is looked at once.
 */
export function withoutSignatures(text: string): string {
	if (!text.includes('"photos"')) return text;
	const kept: string[] = [];
	let copied = 0;
	PHOTOS.lastIndex = 0;
	while (PHOTOS.exec(text) !== null) {
		let depth = 1;
		let at = PHOTOS.lastIndex;
		for (; depth > 0 && at < text.length; at++) {
			const sign = text[at];
			if (sign === '[' || sign === '{') depth++;
			else if (sign === ']' || sign === '}') depth--;
			else if (sign === '"') {
				const end = endOfString(text, at + 1);
				const signature = startOfSignature(text.slice(at + 1, end));
				if (signature !== undefined) {
					kept.push(text.slice(copied, at + 1 + signature));
					copied = end;
				}
				at = end;
			}
		}
		PHOTOS.lastIndex = at;
	}
	return copied === 0 ? text : kept.join('') + text.slice(copied);
}

/** @param at behind the opening quote. @returns where the closing one is, or the end of a text that has none */
function endOfString(text: string, at: number): number {
	for (let end = text.indexOf('"', at); end >= 0; end = text.indexOf('"', end + 1)) {
		let before = end;
		while (before > at && text.charCodeAt(before - 1) === BACKSLASH) before--;
		if ((end - before) % 2 === 0) return end;
	}
	return text.length;
}

/** Where the query or fragment of an address begins: it has a dot or a slash before that, and no blank after it. */
function startOfSignature(text: string): number | undefined {
	const start = text.search(/[?#]/);
	return start > 0 && /[./]/.test(text.slice(0, start)) && !/\s/.test(text.slice(start)) ? start : undefined;
}

/**
 * A text without the same sign over and over at its end. A search for `/+$` would begin anew at each `/` that is not at
 * the end.
 */
export function withoutTrailing(text: string, sign: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === sign) end--;
	return text.slice(0, end);
}

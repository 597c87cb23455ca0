import { endOfString } from '../text';

/** Numbers of up to 15 digits are exact. */
const MAY_BE_ROUNDED = /[\d.]{16}|\d[eE]\+?\d{3}/;
const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * JSON text in which each number that JavaScript would round (beyond 2^53, or of too many digits) is a text of what was
 * written. Two of them that differ are no longer one, and a number that is only written differently is none of them.
 */
export function withExactNumbers(json: string): string {
	if (!MAY_BE_ROUNDED.test(json)) return json;
	const parts: string[] = [];
	let copied = 0;
	for (let at = 0; at < json.length; at++) {
		if (json[at] === '"') at = endOfString(json, at);
		NUMBER.lastIndex = at;
		const [written] = isDigit(json.charCodeAt(at)) || json[at] === '-' ? (NUMBER.exec(json) ?? ['']) : [''];
		if (written === '') continue;
		if (isRounded(written)) {
			parts.push(json.slice(copied, at), `"${written}"`);
			copied = at + written.length;
		}
		at += written.length - 1;
	}
	return parts.join('') + json.slice(copied);
}

function isDigit(code: number): boolean {
	return code >= 48 && code <= 57;
}

function isRounded(written: string): boolean {
	return MAY_BE_ROUNDED.test(written) && significantDigits(written) !== significantDigits(String(Number(written)));
}

function significantDigits(number: string): string {
	const [mantissa] = number.split(/e/i);
	const digits = mantissa.replace('.', '').replace(/^-?0*/, '');
	let end = digits.length;
	while (digits[end - 1] === '0') end--;
	return digits.slice(0, end);
}

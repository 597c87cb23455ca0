import { foldText, normalizeText } from '../../../../service/text';

it.each([
	['  Room\n 3.01 ', 'room 3.01'],
	['ROOM  1', 'room 1'],
	['Caf\u0065\u0301', 'café'],
	['ＲＯＯＭ', 'room'],
	['Straße', 'strasse'],
	['STRASSE', 'strasse'],
	['2nd\u202f–\u00a0floor', '2nd - floor'],
	['a\u200b\u00adb\ufeff\u2060\u202ec\u180ed', 'abcd'],
	[['\u2010', '\u2015', '\u2043', '\u2212', '\ufe58', '\ufe63', '\uff0d'].join(''), '-------'],
	['a\t b', 'a b'],
	['', ''],
])('%j and its like are folded to %j', (text, folded) => {
	expect(foldText(text)).toBe(folded);
	expect(foldText(folded)).toBe(folded);
});

it('keeps the letter case where that is asked for', () => {
	expect(normalizeText(' Caf\u0065\u0301\u00a0–  BAR\u200b ')).toBe('Café - BAR');
});

it('leaves a text alone that is longer than any name', () => {
	const [longest, longer] = ['A'.repeat(50_000), 'A'.repeat(50_001)];
	expect(foldText(longest)).toBe(longest.toLowerCase());
	expect(foldText(longer)).toBe(longer);
});

import { joinFirst } from '../../../../service/text';

test.each([
	[[], ''],
	[[1, 2], '<1>, <2>'],
	[[1, 2, 3], '<1>, <2> and 1 more'],
])('the first two of %j are told as "%s"', (all, words) => {
	expect(joinFirst<number>(2, all, (one) => `<${one}>`)).toBe(words);
});

/** What stands in `<…>` in an output that the guide shows differs from run to run. */
const VARIABLE = /<[^<>\s]+>/;

/** The first line of a shown output that was not printed, in its place among the others; undefined where all were. */
export function missingLine(shown: string, printed: string): string | undefined {
	const lines = printed.split('\n');
	let next = 0;
	return shown
		.trimEnd()
		.split('\n')
		.find((line) => {
			const form = formOf(line);
			const found = lines.findIndex((printedLine, index) => index >= next && form.test(printedLine));
			next = found + 1;
			return found === -1;
		});
}

function formOf(line: string): RegExp {
	const fixed = line.split(VARIABLE).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${fixed.join('\\S+')}$`);
}

import { messagePatterns } from './message-patterns.mts';
import type { Pattern } from './message-patterns.mts';

/** Said by n8n itself: these words stand in none of our sources. */
const WORDS_OF_N8N = ['There was a problem activating the workflow: "…"'];

const patterns = messagePatterns();

/** The messages that the tables of a page quote, in the columns whose heading begins with "On the screen". */
export function quotedMessages(markdown: string): string[] {
	let column = -1;
	return markdown.split('\n').flatMap((line) => {
		const cells = line.startsWith('|') ? line.split(/(?<!\\)\|/).map((cell) => cell.trim()) : [];
		if (cells.length === 0) column = -1;
		if (column >= 0) return [...cells[column].matchAll(/`([^`]+)`/g)].map(([, message]) => message);
		column = cells.findIndex((cell) => cell.startsWith('On the screen'));
		return [];
	});
}

/** Which of these messages the package can't say. In a quotation `…` stands for anything. */
export function unsaid(messages: string[]): string[] {
	const known = new Map<string, boolean>(WORDS_OF_N8N.map((message) => [message, true]));
	return messages.filter((message) => !canBe(message));

	/** A number, what is left open, or what some text of the sources gives. */
	function canBe(text: string): boolean {
		if (text === '' || text === '…' || /^\d+$/.test(text)) return true;
		const answer = known.get(text);
		if (answer !== undefined) return answer;
		// Against endless recursion: a text is not made of itself.
		known.set(text, false);
		const said = patterns.some((pattern) => fits(text, pattern));
		known.set(text, said);
		return said;
	}

	function fits(text: string, [part, ...rest]: Pattern): boolean {
		if (text === '…' || part === undefined) return text === '…' || text === '';
		if (part === null) {
			return ends(text).some((end) => fits(text.slice(end), rest) && canBe(text.slice(0, end)));
		}
		if (text.startsWith(part)) return fits(text.slice(part.length), rest);
		return text.endsWith('…') && text.length > 1 && part.startsWith(text.slice(0, -1).trimEnd());
	}
}

/** Where a part of a text can end. */
function ends(text: string): number[] {
	return Array.from({ length: text.length + 1 }, (_, end) => end);
}

import { escapeHtml, htmlPage } from './html.mts';

const STYLE = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f1ec;
	font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; color: #2b2f36; }
main { max-width: 30rem; padding: 2rem 2.5rem; background: #fff; border-radius: 12px;
	box-shadow: 0 1px 3px #0002, 0 12px 32px #0001; border-top: 4px solid #c4553b; }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; } p { margin: 0; color: #5c6370; overflow-wrap: anywhere; }`;

/** What is shown instead of a plan. */
export function messagePage(title: string, words: string): string {
	return htmlPage(title, STYLE, `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p></main>`);
}

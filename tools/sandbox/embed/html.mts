/** Text that means nothing to HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/'/g, '&#39;');
}

/** A coordinate or length, to the centimetre. */
export function number(value: number): string {
	return String(Math.round(value * 100) / 100);
}

export function htmlPage(title: string, style: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Nothing on a page comes from elsewhere, and no name of a feature can run. */
export const PAGE_HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
	'referrer-policy': 'no-referrer',
	'cache-control': 'no-store',
};

/** So many characters of a secret in a row give it away. */
const RUN = 8;

/** A secret as databases, logs, forms, addresses and headers may write it. */
function writtenForms(secret: string): string[] {
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inBase64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
	return [...new Set([secret, inForm, encodeURIComponent(secret), inJson, inBase64])];
}

/** The secrets of which a text holds eight characters in a row, in whatever form, each with what stands there. */
export function secretsIn(text: string | Buffer, secrets: ReadonlyMap<string, string>): string[] {
	const runs = new Map<string, string>();
	for (const [name, secret] of secrets) {
		for (const form of writtenForms(secret)) {
			for (let start = 0; start + RUN <= form.length; start++) runs.set(form.slice(start, start + RUN), name);
		}
	}
	const looked = typeof text === 'string' ? text : text.toString('latin1');
	const found = new Set<string>();
	for (let start = 0; start + RUN <= looked.length; start++) {
		const run = looked.slice(start, start + RUN);
		const name = runs.get(run);
		if (name !== undefined) found.add(`${name}: ${run}`);
	}
	return [...found];
}

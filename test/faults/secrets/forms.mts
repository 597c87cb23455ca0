/** A secret as databases, logs, forms, addresses and headers may write it. */
export function writtenForms(secret: string): string[] {
	const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
	const inJson = JSON.stringify(secret).slice(1, -1);
	const inBase64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
	return [...new Set([secret, inForm, encodeURIComponent(secret), inJson, inBase64])];
}

/** The names of the secrets that a text holds, in whatever form. */
export function secretsIn(text: string | Buffer, secrets: ReadonlyMap<string, string>): string[] {
	return [...secrets].filter(([, secret]) => writtenForms(secret).some((form) => text.includes(form))).map(([name]) => name);
}

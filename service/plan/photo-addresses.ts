import { isJsonObject } from '../text';

/**
 * A JSON value in which the addresses of photos end before their authentication parameters, which differ on each answer
 * and let anyone see the photo (section 2.5): `https://host/a.png?signature=1` becomes `https://host/a.png`. That goes
 * for each text in a list `photos` that reads as an address; addresses elsewhere, such as an icon's, are left alone.
 */
export function withoutSignatures(value: unknown, isPhoto = false): unknown {
	if (typeof value === 'string') return isPhoto ? unsignedAddress(value) : value;
	if (Array.isArray(value)) return value.map((entry) => withoutSignatures(entry, isPhoto));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [name, withoutSignatures(member, isPhoto || isPhotos(name, member))]),
	);
}

export function isPhotos(name: string, value: unknown): boolean {
	return name === 'photos' && Array.isArray(value);
}

/** Up to its query or fragment, where it has a dot or a slash before that and no blank after it. */
export function unsignedAddress(text: string): string {
	const start = text.search(/[?#]/);
	if (start <= 0) return text;
	const address = text.slice(0, start);
	return /[./]/.test(address) && !/\s/.test(text.slice(start)) ? address : text;
}

import type { Exchange } from './client.mts';

export function objectOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function planCodeOf(lookup: Exchange | undefined): string | undefined {
	const { planCode } = objectOf(lookup?.body);
	return typeof planCode === 'string' && planCode !== '' ? planCode : undefined;
}

export function viewerTokensOf(lookup: Exchange | undefined): Record<string, unknown> {
	return objectOf(objectOf(lookup?.body).viewerTokens);
}

export function featuresOf(plan: Exchange | undefined): Array<Record<string, unknown>> {
	const { features } = objectOf(plan?.body);
	return Array.isArray(features) ? features.map(objectOf) : [];
}

export function photosOf({ photos }: Record<string, unknown>): string[] {
	if (!Array.isArray(photos)) return [];
	return photos.flatMap((photo) =>
		typeof objectOf(photo).imageUrl === 'string' ? [String(objectOf(photo).imageUrl)] : [],
	);
}

import { createHash, randomUUID } from 'node:crypto';
import { codeFor } from './demo/seeded.mts';
import type { Feature } from './json.mts';

/** What a service calls the identity that it makes for each feature: `code` was observed; `none` makes no identity. */
export const IDENTITIES = ['code', 'id', 'uuid', 'none'] as const;

export type Identity = (typeof IDENTITIES)[number];

/** An identity of the demo, always the same for the same name; another one at each call without a name. */
export function newIdentity(identity: Identity, name?: string): string | undefined {
	if (identity === 'none') return undefined;
	// A digest for each pushed feature would be half of what a push costs the service.
	const uuid = name === undefined ? randomUUID() : uuidFor(name);
	if (identity === 'uuid') return uuid;
	return name === undefined ? `feat_${uuid.replaceAll('-', '').slice(0, 25)}` : codeFor('feat', name);
}

function uuidFor(name: string): string {
	const hex = createHash('sha256').update(name).digest('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
		'-',
	);
}

/** A feature with the identity that a service gives it. One that has any identity keeps it. */
export function withIdentity(identity: Identity, feature: object, name?: string): Feature {
	const given: Feature = { ...feature };
	if (identity === 'none' || identityIn(given) !== undefined) return given;
	return { [identity]: newIdentity(identity, name), ...given };
}

/** The identity of a feature, whatever it is called. */
export function identityIn(feature: Feature): unknown {
	return IDENTITIES.map((name) => feature[name]).find((value) => value !== undefined);
}

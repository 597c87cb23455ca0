import type { Identity } from './identity.mts';

/** Which header carries the bearer token: section 5.3 names `Authentication`, clients send `Authorization`. */
export const TOKEN_HEADERS = ['either', 'authentication', 'authenticationBare', 'authorization'] as const;

export type TokenHeader = (typeof TOKEN_HEADERS)[number];

/** Degrees were observed: longitude and latitude of WGS84. */
export const COORDINATES = ['degrees', 'metres'] as const;

/** How the sandbox behaves. Every member can be changed at any time and counts from the next request on. */
export interface SandboxSettings {
	tokenLifetimeSeconds: number;
	/** The Allowed Scopes of the Application (section 5.2). */
	allowedScope: string;
	tokenHeader: TokenHeader;
	/** Where the lookup names no lifetime of its own. */
	viewerTokenLifetimeMinutes: number;
	/** Whether partners and clients are listed; 404 otherwise. */
	listing: boolean;
	/** Photos in a push: true responds with 400, false drops them. */
	rejectPhotos: boolean;
	/** The value of a data field that a feature has no value for (section 2.3, rule 3). */
	emptyDataValue: '' | null;
	/** What the identity of a feature is called, which the service makes. */
	identity: Identity;
	/** An identity in a pushed feature: true stores it as any other property, false replaces it by a new one. */
	keepsPushedIdentity: boolean;
	/** In what the demo's plans lie, and the positions that the service makes. */
	coordinates: (typeof COORDINATES)[number];
	/** Whether a push to a plan that was not edited recently migrates it (sections 4.2 and 7). */
	migration: boolean;
	migrationMs: number;
	/** How long after a push a plan still counts as edited recently. */
	editedRecentlyMs: number;
	/** By plan code: so many further pushes respond with 422. */
	migratingPushes: Record<string, number>;
	/** Waited before every response. */
	latencyMs: number;
	/** Lookups, lists, reads and pushes served at once, further ones respond with 429; 0 is no limit. */
	maxInFlight: number;
	/** `Retry-After` of a 429. */
	retryAfterSeconds: number;
}

export const defaultSettings = {
	tokenLifetimeSeconds: 3600,
	allowedScope: 'openid esapi-scope',
	tokenHeader: 'either',
	viewerTokenLifetimeMinutes: 60,
	listing: true,
	rejectPhotos: true,
	emptyDataValue: '',
	identity: 'code',
	keepsPushedIdentity: false,
	coordinates: 'degrees',
	migration: false,
	migrationMs: 2000,
	editedRecentlyMs: 24 * 60 * 60 * 1000,
	migratingPushes: {},
	latencyMs: 0,
	maxInFlight: 0,
	retryAfterSeconds: 1,
} as const satisfies SandboxSettings;

export function settingsOf(changes: Partial<SandboxSettings> = {}): SandboxSettings {
	return { ...defaultSettings, ...changes, migratingPushes: { ...changes.migratingPushes } };
}

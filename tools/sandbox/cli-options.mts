import { parseArgs } from 'node:util';
import type { SandboxOptions } from './server.mts';
import { IDENTITIES } from './identity.mts';
import { COORDINATES, TOKEN_HEADERS, defaultSettings } from './settings.mts';
import type { SandboxSettings } from './settings.mts';

export const DEFAULT_PORT = 4080;

type Change = Partial<SandboxSettings>;

interface Switch {
	/** How the value is called in the help; a switch without one is on or off. */
	value?: string;
	help: string;
	/** @throws Error in words */
	set: (text: string) => Change;
}

const D = defaultSettings;

/** The switches of the service, in the order of the help. */
const SWITCHES: Record<string, Switch> = {
	'token-lifetime': {
		value: 'seconds',
		help: `validity of bearer tokens (${D.tokenLifetimeSeconds})`,
		set: (text) => ({ tokenLifetimeSeconds: whole(text) }),
	},
	scope: {
		value: 'scopes',
		help: `Allowed Scopes of the Application ("${D.allowedScope}")`,
		set: (text) => ({ allowedScope: text }),
	},
	'token-header': {
		value: 'name',
		help: `where the token is read: ${TOKEN_HEADERS.join(', ')} (${D.tokenHeader})`,
		set: (text) => ({ tokenHeader: oneOf(text, TOKEN_HEADERS) }),
	},
	'viewer-token-lifetime': {
		value: 'minutes',
		help: `validity of viewer tokens where a lookup asks for none (${D.viewerTokenLifetimeMinutes})`,
		set: (text) => ({ viewerTokenLifetimeMinutes: whole(text) }),
	},
	'no-listing': { help: 'partners and clients are not listed', set: () => ({ listing: false }) },
	'drop-photos': { help: 'photos in a push are dropped, not rejected', set: () => ({ rejectPhotos: false }) },
	'null-data': { help: 'data without a value is null, not empty', set: () => ({ emptyDataValue: null }) },
	identity: {
		value: 'name',
		help: `what the identity of features is called: ${IDENTITIES.join(', ')} (${D.identity})`,
		set: (text) => ({ identity: oneOf(text, IDENTITIES) }),
	},
	'keep-identity': { help: 'a pushed identity is kept, not replaced', set: () => ({ keepsPushedIdentity: true }) },
	coordinates: {
		value: 'unit',
		help: `in what the plans lie: ${COORDINATES.join(', ')} (${D.coordinates})`,
		set: (text) => ({ coordinates: oneOf(text, COORDINATES) }),
	},
	migration: {
		help: 'the first push to a plan migrates it; parallel ones get 422 meanwhile',
		set: () => ({ migration: true }),
	},
	'migration-time': {
		value: 'ms',
		help: `how long a migration takes (${D.migrationMs})`,
		set: (text) => ({ migrationMs: whole(text) }),
	},
	'reject-pushes': {
		value: 'plan=number',
		help: 'so many pushes to a plan get 422',
		set: (text) => {
			const [plan, count = ''] = text.split('=');
			return { migratingPushes: { [plan]: whole(count) } };
		},
	},
	latency: {
		value: 'ms',
		help: 'waited before every response (0)',
		set: (text) => ({ latencyMs: whole(text) }),
	},
	'max-in-flight': {
		value: 'number',
		help: 'requests served at once, further ones get 429 (no limit)',
		set: (text) => ({ maxInFlight: whole(text) }),
	},
	'retry-after': {
		value: 'seconds',
		help: `Retry-After of a 429 (${D.retryAfterSeconds})`,
		set: (text) => ({ retryAfterSeconds: whole(text) }),
	},
};

const SERVER: Record<string, Omit<Switch, 'set'>> = {
	port: { value: 'port', help: `where it listens (${DEFAULT_PORT}; 0 takes a free one)` },
	host: { value: 'address', help: 'and on which address (127.0.0.1)' },
	file: { value: 'path', help: 'keeps the plans in this JSON file (else in memory)' },
	replay: { value: 'path', help: 'responds with a recording of npm run probe -- --save' },
	help: { help: 'shows this' },
};

export function helpText(): string {
	const lines = Object.entries({ ...SERVER, ...SWITCHES }).map(
		([name, { value, help }]) => `  ${`--${name}${value ? ` <${value}>` : ''}`.padEnd(34)}${help}`,
	);
	return [
		'The Plan Content and Access Service on this machine.',
		'',
		'npm run sandbox -- [switches]',
		'',
		...lines,
	].join('\n');
}

/** Undefined when help is requested. @throws Error in words for what is no switch or no value of it */
export function cliOptions(args: string[]): SandboxOptions | undefined {
	const all = Object.entries({ ...SERVER, ...SWITCHES });
	const { values } = parseArgs({
		args,
		options: Object.fromEntries(
			all.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const),
		),
	});
	if (values.help) return undefined;
	const settings: Change = {};
	for (const [name, { set }] of Object.entries(SWITCHES)) {
		const value = values[name];
		if (value !== undefined)
			Object.assign(
				settings,
				named(name, () => set(String(value))),
			);
	}
	const port = values.port === undefined ? DEFAULT_PORT : named('port', () => whole(String(values.port)));
	const host = values.host === undefined ? undefined : String(values.host);
	const file = values.file === undefined ? undefined : String(values.file);
	const replay = values.replay === undefined ? undefined : String(values.replay);
	return { port, host, file, replay, settings };
}

/** @throws Error that begins with the switch */
function named<T>(name: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new Error(`--${name}: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function whole(text: string): number {
	if (!/^\d{1,12}$/.test(text)) throw new Error(`"${text}" is not a whole number.`);
	return Number(text);
}

function oneOf<const T extends string>(text: string, choices: readonly T[]): T {
	const choice = choices.find((candidate) => candidate === text);
	if (choice === undefined) throw new Error(`"${text}" is none of ${choices.join(', ')}.`);
	return choice;
}

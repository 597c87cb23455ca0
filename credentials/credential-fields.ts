import type {
	DisplayCondition,
	ICredentialDataDecryptedObject,
	INodeProperties,
	NodeParameterValue,
} from 'n8n-workflow';

/** A path of external secrets, such as `$secrets.vault.key`. */
const SECRET = '\\$secrets(?:\\.\\w+|\\["[^"{}]*"\\]|\\[\'[^\'{}]*\'\\])+';

/** What a URL may hold, as n8n stores it: an expression begins with "=". */
const ALLOWED_URL_VALUES: Array<NodeParameterValue | DisplayCondition> = [
	true,
	false,
	// A text before "=" in the order of characters, or from the character after it on.
	{ _cnd: { lt: '=' } },
	{ _cnd: { gte: '>' } },
	{ _cnd: { regex: `^=(?:[^{]|\\{(?!\\{)|\\{\\{\\s*${SECRET}\\s*\\}\\})*$` } },
];

export const TOKEN_HEADERS = [
	{
		name: 'Both',
		value: 'both',
		description: 'Satisfies the specification and deployments that read Authorization',
	},
	{ name: 'Authentication', value: 'authentication', description: 'The header that the specification names' },
	{
		name: 'Authentication, Token Alone',
		value: 'authenticationBare',
		description: 'The same header without the word Bearer before the token',
	},
	{ name: 'Authorization', value: 'authorization', description: 'The header that most other services read' },
] as const;

export type TokenHeader = (typeof TOKEN_HEADERS)[number]['value'];

/** n8n resolves a credential before it passes items on. */
const ONCE = 'An expression is resolved once for all items.';

const TEXT = { type: 'string', default: '', required: true } as const;
const SECRET_TEXT = { ...TEXT, typeOptions: { password: true } } as const;

export const filledFields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		...TEXT,
		placeholder: 'e.g. https://plans.example.com',
		description: 'URL of the Plan Content and Access Service. Of expressions it takes $secrets only.',
	},
	{
		displayName: 'Authentication URL',
		name: 'authUrl',
		...TEXT,
		placeholder: 'e.g. https://auth.example.com',
		description: 'URL of the authentication service, without /connect/token. Of expressions it takes $secrets only.',
	},
	{
		displayName: 'Application ID',
		name: 'applicationId',
		...TEXT,
		description:
			'Shown once when the Application is created in the account management console. Its Allowed Grant Type must ' +
			`be Resource Owner Password. ${ONCE}`,
	},
	{ displayName: 'Application Secret', name: 'applicationSecret', ...SECRET_TEXT },
	{
		displayName: 'API Key',
		name: 'apiKey',
		...SECRET_TEXT,
		description:
			'Shown once when the API Key is created in the account management console. Its role must be Partner User. ' +
			ONCE,
	},
	{ displayName: 'API Secret', name: 'apiSecret', ...SECRET_TEXT },
	{
		displayName: 'Scope',
		name: 'scope',
		...TEXT,
		default: 'openid esapi-scope',
		description: `Must equal the Allowed Scopes of the Application, separated by spaces. ${ONCE}`,
	},
	{
		displayName: 'Partner Code',
		name: 'partnerCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptnr_…',
		description: `Code of the partner that owns the plans. A node can override it in its options. ${ONCE}`,
	},
	{
		displayName: 'Token Header',
		name: 'tokenHeader',
		type: 'options',
		options: [...TOKEN_HEADERS],
		default: 'both',
		description: 'Which header carries the token',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'allowUnauthorizedCerts',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if the TLS certificate is not trusted',
	},
];

/**
 * n8n leaves a marker out while its URL is text or `$secrets`: it resolves a credential's expressions before anybody
 * sees them, but decides before that which fields are shown. Whoever may only use a shared credential decides what its
 * `$vars` are, and would receive the secrets.
 */
const URL_MARKERS = filledFields
	.filter(({ name }) => name === 'baseUrl' || name === 'authUrl')
	.map(({ displayName, name }): INodeProperties => ({
		displayName: `${displayName} Is an Expression`,
		name: markerOf(name),
		type: 'hidden',
		default: 'yes',
		displayOptions: { hide: { [name]: ALLOWED_URL_VALUES } },
	}));

export const credentialFields: INodeProperties[] = [
	...filledFields,
	...URL_MARKERS,
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		// Without `password` the browser would be shown the token.
		typeOptions: { expirable: true, password: true },
		default: '',
	},
];

/** The name of a field on the screen. @param name as in the credential */
export function labelOf(name: string): string {
	return filledFields.find((field) => field.name === name)?.displayName ?? name;
}

/** Whether a URL came by an expression other than `$secrets`. */
export function isExpression(field: string, raw: ICredentialDataDecryptedObject): boolean {
	return raw[markerOf(field)] !== undefined;
}

function markerOf(name: string): string {
	return `${name}IsExpression`;
}

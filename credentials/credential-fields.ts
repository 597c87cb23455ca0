import type {
	DisplayCondition,
	ICredentialDataDecryptedObject,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValue,
} from 'n8n-workflow';

/** A path of what is the same for every item of a run, such as `$secrets.vault.key` or `$vars["plan-key"]`. */
const CONSTANT = '\\$(?:secrets|vars|env)(?:\\.\\w+|\\["[^"{}]*"\\]|\\[\'[^\'{}]*\'\\])+';

/** What a field may hold, as n8n stores it: an expression begins with "=". */
const HARMLESS: Array<NodeParameterValue | DisplayCondition> = [
	true,
	false,
	// A text before "=" in the order of characters, or from the character after it on.
	{ _cnd: { lt: '=' } },
	{ _cnd: { gte: '>' } },
	{ _cnd: { regex: `^=(?:[^{]|\\{(?!\\{)|\\{\\{\\s*${CONSTANT}\\s*\\}\\})*$` } },
];

/**
 * Which header(s) carry the bearer token: the specification names `Authentication`, deployments may read
 * `Authorization`.
 */
export type TokenHeader = 'both' | 'authentication' | 'authenticationBare' | 'authorization';

/** What Test tries, in this order, where a service does not read the token. */
export const TOKEN_HEADERS: Array<INodePropertyOptions & { value: TokenHeader }> = [
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
];

/** What a person fills in. */
export const filledFields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://plans.example.com',
		description: 'Address of the Plan Content and Access Service',
	},
	{
		displayName: 'Authentication URL',
		name: 'authUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://auth.example.com',
		description: 'Address of the authentication service, without /connect/token. It may have a path.',
	},
	{
		displayName: 'Application ID',
		name: 'applicationId',
		type: 'string',
		default: '',
		required: true,
		description:
			'Shown once when the Application is created in the account management console. Its Allowed Grant Type must ' +
			'be Resource Owner Password.',
	},
	{
		displayName: 'Application Secret',
		name: 'applicationSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		default: '',
		required: true,
		description:
			'Shown once when the API Key is created in the account management console. Its role must be Partner User.',
	},
	{
		displayName: 'API Secret',
		name: 'apiSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
	},
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'string',
		default: 'openid esapi-scope',
		required: true,
		description: 'Must equal the Allowed Scopes of the Application, separated by spaces',
	},
	{
		displayName: 'Partner Code',
		name: 'partnerCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptnr_…',
		description: 'Code of the partner that owns the plans. A node can override it in its options.',
	},
	{
		displayName: 'Token Header',
		name: 'tokenHeader',
		type: 'options',
		options: TOKEN_HEADERS,
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

export const credentialFields: INodeProperties[] = [
	...filledFields,
	...expressionMarkers(filledFields),
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

/**
 * A hidden field beside each field, which n8n leaves out while that field is harmless. n8n resolves a credential's
 * expressions before anybody sees them, but it decides before that which fields are shown. It resolves them for one
 * item of a run, and n8n 1.x then stores the result in place of the expression.
 */
function expressionMarkers(fields: INodeProperties[]): INodeProperties[] {
	return fields.map(({ displayName, name }) => ({
		displayName: `${displayName} Is an Expression`,
		name: markerOf(name),
		type: 'hidden',
		default: 'yes',
		displayOptions: { hide: { [name]: HARMLESS } },
	}));
}

/** Those of some fields that hold an expression that n8n would resolve for one item, and keep for all. */
export function expressionsAmong(fields: INodeProperties[], raw: ICredentialDataDecryptedObject): string[] {
	return fields.filter(({ name }) => raw[markerOf(name)] !== undefined).map(({ displayName }) => displayName);
}

function markerOf(name: string): string {
	return `${name}IsExpression`;
}

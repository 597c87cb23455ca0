import type {
	DisplayCondition,
	ICredentialDataDecryptedObject,
	INodeProperties,
	NodeParameterValue,
} from 'n8n-workflow';
import { InvalidInputError } from './invalid-input-error';

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
 * A hidden field beside each field, which n8n leaves out while that field is harmless. n8n resolves a credential's
 * expressions before anybody sees them, but it decides before that which fields are shown. It resolves them for one
 * item of a run, and n8n 1.x then stores the result in place of the expression.
 */
export function expressionMarkers(fields: INodeProperties[]): INodeProperties[] {
	return fields.map(({ displayName, name }) => ({
		displayName: `${displayName} Is an Expression`,
		name: markerOf(name),
		type: 'hidden',
		default: 'yes',
		displayOptions: { hide: { [name]: HARMLESS } },
	}));
}

/** @throws InvalidInputError that names the field */
export function refuseExpressions(fields: INodeProperties[], raw: ICredentialDataDecryptedObject): void {
	for (const { displayName, name } of fields) {
		if (raw[markerOf(name)] === undefined) continue;
		throw new InvalidInputError(
			`${displayName} in the Plan Service credential is an expression, which n8n does not resolve for each item`,
			`Enter ${displayName} as it is, or as a path of $secrets or $vars. Use one credential for each account, ` +
				'and Partner Code in the options of the node for another partner.',
		);
	}
}

function markerOf(name: string): string {
	return `${name}IsExpression`;
}

import { demo } from './demo/constants.mts';
import { codeFor } from './demo/seeded.mts';

/** What the credential of the nodes is filled with. */
export interface SandboxCredential {
	baseUrl: string;
	authUrl: string;
	applicationId: string;
	applicationSecret: string;
	apiKey: string;
	apiSecret: string;
	scope: string;
	partnerCode: string;
}

/** What the dialog of the credential calls them. */
export const CREDENTIAL_LABELS: Record<keyof SandboxCredential, string> = {
	baseUrl: 'Base URL',
	authUrl: 'Authentication URL',
	applicationId: 'Application ID',
	applicationSecret: 'Application Secret',
	apiKey: 'API Key',
	apiSecret: 'API Secret',
	scope: 'Scope',
	partnerCode: 'Partner Code',
};

/** Demo values, no secrets of anybody. They hold what a form breaks on when it is not encoded. */
export const application = {
	id: codeFor('app', 'Sandbox'),
	secret: 'sandbox+app&secret=100%25/ok',
	apiKey: 'sandbox-partner-user',
	apiSecret: 'sandbox=api+word&50%/done',
} as const;

export function credentialOf(baseUrl: string, authUrl: string, scope: string): SandboxCredential {
	return {
		baseUrl,
		authUrl,
		applicationId: application.id,
		applicationSecret: application.secret,
		apiKey: application.apiKey,
		apiSecret: application.apiSecret,
		scope,
		partnerCode: demo.partnerCode,
	};
}

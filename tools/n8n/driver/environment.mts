import path from 'node:path';

import { hostFolder } from './host-folder.mts';
import type { HostName } from './host-folder.mts';

export interface HostPorts {
	editor: number;
	/** Where n8n's task runner meets n8n. */
	broker: number;
}

/** Modules of 2.x that no test uses; the trimmed host has not got what some of them load. */
const UNUSED_MODULES = [
	'agents',
	'instance-ai',
	'workflow-builder',
	'chat-hub',
	'mcp',
	'mcp-registry',
	'external-secrets',
	'source-control',
	'dynamic-credentials',
	'sso-oidc',
	'sso-saml',
	'log-streaming',
	'ldap',
	'provisioning',
	'quick-connect',
	'token-exchange',
	'otel',
	'oauth-jwe',
	'n8n-packages',
	'workflow-reviews',
	'insights',
	'breaking-changes',
];

/**
 * The whole environment of a quiet n8n. It is not the caller's with additions: a NODE_ENV of `test`
 * (Jest's), a proxy or an N8N_… of the developer's own would change what the host does.
 */
export function hostEnvironment(
	host: HostName,
	userFolder: string,
	ports: HostPorts,
	extra: Record<string, string> = {},
): NodeJS.ProcessEnv {
	const nodeFolder = path.dirname(process.execPath);
	return {
		PATH: `${nodeFolder}${path.delimiter}${process.env.PATH ?? ''}`,
		HOME: userFolder,
		TMPDIR: userFolder,
		NO_COLOR: '1',
		// Without it n8n offers interfaces for its own tests.
		NODE_ENV: 'production',
		// What Node has compiled of n8n, for the next start.
		NODE_COMPILE_CACHE: path.join(hostFolder(host), 'node_modules', '.compile-cache'),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(ports.editor),
		N8N_RUNNERS_BROKER_PORT: String(ports.broker),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		// Its pages take a third of a start.
		N8N_DISABLE_UI: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		...(host === 'oldest'
			? {}
			: {
					N8N_DISABLED_MODULES: UNUSED_MODULES.join(','),
					// Nothing can be installed through n8n; what lies in its folder, as this package does, is loaded.
					N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
				}),
		...extra,
	};
}

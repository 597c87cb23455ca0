import { choice, number, optional } from './parameter';
import type { Members } from './parameter-group';

/** How a resource is looked up, wherever it is. */
export const lookupRequestOptions = {
	clientPath: choice({
		displayName: 'Client Path',
		name: 'clientPath',
		type: 'options',
		options: [
			{ name: 'Clients', value: 'Clients', description: 'As the list of endpoints has it' },
			{ name: 'Client', value: 'Client', description: 'As one sample of the specification has it' },
		],
		default: 'Clients',
		description: 'Path segment of client lookups, where a deployment wants the singular',
	}),
	viewerTokenLifetime: optional(
		number({
			displayName: 'Viewer Token Lifetime (Minutes)',
			name: 'viewerTokenLifetime',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 60,
			description: 'How long the viewer tokens stay valid, where the deployment lets the caller choose',
		}),
	),
} satisfies Members<unknown>;

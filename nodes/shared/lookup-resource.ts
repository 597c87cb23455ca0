import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { LEVELS, RESOURCES, codeText, lookupUrl, readLookupResponse, rowOf } from '../../service/api';
import type { ClientPath, Resource } from '../../service/api';
import type { JsonObject } from '../../service/text';
import type { RequestOptions, Session } from './client';
import { asItemFailure } from './failures';
import { ItemFailure } from './item-failure';
import { choice, fromList, locator, number, optional, typed } from './parameter';
import type { Parameter, ParameterSet } from './parameter';
import type { Parameters } from './parameters';

interface PickedResource {
	resource: Resource;
	code: string;
}

/**
 * A client, campus, building or floor, by its code or from a list. A node that has it needs
 * `methods = { listSearch: { searchResources } }`.
 * @param show when the node shows it
 * @param name of the parameter that holds the kind. One called `resource` names the node on the canvas
 */
export function resourceParameters(
	show: IDisplayOptions['show'] = {},
	name: 'resource' | 'lookupResource' = 'resource',
) {
	const options = RESOURCES.map((value) => ({ name: LEVELS[value].label, value }));
	const resource = choice({
		displayName: 'Resource',
		name,
		type: 'options',
		noDataExpression: true,
		options: options.sort((one, other) => one.name.localeCompare(other.name)),
		default: 'floor',
		description: 'The kind of resource to look up',
		displayOptions: { show },
	});
	const codes = RESOURCES.map((level) => codeParameter(level, { ...show, [name]: [level] }));
	return {
		resource,
		codes: codes.map(({ property }): INodeProperties => property),
		read: (parameters: Parameters, itemIndex: number): PickedResource => {
			const level = resource.read(parameters, itemIndex);
			return { resource: level, code: codes[RESOURCES.indexOf(level)].read(parameters, itemIndex) };
		},
	};
}

/** One parameter under a label for each level, because people look for the word Floor. */
function codeParameter(level: Resource, show: IDisplayOptions['show']): Parameter<string, 'code'> {
	const { label, codePrefix } = LEVELS[level];
	return locator(
		{
			displayName: label,
			name: 'code',
			required: true,
			description: `The ${level} to look up`,
			displayOptions: { show },
			modes: [
				fromList('searchResources'),
				typed('code', 'By Code', `e.g. ${codePrefix}…`, 'As the account management console or another lookup shows it'),
			],
		},
		({ value }) => codeText(value, `${level} code`),
	);
}

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
} satisfies ParameterSet<unknown>;

export type LookupOptions = RequestOptions & {
	/** Which path of a client comes first, unless the session knows the right one. */
	clientPath: ClientPath;
	/** Minutes; undefined leaves it to the service. */
	viewerTokenLifetime?: number;
};

/** What the service returns for a resource (section 4.4), equal lookups of a run once. Throws like `readOnce` */
export async function lookUpResource(
	session: Session,
	{ resource, code }: PickedResource,
	{ clientPath, viewerTokenLifetime: viewerTokenLifetimeMinutes, ...options }: LookupOptions,
): Promise<JsonObject> {
	const { baseUrl, partnerCode } = session.settings;
	const readPath = async (path: ClientPath, mayBeElsewhere: boolean) => {
		const query = { clientPath: path, viewerTokenLifetimeMinutes, partnerCode: options.partnerCode || partnerCode };
		const url = lookupUrl(baseUrl, resource, code, query);
		return await session.readOnce(url, { ...options, mayBeElsewhere }, readLookupResponse);
	};
	return resource === 'client' ? await atEitherPath(session, clientPath, readPath) : await readPath(clientPath, false);
}

/**
 * Section 4.4 lists the plural path of a client, and shows a sample of the singular one. Whatever the first path
 * returns, the other is used, because some services respond to an unknown URL in unexpected ways; but not where the
 * service rate limits, or where the login fails. The run goes on with the path that was right.
 */
async function atEitherPath(
	session: Session,
	expected: ClientPath,
	readPath: (path: ClientPath, mayBeElsewhere: boolean) => Promise<JsonObject>,
): Promise<JsonObject> {
	const first = session.clientPath ?? expected;
	const response = await readPath(first, true).catch(asItemFailure);
	if (!(response instanceof ItemFailure)) return response;
	if (!mayBeAtOther(response)) throw response;
	const second = first === 'Client' ? 'Clients' : 'Client';
	const other = await readPath(second, false).catch(asItemFailure);
	if (other instanceof ItemFailure) {
		const { requestError: error } = response;
		// What came with success, and can't be read, says more than a URL that is not known.
		const isMoreSpecific = other.requestError === undefined && error?.kind === 'status' && error.status < 500;
		throw other.isLogin || isMoreSpecific ? other : response;
	}
	session.clientPath = second;
	return other;
}

function mayBeAtOther({ isLogin, requestError: error }: ItemFailure): boolean {
	if (error?.kind !== 'status') return !isLogin && (error === undefined || rowOf(error).taken === 'maybe');
	return rowOf(error).isThrottling !== true;
}

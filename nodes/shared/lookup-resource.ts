import { lookupUrl, readLookupResponse, rowOf } from '../../service/api';
import type { ClientPath } from '../../service/api';
import type { JsonObject } from '../../service/text';
import type { Session } from './client';
import { asItemFailure } from './failures';
import { ItemFailure, withSubject } from './item-failure';
import { choice, number, optional } from './parameter';
import type { RequestOptions } from './request-options';
import type { PickedResource } from './resource-parameters';
import type { ServiceRun } from './service-run';
import type { ParameterSet } from './structured-parameters';

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
} satisfies ParameterSet<unknown>;

interface LookupOptions extends RequestOptions {
	clientPath: ClientPath;
	/** Minutes; undefined leaves it to the service. */
	viewerTokenLifetime: number | undefined;
}

/** What the service returns for a resource (section 4.4), or why not. Equal lookups of a run share a request. */
export async function lookUpResource(
	run: ServiceRun,
	picked: PickedResource,
	{ clientPath, viewerTokenLifetime: viewerTokenLifetimeMinutes, ...options }: LookupOptions,
): Promise<JsonObject | ItemFailure> {
	const { resource, code } = picked;
	const readPath = async (path: ClientPath, mayBeElsewhere: boolean) =>
		await run.read(
			({ settings }) => {
				const partnerCode = options.partnerCode || settings.partnerCode;
				const query = { clientPath: path, viewerTokenLifetimeMinutes, partnerCode };
				return lookupUrl(settings.baseUrl, resource, code, query);
			},
			{ ...options, mayBeElsewhere },
			readLookupResponse,
		);
	const response =
		resource === 'client'
			? run.session().then(async (session) => await atEitherPath(session, clientPath, readPath))
			: readPath(clientPath, false);
	const outcome = await response.catch(asItemFailure);
	return outcome instanceof ItemFailure ? withSubject(outcome, picked) : outcome;
}

/**
 * Section 4.4 lists the plural path of a client, and shows a sample of the singular one. Whatever the first path
 * returns, the other is used, because some services respond to an unknown URL in unexpected ways; but not where the
 * service rate limits, or where the login fails. The run goes on with the path that was right.
 */
export async function atEitherPath<T extends object>(
	session: Pick<Session, 'clientPath'>,
	expected: ClientPath,
	readPath: (path: ClientPath, mayBeElsewhere: boolean) => Promise<T | ItemFailure>,
): Promise<T | ItemFailure> {
	const first = session.clientPath ?? expected;
	const response = await readPath(first, true);
	if (!(response instanceof ItemFailure) || !mayBeAtOther(response)) return response;
	const second = first === 'Client' ? 'Clients' : 'Client';
	const other = await readPath(second, false);
	if (other instanceof ItemFailure) return isMoreSpecific(other, response) ? other : response;
	session.clientPath = second;
	return other;
}

/** Every other 4xx rejects the client itself. */
const MAY_BE_NO_URL = [401, 404, 405];

/** What came with success, and can't be read, says more than a URL that is not known. */
function isMoreSpecific(other: ItemFailure, first: ItemFailure): boolean {
	const { requestError: error } = first;
	return other.isLogin || (other.requestError === undefined && error?.kind === 'status' && error.status < 500);
}

function mayBeAtOther({ isLogin, requestError: error }: ItemFailure): boolean {
	if (error?.kind !== 'status') return !isLogin && (error === undefined || rowOf(error).taken === 'maybe');
	const { status } = error;
	return status < 400 || MAY_BE_NO_URL.includes(status) || (status >= 500 && !rowOf(error).isThrottling);
}

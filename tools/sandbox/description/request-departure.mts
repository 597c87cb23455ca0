import { description } from './openapi.mts';
import type { Parameter } from './openapi.mts';
import type { DescribedOperation } from './operations.mts';
import { departureFrom } from './validity.mts';

/** A request as it arrived. */
export interface SeenRequest {
	method: string;
	/** With its query. */
	address: string;
	headers: Record<string, string | string[] | undefined>;
	/** Parsed from JSON, or the text of anything else. */
	body: unknown;
}

const FORM = 'application/x-www-form-urlencoded';

/** Where a request departs from the description, in words; undefined when it does not. */
export function requestDeparture(operation: DescribedOperation, request: SeenRequest): string | undefined {
	return (
		tokenDeparture(operation, request) ?? parameterDeparture(operation, request) ?? bodyDeparture(operation, request)
	);
}

function tokenDeparture({ security }: DescribedOperation, { headers }: SeenRequest): string | undefined {
	if (security?.length === 0) return undefined;
	const names = Object.values(description.components.securitySchemes).map(({ name }) => name);
	const bears = names.some((name) => /^(?:bearer )?\S+$/i.test(String(headers[name.toLowerCase()])));
	return bears ? undefined : `no bearer token in ${names.join(' or ')}`;
}

function parameterDeparture(
	{ allParameters, pattern }: DescribedOperation,
	{ address, headers }: SeenRequest,
): string | undefined {
	const [path, query = ''] = address.split(/\?(.*)/s);
	const search = new URLSearchParams(query);
	const isKnown = (name: string) => allParameters.some((one) => one.in === 'query' && one.name === name);
	const unknown = [...search.keys()].find((name) => !isKnown(name));
	if (unknown !== undefined) return `the query parameter "${unknown}" is not described`;
	const given = ({ in: place, name }: Parameter) => {
		if (place === 'query') return search.get(name) ?? undefined;
		return place === 'header' ? headers[name.toLowerCase()] : pattern.exec(path)?.groups?.code;
	};
	for (const parameter of allParameters) {
		const value = given(parameter);
		if (value === undefined && !parameter.required) continue;
		const departure = departureFrom(parameter.schema, value);
		if (departure !== undefined) return `the ${parameter.in} parameter ${parameter.name}: ${departure}`;
	}
	return undefined;
}

function bodyDeparture({ requestBody }: DescribedOperation, { headers, body }: SeenRequest): string | undefined {
	const given = (headers['content-type'] ?? '') as string;
	const type = given.split(';')[0].trim().toLowerCase();
	if (requestBody === undefined) return body ? 'it has a body' : undefined;
	const content = requestBody.content[type] ?? requestBody.content['*/*'];
	if (content === undefined) return `its Content-Type is "${type}"`;
	if (content.schema === undefined) return undefined;
	const value = type === FORM ? Object.fromEntries(new URLSearchParams(String(body))) : body;
	const departure = departureFrom(content.schema, value);
	return departure === undefined ? undefined : `the body: ${departure}`;
}

import { AUTH_PATH } from '../paths.mts';
import { description, parameterOf } from './openapi.mts';
import type { Operation, Parameter } from './openapi.mts';

/** An operation of the description with everything that is said of its path. */
export interface DescribedOperation extends Operation {
	/** Of the address below the base address, with `code` for its variable part. */
	pattern: RegExp;
	method: string;
	allParameters: Parameter[];
}

const operations: DescribedOperation[] = Object.entries(description.paths).flatMap(([path, item]) => {
	// The one path with a server of its own is that of the authentication service.
	const whole = item.servers === undefined ? path : `${AUTH_PATH}${path}`;
	const pattern = new RegExp(`^${whole.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '(?<code>[^/]*)')}$`);
	return Object.entries({ GET: item.get, POST: item.post }).flatMap(([method, operation]) =>
		operation === undefined
			? []
			: [
					{
						...operation,
						pattern,
						method,
						allParameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(parameterOf),
					},
				],
	);
});

export function operationFor(method: string, path: string): DescribedOperation | undefined {
	return operations.find((operation) => operation.method === method && operation.pattern.test(path));
}

import type { StoredCredential } from '../../n8n/driver/credentials.mts';
import type { Part } from './parts.mts';

const PACKAGE = 'n8n-nodes-plan-service';

/** The nodes of this package, bound to a credential. */
export function ourNodes({ id, name }: StoredCredential) {
	const node = (label: string, type: string, parameters: Record<string, unknown>): Part => ({
		name: label,
		type: `${PACKAGE}.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { planServiceApi: { id, name } },
	});
	return {
		getMany: (planCode: string, options: Record<string, unknown> = {}) =>
			node('Get', 'getFeatures', { operation: 'getMany', planCode, returnAll: true, options }),
		/** Of each item's `planCode`, one request after the other. */
		getPlans: () =>
			node('Get', 'getFeatures', {
				operation: 'getPlan',
				planCode: '={{ $json.planCode }}',
				options: { concurrency: 1 },
			}),
		/** Whatever is there, as the bare nodes beside it push. */
		push: (planCode: string, options: Record<string, unknown> = {}) =>
			node('Push', 'pushFeatures', {
				operation: 'push',
				planCode,
				source: 'item',
				options: { existing: 'push', ...options },
			}),
		/** Of each item's `code`. */
		lookup: (options: Record<string, unknown> = {}) =>
			node('Look Up', 'hierarchyLookup', {
				resource: 'floor',
				operation: 'get',
				code: { __rl: true, mode: 'code', value: '={{ $json.code }}' },
				options,
			}),
	};
}

import type { INodeParameters } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import type { Service } from '../../support/engine/service.mts';
import { ActiveTrigger } from './active-trigger.mts';
import type { Scheduler } from './active-trigger.mts';

/** A trigger that watches plans by the member `id`, but for the changes. */
export function watch(
	service: Service,
	planCodes: string[],
	changes: INodeParameters = {},
	scheduler?: Scheduler,
): ActiveTrigger {
	return new ActiveTrigger(service.credential(), watching(planCodes, changes), scheduler);
}

export function watching(planCodes: string[], changes: INodeParameters = {}): INodeParameters {
	const { options = {}, ...others } = changes;
	const plans = planCodes.map((planCode) => ({ planCode }));
	// Events are compared with what the service holds.
	return {
		planCodes: { plans },
		identifyBy: 'path',
		path: 'id',
		...others,
		options: { dataFormat: 'array', ...(options as object) },
	};
}

/** A room with a tenant. */
export function room(id: string, tenant = 'nobody', more: Feature = {}): Feature {
	return { id, type: 'room', data: [{ key: TENANT, name: 'Tenant', value: tenant }], ...more };
}

export const TENANT = `dfld_${'t'.repeat(25)}`;

/** `<change> <id>` of each event, in order. */
export function told(started: unknown[] | null): string[] | null {
	return (
		started?.map((event) => {
			const { change, feature } = event as { change: string; feature: { id: string } | null };
			return `${change} ${feature === null ? 'something' : feature.id}`;
		}) ?? null
	);
}

import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { startFaultProxy } from './proxy/fault-proxy.mts';
import type { FaultProxy, FaultProxyOptions } from './proxy/fault-proxy.mts';

/** A real n8n whose way to the service leads through the fault proxy. */
export interface FaultyHost extends PlanHost {
	proxy: FaultProxy;
	/** The plans respond as they should from now on, or again with faults. */
	faults: boolean;
	/** How often the plans hold each feature, by name. */
	held(planCodes: string[]): Map<string, number>;
}

export async function startFaultyHost(faultOf: FaultProxyOptions['faultOf']): Promise<FaultyHost> {
	const host = await sharePlanHost();
	const { sandbox, n8n } = host;
	const state = { faults: true };
	const proxy = await startFaultProxy({
		servicePort: Number(new URL(sandbox.baseUrl).port),
		faultOf: (planCode, method) => (state.faults ? faultOf(planCode, method) : 'none'),
		arm: ({ method, planCode }, fault) => {
			sandbox.intercept({ ...fault, route: method === 'POST' ? 'push' : 'features', planCode });
		},
	});
	const credential: StoredCredential = await createCredential(n8n.session, {
		...host.credential,
		name: 'Through the proxy',
		data: { ...host.credential.data, baseUrl: proxy.baseUrl },
	});
	return {
		...host,
		credential,
		proxy,
		get faults() {
			return state.faults;
		},
		set faults(on) {
			state.faults = on;
		},
		held: (planCodes) => {
			const counts = new Map<string, number>();
			for (const { name } of planCodes.flatMap((planCode) => sandbox.features(planCode))) {
				counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
			}
			return counts;
		},
		close: async () => {
			await host.close();
			await proxy.close();
		},
	};
}

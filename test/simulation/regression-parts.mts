import type { ResponseScript, ExecutionScript, FaultScript, FeatureKind, ItemScript, Script } from './scenario.mts';

/** What differs from one execution that pushes two zones to an empty plan. */
export interface Changes {
	executions?: Array<
		Omit<Partial<ExecutionScript>, 'items' | 'options'> & {
			items?: Array<FeatureKind[] | ItemScript>;
			options?: Partial<ExecutionScript['options']>;
		}
	>;
	service?: Partial<Script['service']>;
	faults?: FaultScript[][];
	before?: Script['before'];
	edits?: Script['edits'];
	clock?: Script['clock'];
	isRetried?: boolean;
}

const PLAIN: Script['service'] = {
	adds: false,
	renames: false,
	rewrites: false,
	changes: [],
	reorders: false,
	migrates: false,
	behindMs: [],
	skewMs: 0,
	rejection: { takesGood: false, names: 'some', archived: false },
};

export function history({ executions = [{}], service, faults = [[]], ...more }: Changes): Script {
	return {
		jitter: 'row',
		service: { ...PLAIN, ...service },
		plans: [0],
		before: [],
		edits: [],
		isRetried: false,
		...more,
		executions: executions.map(({ items = [['zone', 'zone']], options, ...rest }) => ({
			startMs: 0,
			items: items.map((item) => (Array.isArray(item) ? { plan: 0, features: item } : item)),
			onError: 'continueRegularOutput',
			maxTries: 1,
			waitBetweenTriesMs: 1000,
			isTool: false,
			isVolatile: false,
			credential: 0,
			process: 0 as const,
			source: 'field' as const,
			isRetry: false,
			...rest,
			options: {
				batchSize: 1000,
				maxRetries: 5,
				maxWaitSeconds: 120,
				timeoutSeconds: 60,
				skip: false,
				isolate: false,
				byLabel: false,
				...options,
			},
		})),
		faults,
	};
}

/** A push that takes effect, and whose response does not say so. */
export function lost(status: string, effectAfterMs: number): FaultScript {
	return fault(Number(status), { effect: 'whole', effectAfterMs });
}

/** A request with that response; without an effect, if nothing else is said. */
export function fault(
	status: number,
	{ effect = 'none', effectAfterMs = 10, ...more }: Partial<FaultScript & ResponseScript> = {},
): FaultScript {
	const response = { afterMs: 20, body: '', ...more, status };
	return { name: String(status), effect, effectAfterMs, response };
}

export function taken(status = 200): FaultScript {
	const name = status === 200 ? 'none' : String(status);
	return { name, effect: 'whole', effectAfterMs: 10, response: { afterMs: 20, status, body: '' } };
}

/** The same rejection for so many requests. */
export function responses(status: number, count: number): FaultScript[] {
	return Array.from({ length: count }, () => ({
		name: String(status),
		effect: 'none',
		effectAfterMs: 0,
		response: { afterMs: 20, status, body: '' },
	}));
}

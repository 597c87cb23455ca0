import type { Draw } from './generate.mts';
import type { ExecutionScript, FeatureKind, FeatureSource, ItemScript, ServiceTraits } from './scenario.mts';

interface Around {
	plans: number;
	withinMs: number;
	hasTwins: boolean;
	byLabel: boolean;
	service: ServiceTraits;
	index: number;
}

export function drawExecution(draw: Draw, around: Around): ExecutionScript {
	const { chance, below, one } = draw;
	const { plans, withinMs, byLabel, index } = around;
	const isTool = chance(0.12);
	const kinds = kindsOf(draw, around);
	// Only items that are features are matched by columns.
	const source: FeatureSource = byLabel ? 'item' : one(['field', 'field', 'json', 'item']);
	const features = () => Array.from({ length: source === 'item' ? 1 : 1 + below(3) }, () => one(kinds));
	const items: ItemScript[] = Array.from({ length: isTool ? 1 : 1 + below(4) }, () => ({
		plan: below(plans),
		features: features(),
	}));
	const isVolatile = source !== 'item' && !byLabel && chance(0.1);
	return {
		startMs: below(withinMs),
		items: chance(0.2) ? items.map((item) => ({ ...item, ...ownSettings(draw) })) : items,
		...(index > 0 && !isTool && chance(0.2)
			? { follows: { execution: index - 1, as: one(['node', 'round'] as const) } }
			: {}),
		process: chance(0.2) ? 1 : 0,
		source,
		onError: one(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
		maxTries: chance(0.5) ? 1 : chance(0.1) ? 0 : 2 + below(4),
		waitBetweenTriesMs: one([0, 100, 1000, 5000]),
		isTool,
		isVolatile,
		isRetry: false,
		...(chance(0.12) ? { stopAtMs: below(one([withinMs, 8000])) } : {}),
		credential: chance(0.9) ? 0 : 1,
		...(chance(0.2)
			? { login: { hasToken: chance(0.5), afterMs: one([0, 50, 2000, 40_000]), fails: chance(0.3) } }
			: {}),
		options: {
			batchSize: one([1, 2, 3, 1000]),
			maxRetries: below(6),
			maxWaitSeconds: one([0, 2, 20, 120]),
			timeoutSeconds: one([1, 5, 60]),
			skip: chance(0.5),
			isolate: chance(0.4),
			byLabel,
		},
	};
}

function kindsOf({ chance }: Draw, { hasTwins, service, byLabel }: Around): FeatureKind[] {
	if (hasTwins) return ['twin', 'nearTwin', 'zone'];
	if (chance(0.15)) return ['zone', 'icon', 'bad'];
	// What has no data has no label to match on.
	const placed: FeatureKind[] = byLabel ? ['icon', 'room'] : ['icon', 'room', 'sign'];
	return service.changes.length > 0 ? ['rich', 'rich', ...placed] : ['zone', 'zone', ...placed];
}

function ownSettings({ one, chance }: Draw): Partial<ItemScript> {
	return {
		author: one(['', 'Ada', 'Ben']),
		...(chance(0.3) ? { batchSize: one([1, 2, 1000]) } : {}),
		...(chance(0.3) ? { skip: chance(0.5) } : {}),
	};
}

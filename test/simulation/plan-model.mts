import type { Feature } from '../../service/plan';
import { DATA_KEY, OTHER_KEY, changes, identityOf } from './changes.mts';
import { featureBefore, located } from './features.mts';
import type { Script } from './scenario.mts';

/** A feature as a plan holds it, and what is known of it beside. */
export interface Stored {
	/** As it was sent, whatever the service has made of it. */
	name: string;
	shown: Feature;
	at: number;
	/** When a person removed it, or made another of it. */
	goneAt: number;
}

/** What the plans hold, now and at any time before. */
export class PlanModel {
	private readonly plans: Stored[][];

	/** Names of features that a person has removed or renamed. */
	readonly edited = new Set<string>();

	private lastId = 0;

	constructor(private readonly script: Script) {
		this.plans = script.plans.map((count) =>
			Array.from({ length: count }, (_, index) =>
				this.stored({ type: 'zone', zoneType: 'common', name: `before ${index}` }, `before ${index}`, -Infinity),
			),
		);
		for (const { execution, item, at, as } of script.before) {
			const one = featureBefore(script, execution, item, at);
			// The word keeps it apart from what an execution sends.
			if (one !== undefined)
				this.plans[one.plan].push(this.stored(beforeAs(one.feature, as), `${as} ${one.name}`, -Infinity));
		}
	}

	add(plan: number, feature: Feature, at: number): void {
		this.plans[plan].push(this.stored(feature, String(feature.name), at));
	}

	/** What a person does. */
	edit(plan: number, what: 'adds' | 'removes' | 'renames', at: number): void {
		const last = this.plans[plan].findLast(({ goneAt }) => goneAt === Infinity);
		if (what === 'adds' || last === undefined) {
			this.plans[plan].push(this.stored({ type: 'zone', zoneType: 'private', name: `own ${at}` }, `own ${at}`, at));
			return;
		}
		last.goneAt = at;
		this.edited.add(last.name);
		if (what === 'renames') {
			const shown = { ...last.shown, name: `renamed ${String(last.shown.name)}` };
			this.plans[plan].push({ name: `renamed ${last.name}`, shown, at, goneAt: Infinity });
		}
	}

	/** What the plan held then. */
	heldAt(plan: number, at: number): Stored[] {
		return this.plans[plan].filter((one) => one.at <= at && one.goneAt > at);
	}

	shownAt(plan: number, at: number): Feature[] {
		return this.heldAt(plan, at).map(({ shown }) => shown);
	}

	/** How often each name is on the plans in the end. */
	counts(): Map<string, number> {
		const existing = new Map<string, number>();
		for (const { name, goneAt } of this.plans.flat())
			if (goneAt === Infinity) existing.set(name, (existing.get(name) ?? 0) + 1);
		return existing;
	}

	private stored(feature: Feature, name: string, at: number): Stored {
		return { name, shown: this.shown(feature), at, goneAt: Infinity };
	}

	/** A feature as the service keeps it. */
	private shown(feature: Feature): Feature {
		const { adds, renames, rewrites, changes: names } = this.script.service;
		let kept: Feature = { ...feature };
		const { dimensions } = this.script;
		if (kept.position === null) Object.assign(kept, located({ position: { x: 1, y: 2 } }, dimensions));
		const data = Array.isArray(kept.data) ? (kept.data as Array<Record<string, unknown>>) : [];
		if (adds && (kept.data !== undefined || kept.type === 'zone')) {
			kept.data = [{ key: OTHER_KEY, name: 'Other', value: null }, ...data.filter(({ key }) => key !== OTHER_KEY)];
			if (!data.some(({ key }) => key === DATA_KEY))
				(kept.data as unknown[]).push({ key: DATA_KEY, name: 'Label', value: null });
		}
		if (adds) kept = { ...identityOf(++this.lastId, dimensions?.identity), ...kept };
		for (const name of names) kept = changes[name].change(kept, ++this.lastId, dimensions?.identity);
		if (renames)
			kept.data = ((kept.data as Array<Record<string, unknown>> | null | undefined) ?? []).map((entry) => ({
				...entry,
				name: `Registered ${String(entry.key)}`,
			}));
		if (!rewrites) return kept;
		return { ...kept, rounded: true, ...located({ geometry: { type: 'Polygon', coordinates: [SQUARE] } }, dimensions) };
	}
}

const SQUARE = [
	[0, 0],
	[1, 0],
	[1, 1],
	[0, 0],
];

function beforeAs(feature: Feature, as: 'equal' | 'near' | 'sameValue'): Feature {
	if (as === 'equal') return feature;
	const name = String(feature.name);
	if (as === 'near') return { ...feature, name: ` ${name} ` };
	return { ...feature, name: `another than ${name}` };
}

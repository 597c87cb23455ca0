import type { Point } from './factors.mts';
import { rejection, serviceNow } from './replies.mts';
import type { Reply } from './replies.mts';
import type { ServiceRequest } from './service.mts';
import { TENANT, withIdentity } from './resources.mts';

type Json = Record<string, unknown>;

/** The plans of a service, and what it has given so far. */
export interface Plans {
	point: Point;
	features: Map<string, Json[]>;
	pushes: number;
	/** Whether each response has ids of its own. No point does so: only values would tell features apart. */
	makesIds: boolean;
	/** Ids that were made for responses. */
	reads: number;
	/** What was put off once already: a plan and the reason. */
	putOff: Set<string>;
}

/** Get features and push features (sections 4.2 and 4.3). */
export function planReply(plans: Plans, request: ServiceRequest): Reply {
	const { point, features } = plans;
	const [, code, verb] = request.path;
	const held = features.get(code ?? '');
	if (held === undefined) return rejection(point, Number(point.unknownCode.slice(1)), `no such plan ${code}`);
	const isPush = verb === 'PushFeatures' && request.method === 'POST';
	const later = putOffReply(plans, `${code} ${verb}`, isPush);
	if (later !== undefined) return later;
	return isPush ? pushReply(plans, held, request) : { status: 200, body: responseOf(point, asRead(plans, held)) };
}

/** The first call of each kind for each plan is put off, where the point does so. */
function putOffReply({ point, putOff }: Plans, key: string, isPush: boolean): Reply | undefined {
	const once = (why: string) => !putOff.has(`${key} ${why}`) && putOff.add(`${key} ${why}`) !== undefined;
	const migrates = { never: false, ofPushes: isPush, ofReadsToo: true }[point.migration];
	if (migrates && once('migration')) return rejection(point, 422, 'the plan is migrated');
	if (point.pressure === 'none' || (point.pressure === 's503' && isPush) || !once('pressure')) return undefined;
	const headers: Record<string, string> = {
		s429: {},
		s429WithSeconds: { 'retry-after': '0' },
		s429WithDate: { 'retry-after': new Date(serviceNow(point)).toUTCString() },
		s503: {},
	}[point.pressure];
	return { ...rejection(point, point.pressure === 's503' ? 503 : 429, 'not so fast'), headers };
}

function pushReply(plans: Plans, held: Json[], { body, query }: ServiceRequest): Reply {
	const { point } = plans;
	const { features } = JSON.parse(body) as { features: Json[] };
	if (point.author === 'required' && query.get('author') === null) return rejection(point, 400, 'author is missing');
	if (point.most === 'one' && features.length > 1) return rejection(point, 413, 'one at a time');
	plans.pushes++;
	for (const feature of features) {
		const named = withIdentity(point, asStored(point, feature), `n${plans.pushes}-${held.length}`);
		if (point.order === 'newestFirst') held.unshift(named);
		else held.push(named);
	}
	return {
		nothing: { status: 200 },
		object: { status: 200, body: {} },
		true: { status: 200, body: true },
		s204: { status: 204 },
		s201: { status: 201, body: { message: 'created' } },
	}[point.pushResponse];
}

const KNOWN = ['type', 'zoneType', 'geometry', 'position', 'icons', 'data', 'photos', 'name'];

/** A feature as the service keeps it. */
function asStored({ unknownMembers, memberOrder, rounding }: Point, feature: Json): Json {
	const kept = Object.entries(feature)
		.filter(([name]) => unknownMembers === 'kept' || KNOWN.includes(name))
		.map(([name, value]): [string, unknown] => {
			const isRounded = rounding === 'sevenDecimals' && (name === 'geometry' || name === 'position');
			return [name, isRounded ? rounded(value) : value];
		});
	const members = memberOrder === 'sorted' ? kept.sort(([one], [other]) => (one < other ? -1 : 1)) : kept;
	return Object.fromEntries(members);
}

function rounded(value: unknown): unknown {
	if (typeof value === 'number') return Number(value.toFixed(7));
	if (Array.isArray(value)) return value.map(rounded);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

/** Ids may be made for each response. */
function asRead(plans: Plans, features: Json[]): Json[] {
	if (!plans.makesIds) return features;
	return features.map((feature) => ({ ...feature, id: `read_${plans.reads++}` }));
}

function responseOf({ planResponse }: Point, features: Json[]): Json {
	const count = features.length;
	return {
		bare: { features },
		members: { planCode: 'x', version: 7, features, links: { self: '/' } },
		total: { total: count, count, features },
		noNextPage: { features, nextPage: null, next: '', hasMore: false },
		partOfTotal: { total: count + 2, features },
		nextPage: { features, nextPage: 'https://plans.invalid/2' },
	}[planResponse];
}

/** The values of Tenant that a plan holds, in order. */
export function tenantsOn({ features }: Plans, planCode: string): string[] {
	return (features.get(planCode) ?? [])
		.flatMap(({ data }) => (Array.isArray(data) ? (data as Json[]) : []))
		.filter(({ key }) => key === TENANT.key)
		.map(({ value }) => String(value))
		.sort();
}

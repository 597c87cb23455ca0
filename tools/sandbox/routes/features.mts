import type { FastifyRequest } from 'fastify';
import type { Feature } from '../json.mts';
import { isJsonObject } from '../json.mts';
import { dataFields } from '../demo/constants.mts';
import { json } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { signedPhotos } from '../photos.mts';
import { checkBearer, checkPartner, pathParameter, recordedResponse } from './context.mts';
import type { RouteContext } from './context.mts';

const FIELDS = Object.values(dataFields);

/** Section 4.3. */
export function features(context: RouteContext, request: FastifyRequest): SandboxResponse {
	if (context.replay === undefined) {
		checkBearer(context, request);
		checkPartner(request, 'required');
	} else {
		const recorded = recordedResponse(context, request);
		// Features come from the plan, because pushes add to them.
		if (recorded.status !== 200) return recorded;
	}
	const plan = context.state.plan(pathParameter(request, 'planCode'));
	const baseUrl = `${request.protocol}://${request.host}`;
	const now = Date.now();
	const { emptyDataValue } = context.settings;
	return json({
		features: plan.features.map((feature) => {
			// A recorded service may leave out data fields without a value.
			const isFilled = context.replay === undefined && hasData(feature);
			const filled = isFilled ? { ...feature, data: filledUp(feature.data, emptyDataValue) } : feature;
			return asRead(filled, baseUrl, now);
		}),
	});
}

/** Section 2.5: addresses of photos that carry their own permission. */
function asRead(feature: Feature, baseUrl: string, nowMs: number): Feature {
	return Array.isArray(feature.photos) && feature.photos.length > 0
		? { ...feature, photos: signedPhotos(feature, baseUrl, nowMs) }
		: feature;
}

/** Kinds that were observed without data; rule 3 of section 2.3 says that every feature has them. */
const WITHOUT_DATA: ReadonlySet<unknown> = new Set([
	...['assemblyArea', 'evacSign', 'exitSign', 'fixedIcon', 'leaderLineIcon', 'zonedIcon'],
	...['foldingDoor', 'hingedDoor', 'rollerDoor', 'slidingDoorway', 'wallBlob', 'wallSegment'],
]);

export function hasData({ type, data }: Feature): boolean {
	return (data ?? undefined) !== undefined || !WITHOUT_DATA.has(type);
}

/** Section 2.3, rule 3: all configured data fields, also where there is no value. */
function filledUp(data: unknown, emptyValue: '' | null): unknown[] {
	const own: unknown[] = Array.isArray(data) ? data : [];
	const keys = new Set(own.map((entry) => isJsonObject(entry) && entry.key));
	const valued = own.map((entry) =>
		isJsonObject(entry) && (entry.value === undefined || entry.value === null)
			? { ...entry, value: emptyValue }
			: entry,
	);
	for (const { key, name } of FIELDS) {
		if (!keys.has(key)) valued.push({ key, name, value: emptyValue });
	}
	return valued;
}

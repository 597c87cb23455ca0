import type { FastifyRequest } from 'fastify';
import type { Feature } from '../json.mts';
import { isJsonObject } from '../json.mts';
import { dataFields } from '../demo/constants.mts';
import { json } from '../http/answer.mts';
import type { Answer } from '../http/answer.mts';
import { signedPhotos } from '../photos.mts';
import { checkBearer, checkPartner, pathParameter } from './context.mts';
import type { RouteContext } from './context.mts';

const FIELDS = Object.values(dataFields);

/** Section 4.3. */
export function features(context: RouteContext, request: FastifyRequest): Answer {
	checkBearer(context, request);
	checkPartner(request, 'required');
	const plan = context.state.plan(pathParameter(request, 'planCode'));
	const baseUrl = `${request.protocol}://${request.host}`;
	const now = Date.now();
	const { emptyDataValue } = context.settings;
	return json({
		features: plan.features.map((feature) => answered(feature, emptyDataValue, baseUrl, now)),
	});
}

/** Section 2.3, rule 3: all configured data fields, also where there is no value; section 2.5 for photos. */
function answered(feature: Feature, emptyValue: '' | null, baseUrl: string, nowMs: number): Feature {
	const copy = { ...feature, data: filledUp(feature.data, emptyValue) };
	return Array.isArray(feature.photos) && feature.photos.length > 0
		? { ...copy, photos: signedPhotos(feature, baseUrl, nowMs) }
		: copy;
}

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

import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { errorResponse } from '../http/response.mts';
import type { SandboxResponse } from '../http/response.mts';
import { recordOf } from '../http/recorded-request.mts';
import { isJsonObject } from '../json.mts';
import type { Feature } from '../json.mts';
import { addFeatures } from '../plan.mts';
import type { Plan } from '../plan.mts';
import { rulesBrokenBy } from '../push-rules.mts';
import type { BrokenRule } from '../push-rules.mts';
import { checkBearer, checkPartner, pathParameter, queryOf } from './context.mts';
import type { RouteContext } from './context.mts';

/** More would be a list that nobody reads. */
const MAX_ERRORS = 100;

interface PushError extends BrokenRule {
	/** In the pushed `features`. */
	index: number;
}

/** Section 4.2: all features of a push are added, or none. */
export async function push(context: RouteContext, request: FastifyRequest): Promise<SandboxResponse> {
	const { author = '' } = queryOf(request);
	const pushed = isJsonObject(request.body) ? request.body.features : undefined;
	const record = recordOf(request);
	if (author !== '') record.author = author;
	if (Array.isArray(pushed)) record.featureCount = pushed.length;

	checkBearer(context, request);
	checkPartner(request, 'required');
	const plan = context.state.plan(pathParameter(request, 'planCode'));
	const features = checked(pushed, context.settings.rejectPhotos);
	await migrate(context, plan);
	addFeatures(plan, features, context.settings);
	plan.lastEditedMs = Date.now();
	plan.pushes.push({ at: new Date().toISOString(), author, count: features.length });
	await context.file?.write();
	return { status: 200 };
}

function checked(pushed: unknown, rejectPhotos: boolean): Feature[] {
	if (!Array.isArray(pushed)) {
		throw errorResponse(400, 'The body must be a JSON object with "features", an array of features.', {
			errors: [],
		});
	}
	const features: Feature[] = [];
	const errors: PushError[] = [];
	let bad = 0;
	pushed.forEach((feature: unknown, index) => {
		const problems = problemsOf(feature, rejectPhotos);
		if (problems.length === 0 && isJsonObject(feature)) features.push(feature);
		else bad++;
		for (const problem of problems) {
			if (errors.length < MAX_ERRORS) errors.push({ index, ...problem });
		}
	});
	if (bad === 0) return features;
	const [{ index, path, message }] = errors;
	const example = `features[${index}]${path === '' ? '' : `.${path}`} ${message}`;
	throw errorResponse(400, `${bad} of ${pushed.length} features can't be added: ${example}`, { errors });
}

function problemsOf(feature: unknown, rejectPhotos: boolean): BrokenRule[] {
	const problems = rulesBrokenBy(feature);
	const photos = isJsonObject(feature) ? feature.photos : undefined;
	const holdsPhotos = Array.isArray(photos) && photos.length > 0;
	if (!rejectPhotos || !holdsPhotos) return problems;
	return [...problems, { path: 'photos', message: 'must be left out: pushing photos is unsupported' }];
}

/** Sections 4.2 and 7. @throws ErrorResponse 422 while a parallel push migrates the plan */
async function migrate({ settings }: RouteContext, plan: Plan): Promise<void> {
	const left = settings.migratingPushes[plan.code] ?? 0;
	if (left > 0) settings.migratingPushes[plan.code] = left - 1;
	if (left > 0 || plan.migrating) {
		throw errorResponse(422, 'A parallel request migrates the data of this plan. Try again.');
	}
	if (!settings.migration || Date.now() - plan.lastEditedMs < settings.editedRecentlyMs) return;
	plan.migrating = true;
	try {
		await wait(settings.migrationMs, undefined, { ref: false });
	} finally {
		plan.migrating = false;
	}
}

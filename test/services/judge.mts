import { StoredCredential } from '../support/engine/stored-credential.mts';
import { factorNames, levelOf } from './factors.mts';
import type { FactorName, Point } from './factors.mts';
import { jobs } from './jobs.mts';
import type { Job, JobName } from './jobs.mts';
import type { Level } from './level.mts';
import { startService } from './service.mts';
import type { PointService } from './service.mts';
import { Reported } from './reported.mts';
import { featuresOf } from './resources.mts';

export const jobNames = Object.keys(jobs) as JobName[];

/** What came of a job at a service. */
export interface Verdict {
	job: JobName;
	is: 'works' | 'reported' | 'wrong';
	/** What the person reads, or what is wrong. */
	words: string;
}

type Stops = NonNullable<Level['stops']>;

const MAX_JOB_MS = 20_000;

/** Does jobs at a service of its own. */
export async function tryPoint(point: Point, names: readonly JobName[] = jobNames): Promise<Verdict[]> {
	const service = await startService(point);
	try {
		return await tryService(service, names);
	} finally {
		await service.close();
	}
}

/**
 * @param settled factors that nothing may be reported of, because a setting has seen to them
 * @param work how each of these jobs is done, on n8n's engine unless given
 */
export async function tryService(
	service: PointService,
	names: readonly JobName[] = jobNames,
	settled: readonly FactorName[] = [],
	work: Partial<Record<JobName, Job>> = jobs,
): Promise<Verdict[]> {
	const credential = new StoredCredential(service.credential);
	const factorsLeft = factorNames.filter((factor) => !settled.includes(factor));
	const verdicts: Verdict[] = [];
	for (const job of names) {
		reset(service);
		verdicts.push(await tryJob(service, job, factorsLeft, async () => await work[job]?.(service, credential)));
	}
	return verdicts;
}

function reset({ point, resources, plans }: PointService): void {
	plans.features.set(resources.plan, featuresOf(point));
	plans.features.set(resources.emptyPlan, []);
	plans.putOff.clear();
}

async function tryJob(
	service: PointService,
	job: JobName,
	factorsLeft: readonly FactorName[],
	work: () => Promise<void>,
): Promise<Verdict> {
	try {
		await withinTime(work());
		return { job, is: 'works', words: '' };
	} catch (error) {
		const words = (error as Error).message;
		if (!(error instanceof Reported)) return { job, is: 'wrong', words };
		const flaw = flawOf(service, words) ?? whyNotReportable(stopsOf(service.point, factorsLeft), job, words);
		return flaw === undefined ? { job, is: 'reported', words } : { job, is: 'wrong', words: `${flaw}: ${words}` };
	}
}

async function withinTime(work: Promise<void>): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`hangs for ${MAX_JOB_MS / 1000} s`)), MAX_JOB_MS);
	});
	await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Words that nobody may read, whatever the service does. */
function flawOf({ credential, logins }: PointService, words: string): string | undefined {
	const secrets = [credential.applicationSecret, credential.apiSecret, credential.apiKey, ...logins.alive].map(String);
	if (secrets.some((secret) => words.includes(secret))) return 'a secret';
	if (/undefined|\[object |NaN|Cannot read|is not a function|<\/?\w+>/.test(words))
		return 'a text of JavaScript or HTML';
	return undefined;
}

function stopsOf(point: Point, of: readonly FactorName[]): Stops[] {
	return of.flatMap((factor) => levelOf(factor, point[factor]).stops ?? []);
}

/** Words count where they name what stands in the way at this service. */
function whyNotReportable(stops: Stops[], job: JobName, words: string): string | undefined {
	const expected = stops.flatMap((stop) => [stop[job] ?? stop.every ?? []].flat());
	if (expected.length === 0) return 'nothing is in the way';
	return expected.some((pattern) => pattern.test(words)) ? undefined : 'not the thing that is in the way';
}

import type { IDataObject } from 'n8n-workflow';
import { StoredCredential } from '../support/engine/stored-credential.mts';
import { push } from '../support/engine/steps.mts';
import { pointWith } from './factors.mts';
import type { Point } from './factors.mts';
import type { JobName } from './jobs.mts';
import { jobNames, tryPoint } from './judge.mts';
import { runSteps } from './run.mts';
import { startService } from './service.mts';
import { featuresOf } from './resources.mts';

beforeEach(() => {
	// The shortest waits between attempts.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

const PARTNERS: JobName[] = ['pickClient', 'pickFloor', 'pickPlan'];
const ALL = jobNames.filter((job) => !['unknownPlan', 'wrongScope'].includes(job));
/** A part of a plan is never taken for the plan. */
const WHOLE_PLAN: JobName[] = [
	...(['getList', 'getByName', 'getTable', 'getThenPush', 'skip', 'check', 'compare', 'trigger'] as const),
	...(['pickField', 'deadToken'] as const),
];

/** Services at which something failed once, and the jobs that words still stop there. */
const named: Array<[string, Partial<Point>, JobName[]]> = [
	[
		'responds to a dead token with 403, and counts its life in milliseconds',
		{ deadToken: 's403', expiresIn: 'milliseconds' },
		[],
	],
	['responds to a dead token with 400', { deadToken: 's400', expiresIn: 'milliseconds' }, []],
	['sends a dead token to its login page', { deadToken: 's302', expiresIn: 'milliseconds' }, []],
	['lists no partners: 401', { partners: 'unlisted', unknownAddress: 's401' }, PARTNERS],
	['lists no partners: 500', { partners: 'unlisted', unknownAddress: 's500' }, PARTNERS],
	['lists no partners: 501', { partners: 'unlisted', unknownAddress: 's501' }, PARTNERS],
	['lists no partners: a page', { partners: 'unlisted', unknownAddress: 'page' }, PARTNERS],
	['lists no partners: 302', { partners: 'unlisted', unknownAddress: 's302' }, PARTNERS],
	['lists no partners: no response', { partners: 'unlisted', unknownAddress: 'reset', head: 'reset' }, PARTNERS],
	['requires the bare token in Authentication', { tokenHeader: 'bare' }, ALL],
	['rejects a token in Authorization', { tokenHeader: 'onlyOne' }, ALL],
	['is another web server', { respondsFrom: 'otherServer' }, ALL],
	['gives outlines as lists of points', { geometry: 'listOfPoints' }, []],
	['gives outlines as text', { geometry: 'wellKnownText' }, []],
	['gives positions as lists', { position: 'list' }, ['getThenPush']],
	['has plan codes at other places', { planCodeAt: 'elsewhere' }, ['pickPlan']],
	['has plan codes in the lookup of a floor', { planCodeAt: 'ownLookup' }, ['pickPlan']],
	['nests one level', { children: 'oneLevel' }, ['pickFloor', 'pickPlan']],
	['writes expiries in the basic form, two hours behind', { expiry: 'basic', clock: 'behind' }, []],
	['writes expiries with a comma, two hours behind', { expiry: 'comma', clock: 'behind' }, []],
	['says with a date when to come again, two hours ahead', { pressure: 's429WithDate', clock: 'ahead' }, []],
	['rejects a scope in a text', { loginRejection: 'text' }, []],
	['rejects a scope as problem details', { loginRejection: 'problem' }, []],
	['rejects a scope in a nested body', { loginRejection: 'nested' }, []],
	['knows clients by the singular path', { clientPath: 'singular' }, []],
	['responds to reads with 422 while a plan migrates', { migration: 'ofReadsToo' }, []],
	['sends a part of the plan', { planResponse: 'partOfTotal' }, WHOLE_PLAN],
	['sends a page of the plan', { planResponse: 'nextPage' }, WHOLE_PLAN],
];

it.each(named)('a service that %s', async (_what, levels, reported) => {
	const verdicts = await tryPoint(pointWith(levels));

	expect(verdicts.filter(({ is }) => is === 'wrong')).toEqual([]);
	expect(verdicts.filter(({ is }) => is === 'reported').map(({ job }) => job)).toEqual(reported);
});

/** A metre farther east. */
const besides = (position: unknown) => {
	const [x, y] = position as number[];
	return [x + 1e-5, y];
};

it.each([
	['skip', { success: true }],
	['push', { success: false }],
])('what its plan has is allowed where the plan is read: Existing Features %s', async (existing, { success }) => {
	const service = await startService(pointWith({ position: 'list', photos: 'none' }));
	const [zone, , icon] = featuresOf(service.point);
	const features = [
		icon,
		{ ...icon, position: besides(icon.position), data: zone.data, name: 'Way out' },
	] as IDataObject[];
	const item = { planCode: service.resources.plan, features };

	const run = runSteps(new StoredCredential(service.credential), item, [push({ existing })]);

	if (success) await expect(run).resolves.toMatchObject({ items: [{ pushed: 1, skipped: 1 }] });
	else await expect(run).rejects.toThrow(/position must be an object/);
	await service.close();
});

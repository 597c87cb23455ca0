import { pointWith } from './factors.mts';
import type { Point } from './factors.mts';
import type { JobName } from './jobs.mts';
import { tryPoint } from './judge.mts';

beforeEach(() => {
	// The shortest waits between tries.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

/** Services at which something failed once, and the jobs that words still stop there. */
const named: Array<[string, Partial<Point>, JobName[]]> = [
	[
		'answers a dead token with 403, and counts its life in milliseconds',
		{ deadToken: 's403', expiresIn: 'milliseconds' },
		[],
	],
	['answers a dead token with 400', { deadToken: 's400', expiresIn: 'milliseconds' }, []],
	['sends a dead token to its login page', { deadToken: 's302', expiresIn: 'milliseconds' }, []],
	['lists no partners: 401', { partners: 'unlisted', unknownAddress: 's401' }, []],
	['lists no partners: 500', { partners: 'unlisted', unknownAddress: 's500' }, []],
	['lists no partners: 501', { partners: 'unlisted', unknownAddress: 's501' }, []],
	['lists no partners: a page', { partners: 'unlisted', unknownAddress: 'page' }, []],
	['lists no partners: 302', { partners: 'unlisted', unknownAddress: 's302' }, []],
	['lists no partners: no answer', { partners: 'unlisted', unknownAddress: 'reset', head: 'reset' }, []],
	['wants the bare token in Authentication', { tokenHeader: 'bare' }, []],
	['refuses a token in Authorization', { tokenHeader: 'onlyOne' }, []],
	['is another web server', { answersFrom: 'otherServer' }, []],
	['gives outlines as lists of points', { geometry: 'listOfPoints' }, []],
	['gives outlines as text', { geometry: 'wellKnownText' }, []],
	['gives positions as lists', { position: 'list' }, []],
	['has plan codes at other places', { planCodeAt: 'elsewhere' }, []],
	['has plan codes in the lookup of a floor', { planCodeAt: 'ownLookup' }, []],
	['nests one level', { children: 'oneLevel' }, []],
	['writes expiries in the basic form, two hours behind', { expiry: 'basic', clock: 'behind' }, []],
	['writes expiries with a comma, two hours behind', { expiry: 'comma', clock: 'behind' }, []],
	['says with a date when to come again, two hours ahead', { pressure: 's429WithDate', clock: 'ahead' }, []],
	['refuses a scope in a text', { loginRefusal: 'text' }, []],
	['refuses a scope as problem details', { loginRefusal: 'problem' }, []],
	['refuses a scope in a nested body', { loginRefusal: 'nested' }, []],
	['knows clients by the singular path', { clientPath: 'singular' }, []],
	['answers reads with 422 while a plan migrates', { migration: 'ofReadsToo' }, []],
	['sends a part of the plan', { planAnswer: 'partOfTotal' }, []],
	['sends a page of the plan', { planAnswer: 'nextPage' }, []],
	['writes ISO 8859-1', { encoding: 'latin1' }, []],
];

it.each(named)('a service that %s', async (_what, levels, told) => {
	const verdicts = await tryPoint(pointWith(levels));

	expect(verdicts.filter(({ is }) => is === 'wrong')).toEqual([]);
	expect(verdicts.filter(({ is }) => is === 'told').map(({ job }) => job)).toEqual(told);
});

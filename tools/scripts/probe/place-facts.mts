import { LEVELS, RESOURCES, levelsBelow } from '../../../service/api/hierarchy.ts';
import type { Resource } from '../../../service/api/hierarchy.ts';
import { serviceNowMs } from '../../../service/api/errors.ts';
import { timestampMs } from '../../../service/api/embed-url.ts';
import { objectOf, planCodeOf, viewerTokensOf } from './responses.mts';
import type { Exchange } from './client.mts';
import { NOT_SEEN, compared, plain, tally } from './fact.mts';
import type { Fact } from './fact.mts';
import { KNOWN, codePrefix, knownOf } from './known.mts';
import { REQUESTED_MINUTES, REQUESTED_SECONDS } from './survey.mts';
import type { Survey } from './survey.mts';

const ABOVE: Partial<Record<Resource, string>> = {
	campus: 'clientCode',
	building: 'campusCode',
	floor: 'buildingCode',
};
const TOLERANCE_S = 30;

/** What lookups give. */
export function placeFacts(survey: Survey): Fact[] {
	const { lookups, clientBySingular } = survey;
	const resources = RESOURCES.flatMap((level) =>
		lookups[level]?.status === 200 ? [[level, objectOf(lookups[level].body)] as const] : [],
	);
	const wasLookedUp = resources.length > 0;
	const isPlural = lookups.client?.status === 200 && lookups.client !== clientBySingular;
	const codes = resources.map(([, { code }]) => String(code));
	const parents = resources.filter(([level]) => ABOVE[level] !== undefined);
	const withoutParent = parents.filter(([level, body]) => typeof body[ABOVE[level] ?? ''] !== 'string');
	const plans = [lookups.campus, lookups.floor].filter((lookup) => lookup?.status === 200);
	const others = resources
		.flatMap(([, body]) => Object.keys(body))
		.filter((name) => !KNOWN.resourceProperties.includes(name));
	return [
		compared(
			'Lookups',
			'code, name and viewerTokens',
			'specified',
			tally(RESOURCES.flatMap((level) => (lookups[level] ? [`status ${lookups[level].status}`] : []))),
			wasLookedUp
				? resources.every(([, body]) => ['code', 'name', 'viewerTokens'].every((name) => name in body))
				: undefined,
		),
		compared(
			'Path of a client',
			'Clients, or Client by an option',
			'specified',
			[isPlural ? 'Clients' : '', clientBySingular?.status === 200 ? 'Client' : ''].filter(Boolean).join(' and '),
			clientBySingular === undefined
				? undefined
				: [lookups.client, clientBySingular].some((one) => one?.status === 200),
		),
		compared(
			'Codes',
			'a prefix and 25 of a-z, 0-9',
			'observed',
			tally(codes.map(lookOf)),
			wasLookedUp ? codes.every((code) => codePrefix(code) !== undefined) : undefined,
		),
		nestingFact(resources),
		compared(
			'Codes of parents',
			'clientCode, campusCode, buildingCode',
			'observed',
			withoutParent.length === 0 ? 'in each' : `none in a ${withoutParent.map(([level]) => level).join(', ')}`,
			parents.length === 0 ? undefined : withoutParent.length === 0,
		),
		compared(
			'Plan codes',
			'planCode of a campus and of a floor',
			'observed',
			`in ${plans.filter((lookup) => planCodeOf(lookup) !== undefined).length} of ${plans.length}`,
			plans.length === 0 ? undefined : plans.every((lookup) => planCodeOf(lookup) !== undefined),
		),
		plain('Further members', knownOf([], others) || (wasLookedUp ? 'none' : NOT_SEEN)),
		...tokenFacts(survey),
	];
}

function lookOf(code: string): string {
	const prefix = codePrefix(code);
	if (prefix !== undefined) return `${prefix}_ and 25`;
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code) ? 'a UUID' : `${code.length} characters`;
}

function nestingFact(resources: ReadonlyArray<readonly [Resource, Record<string, unknown>]>): Fact {
	const upper = resources.flatMap(([level, body]) =>
		levelsBelow(level)
			.slice(0, 1)
			.map((below) => ({ level, plural: LEVELS[below].plural, list: body[LEVELS[below].plural] })),
	);
	const nests = upper.filter(({ list }) => Array.isArray(list));
	const found = nests.map(({ level, plural, list }) => `${level}: ${(list as unknown[]).length} ${plural}`);
	const rest = 'campuses, buildings and floors are nested: Get Children, Get Descendants, lists';
	return compared(
		'Nesting',
		rest,
		'observed',
		found.join(', ') || 'none',
		upper.length === 0 ? undefined : nests.length === upper.length,
	);
}

function tokenFacts({ lookups, ways }: Survey): Fact[] {
	const lookup = lookups.floor ?? lookups.campus ?? lookups.building ?? lookups.client;
	const tokens = viewerTokensOf(lookup);
	const unavailable = [lookups.client, lookups.building].filter((one) => one?.status === 200).map(viewerTokensOf);
	const signs = [...new Set(String(tokens.allAreasAndChildren ?? '').replace(/[^+/=._-]/g, ''))].sort().join(' ');
	const lifetime = secondsOf(lookup);
	const heeded = (way: Exchange | undefined, seconds: number) => {
		const given = secondsOf(way);
		return given === undefined ? undefined : Math.abs(given - seconds) < TOLERANCE_S;
	};
	const found = (way: Exchange | undefined) => {
		const given = secondsOf(way);
		return given === undefined ? `status ${way?.status ?? NOT_SEEN}` : `the token lasts ${describeDuration(given)}`;
	};
	return [
		compared(
			'Viewer token of a client or building',
			'allAreas is null',
			'specified',
			unavailable
				.map(({ allAreas }) => (allAreas === null ? 'null' : allAreas === undefined ? 'left out' : typeof allAreas))
				.join(', '),
			unavailable.length === 0 ? undefined : unavailable.every(({ allAreas }) => allAreas === null),
		),
		plain('Signs in viewer tokens', signs || (lookup ? 'none of + / = . _ -' : NOT_SEEN)),
		compared(
			'Viewer token validity',
			'expiry, ISO 8601 in UTC',
			'specified',
			lifetime === undefined ? 'no time' : describeDuration(lifetime),
			lookup === undefined ? undefined : /Z$/.test(String(tokens.expiry)) && lifetime !== undefined,
		),
		compared(
			'viewerTokenLifetime',
			'Viewer Token Lifetime, in minutes',
			'observed',
			found(ways.minutes),
			ways.minutes && (heeded(ways.minutes, REQUESTED_MINUTES * 60) ?? false),
		),
		plain(
			'expiry (seconds)',
			ways.seconds === undefined
				? NOT_SEEN
				: `${heeded(ways.seconds, REQUESTED_SECONDS) ? 'heeded' : 'not heeded'}: ${found(ways.seconds)}`,
		),
	];
}

/** How long the viewer tokens of a response last, by the service's clock. */
function secondsOf(lookup: Exchange | undefined): number | undefined {
	if (lookup?.status !== 200) return undefined;
	const expiry = timestampMs(String(viewerTokensOf(lookup).expiry));
	return expiry === undefined
		? undefined
		: Math.round((expiry - serviceNowMs(lookup.headers.date, lookup.receivedAt)) / 1000);
}

function describeDuration(seconds: number): string {
	return seconds < 120 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

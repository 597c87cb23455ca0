import { rm, writeFile } from 'node:fs/promises';
import type { Recording } from '../../sandbox/replay/recording.mts';
import { demo } from '../../sandbox/server.mts';
import { serviceNowMs } from '../../../service/api/errors.ts';
import { timestampMs } from '../../../service/api/embed-url.ts';
import { objectOf, planCodeOf, viewerTokensOf } from './responses.mts';
import type { Exchange } from './client.mts';
import { Disguise } from './disguise.mts';
import { KNOWN, knownOr } from './known.mts';
import { otherScopeOf } from './survey.mts';
import type { Survey } from './survey.mts';

/** When every recorded response came. */
const RECEIVED_AT_MS = Date.UTC(2020, 0, 1);
const MAX_LIFETIME_MIN = 50_000;
const MAX_LIFETIME_S = 100_000;

/**
 * Writes a survey as a recording, which `npm run sandbox -- --replay <file>` plays. Nobody else may read the file,
 * which is a new one: an older file would keep its mode, and a link would lead elsewhere.
 */
export async function saveRecording(file: string, survey: Survey): Promise<void> {
	const text = `${JSON.stringify(recordingOf(survey), undefined, '\t')}\n`;
	await rm(file, { force: true });
	await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

export function recordingOf(survey: Survey): Recording {
	const { inputs, login, exchanges, otherScope, ways, planWays, tokenHeader = 'both' } = survey;
	const disguise = new Disguise(knownCodes(survey));
	const validity = Number(objectOf((otherScope ?? login).body).expires_in);
	return {
		recording: 2,
		scope: knownOr(KNOWN.scopes, otherScope === undefined ? inputs.scope : otherScopeOf(inputs), KNOWN.scopes[0]),
		...(Number.isInteger(validity) && validity > 0 && { tokenLifetimeSeconds: Math.min(validity, MAX_LIFETIME_S) }),
		tokenHeader,
		exchanges: exchanges
			// A sandbox has a response of its own to a token that nobody made.
			.filter((exchange) => isStatus(exchange.status) && exchange !== ways.madeUp && exchange !== planWays.madeUp)
			.map((exchange) => ({
				method: exchange.method,
				path: disguise.path(exchange.path),
				query: disguise.query(exchange.query),
				sent: exchange.sent,
				status: exchange.status,
				headers: disguise.headers(exchange.headers),
				// A page may hold anything; its text is no fact.
				body: typeof exchange.body === 'string' ? '' : withExpiry(exchange, disguise.value(exchange.body)),
				receivedAt: RECEIVED_AT_MS,
			})),
	};
}

/** Neither no response, nor one that HTTP does not know. */
const isStatus = (status: number) => status >= 100 && status <= 599;

/** A viewer token lasts as long as the recorded one, in whole minutes from the time of the response. */
function withExpiry(exchange: Exchange, disguised: unknown): unknown {
	const { expiry } = viewerTokensOf(exchange);
	const at = typeof expiry === 'string' ? timestampMs(expiry) : undefined;
	if (at === undefined) return disguised;
	const minutes = Math.round((at - serviceNowMs(exchange.headers.date, exchange.receivedAt)) / 60_000);
	const kept = Math.max(-MAX_LIFETIME_MIN, Math.min(MAX_LIFETIME_MIN, minutes));
	const iso = new Date(RECEIVED_AT_MS + kept * 60_000).toISOString();
	const body = objectOf(disguised);
	const written = String(expiry).endsWith('Z') ? iso : iso.replace('Z', '+00:00');
	return { ...body, viewerTokens: { ...objectOf(body.viewerTokens), expiry: written } };
}

/** What was requested gets the codes of the sandbox's own data, so that whatever knows those can use the recording. */
function knownCodes({ inputs, lookups, plans }: Survey): Map<string, string> {
	const pairs: Array<[string | undefined, string]> = [
		[inputs.partnerCode, demo.partnerCode],
		[inputs.clientCode, demo.clientCode],
		[inputs.campusCode, demo.campusCode],
		[inputs.buildingCode, demo.buildingCode],
		[inputs.floorCode, demo.floorCode],
		[planCodeOf(lookups.campus), demo.sitePlanCode],
		[plans.length > 0 ? inputs.planCode : undefined, demo.planCode],
		[planCodeOf(lookups.floor), demo.planCode],
	];
	return new Map(pairs.flatMap(([own, code]) => (own ? [[own, code] as const] : [])));
}

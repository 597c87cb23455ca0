import { rm, writeFile } from 'node:fs/promises';
import type { Recording } from '../../sandbox/replay/recording.mts';
import { demo } from '../../sandbox/server.mts';
import type { Exchange } from './client.mts';
import { Disguise } from './disguise.mts';
import { objectOf, planCodeOf } from './survey.mts';
import type { Survey } from './survey.mts';

/** Headers whose values are structure; of all others nothing is written. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-frame-options'];

/**
 * Writes a survey as a recording that `npm run sandbox -- --replay <file>` answers with. Nobody else may read the file,
 * which is a new one: an older file would keep its mode, and a link would lead elsewhere.
 */
export async function saveRecording(file: string, survey: Survey): Promise<void> {
	const text = `${JSON.stringify(recordingOf(survey), undefined, '\t')}\n`;
	await rm(file, { force: true });
	await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

function recordingOf(survey: Survey): Recording {
	const { inputs, login, exchanges, ways, otherScope } = survey;
	const disguise = new Disguise(knownCodes(survey));
	const isRead = (exchange: Exchange | undefined) => exchange?.status === 200;
	return {
		recording: 1,
		scope: scopeOf(inputs.scope, login, otherScope),
		tokenLifetimeSeconds: objectOf((otherScope ?? login).body).expires_in,
		tokenHeaders: { Authentication: isRead(ways.authentication), Authorization: isRead(ways.authorization) },
		exchanges: exchanges.map(({ method, path, query, sent, status, headers, body, answeredAt }) => ({
			method,
			path: disguise.path(path),
			query: Object.fromEntries(
				Object.entries(query).map(([name, value]) => [name, /^\d+$/.test(value) ? value : disguise.text(value, name)]),
			),
			sent,
			status,
			headers: Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT_HEADERS.includes(name))),
			// A page may hold anything; its text is no fact.
			body: typeof body === 'string' ? '' : disguise.value(body),
			answeredAt,
		})),
	};
}

function scopeOf(scope: string, login: Exchange, otherScope: Exchange | undefined): string {
	if (login.status === 200 || otherScope?.status !== 200) return scope;
	return scope === 'esapi-scope' ? 'openid esapi-scope' : 'esapi-scope';
}

/** What was asked for gets the codes of the sandbox's own data, so that whatever knows those can use the recording. */
function knownCodes({ inputs, lookups }: Survey): Map<string, string> {
	const pairs: Array<[string | undefined, string]> = [
		[inputs.partnerCode, demo.partnerCode],
		[inputs.clientCode, demo.clientCode],
		[inputs.campusCode, demo.campusCode],
		[inputs.buildingCode, demo.buildingCode],
		[inputs.floorCode, demo.floorCode],
		[planCodeOf(lookups.campus), demo.sitePlanCode],
		[planCodeOf(lookups.floor), demo.planCode],
	];
	return new Map(pairs.flatMap(([own, code]) => (own ? [[own, code] as const] : [])));
}

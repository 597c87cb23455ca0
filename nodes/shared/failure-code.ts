import { passingOf } from '../../service/api';
import type { ConnectionFault, Passing } from '../../service/api';

/**
 * What a failure is, for machines: `details.code` of an item. Codes stay as they are; `docs/faults.md` has a row for
 * each, with an anchor.
 */
export const FAILURE_CODES = [
	'invalidInput',
	'invalidFeatures',
	'noPartnerCode',
	'loginFailed',
	'stopped',
	'n8n',
	'badRequest',
	'unauthorized',
	'forbidden',
	'notFound',
	'contentTooLarge',
	'otherStatus',
	'planIsChanging',
	'planIsMigrated',
	'slowDown',
	'serverFault',
	'redirected',
	'unreachable',
	'noTls',
	'noAnswer',
	'notSent',
	'noPlanService',
	'oddAnswer',
	'longAnswer',
	'featureRefused',
	'outcomeUnknown',
	'partOnPlan',
	'copiesOnPlan',
	'copiesUnknown',
	'unsteadyPlan',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

const OF_PASSING: Record<Passing, FailureCode> = {
	unclear: 'serverFault',
	planChanges: 'planIsChanging',
	migration: 'planIsMigrated',
	slowDown: 'slowDown',
};

const OF_STATUS: Partial<Record<number, FailureCode>> = {
	400: 'badRequest',
	401: 'unauthorized',
	403: 'forbidden',
	404: 'notFound',
	413: 'contentTooLarge',
};

/** Of an answer that is no success. */
export function codeOfStatus(status: number): FailureCode {
	const passing = passingOf(status);
	if (passing !== undefined) return OF_PASSING[passing];
	if (status >= 500) return 'serverFault';
	return OF_STATUS[status] ?? (status >= 300 && status < 400 ? 'redirected' : 'otherStatus');
}

/** Of a connection that gave no answer. */
export const CONNECTION_CODES: Record<ConnectionFault, FailureCode> = {
	dns: 'unreachable',
	refused: 'unreachable',
	unreachable: 'unreachable',
	tls: 'noTls',
	brokenTls: 'noAnswer',
	timeout: 'noAnswer',
	lost: 'noAnswer',
};

import { changeNames, changes } from './changes.mts';
import { responses, fault, history, lost, taken } from './regression-parts.mts';
import type { Changes } from './regression-parts.mts';
import type { FeatureKind, Script } from './scenario.mts';

/** A history that users met. */
export interface Row {
	script: Script;
	/** All has to be done in the end, and not only reported. */
	isDone?: boolean;
}

/** What users met in the second version: the push believed more than it was shown. */
export const regressionsOfReads: Record<string, Row> = {
	'1: ten zones in ten requests, reads 3 s behind, the last response is lost': row({
		executions: [{ items: [zones(10)], options: { batchSize: 1 } }],
		service: { behindMs: [3000] },
		faults: [[...Array.from({ length: 9 }, () => taken()), lost('504', 10)]],
	}),
	'1: the first response is lost, and reads are 8 s behind': row({
		service: { behindMs: [8000] },
		faults: [[lost('504', 10)]],
	}),
	...Object.fromEntries(
		changeNames.flatMap((name) => [
			[
				`2: a lost response, and a service that ${changes[name].words}`,
				row({
					executions: [{ items: [['rich', 'rich']] }],
					service: { changes: [name] },
					faults: [[lost('504', 10)]],
				}),
			],
			[
				`2: Skip in a second run, and a service that ${changes[name].words}`,
				row({
					executions: [
						{ items: [['rich', 'rich']], options: { skip: true } },
						{ same: 0, startMs: 5000, items: [['rich', 'rich']], options: { skip: true } },
					],
					service: { changes: [name] },
				}),
			],
		]),
	),
	...Object.fromEntries(
		[204, 202, 200].map((status) => [
			`3: ${status} with a message, and a service that changes what it stores`,
			row({
				executions: [{ items: [['rich', 'rich', 'rich']] }],
				service: { changes: ['trim'] },
				faults: [[fault(status, { effect: 'whole', body: status === 204 ? '' : '{"message":"3 were queued"}' })]],
			}),
		]),
	),
	'4: Match By a room number, the old room is there, and the push never arrives': row({
		executions: [{ items: [['zone']], options: { byLabel: true } }],
		before: [{ execution: 0, item: 0, at: 0, as: 'sameValue' }],
		faults: [responses(504, 1)],
	}),
	'5: Skip and Retry On Fail, and another pushes the same between the attempts': row({
		executions: [
			{ onError: 'stopWorkflow', maxTries: 3, waitBetweenTriesMs: 5000, options: { skip: true } },
			{ same: 0, startMs: 2000, options: { skip: true } },
		],
		faults: [[taken(), ...responses(409, 1)]],
	}),
	'6: two workers, the same webhook twice, Skip': row({
		executions: [{ options: { skip: true } }, { same: 0, process: 1, options: { skip: true } }],
		service: { migrates: true },
		faults: [
			[taken(), taken(), { ...taken(), effectAfterMs: 1500, response: { afterMs: 1600, status: 200, body: '' } }],
		],
	}),
	'6: two credentials of one n8n, the same webhook twice, Skip': row({
		executions: [{ options: { skip: true } }, { same: 0, credential: 1, options: { skip: true } }],
	}),
	'7: Isolate, and a service that takes the good ones of a rejected batch': row({
		executions: [{ items: [['zone', 'bad', 'zone']], options: { isolate: true, skip: true } }],
		service: { rejection: { takesGood: true, names: 'none', archived: false } },
	}),
	'7: Isolate, and a service that numbers from 1': row({
		executions: [{ items: [['bad'], ['zone'], ['zone']], options: { isolate: true, skip: true } }],
		service: { rejection: { takesGood: false, names: 'from one', archived: false } },
	}),
	'7: Isolate, and a plan that is archived': row({
		executions: [{ items: [zones(16)], options: { isolate: true, skip: true } }],
		service: { rejection: { takesGood: false, names: 'none', archived: true } },
	}),
	"8: the editor's Retry of an execution that failed half way": row({
		executions: [{ onError: 'stopWorkflow', options: { batchSize: 1 } }],
		faults: [[taken(), ...responses(409, 1)]],
		isRetried: true,
	}),
	'9: 200 without Content-Length, and cut': row({
		faults: [[fault(200, { frame: 'open' })]],
	}),
	'9: gzip that is cut after 4 bytes': row({
		faults: [[fault(200, { frame: 'gzip' })]],
	}),
	...Object.fromEntries(
		[203, 206, 207].map((status) => [
			`10: looks of status ${status} with an empty list`,
			row({
				faults: [[lost('504', 10), ...Array.from({ length: 12 }, () => fault(status, { holds: 'nothing' }))]],
			}),
		]),
	),
	'10: reads that a cache serves, with their age': row({
		executions: [{ options: { skip: true } }],
		service: { cache: { ttlMs: 60_000, obeys: false } },
		faults: [[taken(), lost('504', 10)]],
	}),
	'10: reads that a cache serves unless it is requested not to': row({
		executions: [{ options: { skip: true } }],
		service: { cache: { ttlMs: 60_000, obeys: true } },
		faults: [[taken(), lost('504', 10)]],
	}),
	'11: maxTries 0 in an imported workflow, and a failure in each attempt': row({
		executions: [{ onError: 'stopWorkflow', maxTries: 0, options: { batchSize: 1 } }],
		faults: [[taken(), ...responses(409, 2)]],
	}),
	'12: the clock is set back an hour after a Retry-After': row({
		executions: [{}, { startMs: 2000, items: [['zone']] }],
		faults: [[fault(429, { retryAfter: '10' })]],
		clock: { atMs: 1000, byMs: -3_600_000 },
	}),
	'12: Retry-After as a date, by a clock that is ahead': { ...row(dated(3_600_000)), isDone: true },
	'12: Retry-After as a date, by a clock that is behind': { ...row(dated(-3_600_000)), isDone: true },
	'13: Stop while a request meets 401': row({
		executions: [{ stopAtMs: 500, login: { hasToken: true, afterMs: 2000, fails: false } }],
		faults: [responses(401, 1)],
	}),
	'authors that take turns are two requests': row({
		executions: [
			{ items: ['Ada', 'Ben', 'Ada', 'Ben', 'Ada', 'Ben'].map((author) => ({ plan: 0, features: ['zone'], author })) },
		],
	}),
};

function row(changed: Changes): Row {
	return { script: history(changed) };
}

function zones(count: number): FeatureKind[] {
	return Array.from({ length: count }, () => 'zone' as const);
}

function dated(skewMs: number): Changes {
	return { service: { skewMs }, faults: [[fault(429, { retryAfter: '4', asDate: true })]] };
}

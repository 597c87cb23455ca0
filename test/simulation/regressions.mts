import { responses, history, lost, taken } from './regression-parts.mts';
import type { Script } from './scenario.mts';

/** What users met in the first version, as histories: each breaks an invariant on its code. */
export const rows: Record<string, Script> = {
	'1: a lost response, then 422 while the service is still at work, then 200': history({
		service: { migrates: true },
		faults: [[lost('504', 6000)]],
	}),
	'1: a lost response, and attempts that run out before the features arrive': history({
		executions: [{ options: { maxRetries: 1 } }],
		faults: [[lost('504', 30_000), taken(), taken(), ...responses(422, 1)]],
	}),
	"2: three calls of an agent's tool at once": history({
		executions: Array.from({ length: 3 }, () => ({ isTool: true, maxTries: 3, waitBetweenTriesMs: 100 })),
	}),
	"2: an agent's tool with Retry On Fail, after a lost response": history({
		executions: [{ isTool: true, onError: 'stopWorkflow', maxTries: 3, waitBetweenTriesMs: 100 }],
		faults: [[lost('504', 10), ...responses(500, 5)]],
	}),
	'4: one that waits for a plan is stopped, and then another comes': history({
		executions: [{}, { startMs: 100, stopAtMs: 400 }, { startMs: 900 }],
		faults: [
			[{ name: 'slow', effect: 'whole', effectAfterMs: 10, response: { afterMs: 3000, status: 200, body: '' } }],
		],
	}),
	'5: features that each attempt of Retry On Fail regenerates': history({
		executions: [{ isVolatile: true, onError: 'stopWorkflow', maxTries: 3 }],
		faults: [[lost('504', 10), ...responses(500, 5)]],
	}),
	'6: Isolate, where one feature of an item is rejected and the response for another is lost': history({
		executions: [{ items: [['bad', 'zone']], options: { isolate: true } }],
		faults: [[taken(), lost('504', 10), ...responses(500, 5)]],
	}),
	'7: 524, the time-out of a content network': history({ faults: [[lost('524', 10)]] }),
	'7: 408, and the feature is on the plan': history({ faults: [[lost('408', 10)]] }),
	'8: data that is null, and a lost response': history({
		executions: [{ items: [['nullData', 'zone']] }],
		service: { adds: true },
		faults: [[lost('504', 10)]],
	}),
	'9: near twins in two requests, and a lost response': history({
		executions: [{ items: [['twin', 'nearTwin']], options: { batchSize: 1 } }],
		service: { adds: true },
		faults: [[taken(), { ...lost('504', 10), effect: 'none' }]],
	}),
	'11: a damaged byte of TLS in the response': history({
		faults: [
			[
				{
					name: 'TLS',
					effect: 'whole',
					effectAfterMs: 5,
					response: { afterMs: 20, code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' },
				},
			],
		],
	}),
	'12: 202, and nothing on the plan': history({
		faults: [Array.from({ length: 9 }, () => ({ ...taken(202), effect: 'none' as const }))],
	}),
	'12: 200 with an error, and nothing on the plan': history({
		faults: [
			[
				{
					name: 'error',
					effect: 'none',
					effectAfterMs: 0,
					response: { afterMs: 20, status: 200, body: '{"error":"queue full"}' },
				},
			],
		],
	}),
	'14: a service that shows data under their registered names, and a lost response': history({
		service: { renames: true },
		faults: [[lost('504', 10)]],
	}),
};

import { partnerCodeHeader } from '../../service/api';
import type { RequestOptions } from './client';
import { number, text } from './parameter';
import type { ParameterSet, ValuesOf } from './parameter';

/** Timers of Node.js end at once when they are longer than 2³¹ milliseconds. */
const MAX_SECONDS = 2_147_483;

/** The options that every node with requests has: `optionsOf({ …its own, ...requestOptions })`. */
export const requestOptions = {
	concurrency: number({
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 64,
		description:
			'Maximum number of concurrent requests. The node starts lower and backs off when the service is rate limiting.',
	}),
	maxWaitSeconds: number({
		displayName: 'Max Wait (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_SECONDS },
		default: 120,
		description: 'Maximum total time to wait between retries of one request',
	}),
	partnerCode: text({
		displayName: 'Partner Code',
		name: 'partnerCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptnr_…',
		description: "Code of the partner that owns the plan, instead of the credential's",
	}),
	timeoutSeconds: number({
		displayName: 'Timeout (Seconds)',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 0.001, maxValue: MAX_SECONDS },
		default: 60,
		description: 'Maximum time to wait for one response',
	}),
} satisfies ParameterSet<unknown>;

/** The option of nodes whose calls the service may delay for long: those that push. */
export const maxRetries = number({
	displayName: 'Max Retries',
	name: 'maxRetries',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 5,
	description: 'Maximum number of retries while the plan is being migrated or the service is rate limiting',
});

/**
 * @param options what `optionsOf({ ...requestOptions })` reads.
 * @throws InputProblem for a partner code that can't be sent
 */
export function requestOptionsFrom(options: Omit<ValuesOf<typeof requestOptions>, 'concurrency'>): RequestOptions {
	return {
		partnerCode: partnerCodeHeader(options.partnerCode),
		timeoutMs: Math.round(1000 * options.timeoutSeconds),
		maxWaitMs: Math.round(1000 * options.maxWaitSeconds),
	};
}

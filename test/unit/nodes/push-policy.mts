import type { PlanEntry } from '../../../nodes/PushFeatures/prepared-items.ts';

/** The settings of a push with Skip that waits for nothing. */
export const pushPolicy: PlanEntry['policy'] = {
	operation: 'push',
	author: '',
	partnerCode: '',
	batchSize: 1,
	skipExisting: true,
	isSkipForced: false,
	isolate: true,
	dataFieldsFrom: undefined,
	extraColumns: 'error',
	photos: 'remove',
	validate: true,
	maxRetries: 0,
	maxWaitMs: 0,
	timeoutMs: 0,
};

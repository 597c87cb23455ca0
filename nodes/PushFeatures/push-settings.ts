import type { Parameters } from '../shared/parameters';
import { readRequestOptions } from '../shared/request-options';
import type { RequestOptions } from '../shared/request-options';
import { DEFAULT_BATCH_SIZE } from './push-parameters';

/** How the features of one item are pushed. */
export interface PushSettings extends RequestOptions {
	author: string;
	batchSize: number;
	skipExisting: boolean;
	isolate: boolean;
	refusePhotos: boolean;
	validate: boolean;
}

/** Reads the settings of each item; items without expressions in them share one object. */
export class PushSettingsReader {
	private known: PushSettings | undefined;

	constructor(private readonly parameters: Parameters) {}

	/** @throws InvalidInputError that names the parameter */
	of(itemIndex: number): PushSettings {
		if (!this.parameters.areConstant('author', 'options')) return readPushSettings(this.parameters, itemIndex);
		return (this.known ??= readPushSettings(this.parameters, itemIndex));
	}
}

function readPushSettings(parameters: Parameters, itemIndex: number): PushSettings {
	return {
		...readRequestOptions(parameters, itemIndex),
		author: parameters.text('author', itemIndex),
		batchSize: Math.floor(parameters.number('options.batchSize', itemIndex, DEFAULT_BATCH_SIZE, 1)),
		skipExisting: parameters.choice('options.existing', itemIndex, ['push', 'skip']) === 'skip',
		isolate: parameters.choice('options.onBatchError', itemIndex, ['stop', 'isolate']) === 'isolate',
		refusePhotos: parameters.choice('options.photos', itemIndex, ['remove', 'error']) === 'error',
		validate: parameters.flag('options.validate', itemIndex, true),
	};
}

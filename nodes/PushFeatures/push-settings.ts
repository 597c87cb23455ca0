import type { PushPolicy } from '../../service/push';
import type { Parameters } from '../shared/parameters';
import { requestOptionsFrom } from '../shared/request-options';
import type { RequestOptions } from '../shared/request-options';
import { author } from './push-parameters';
import { pushOptions } from './push-options';

/** How the features of one item are pushed. */
export interface PushSettings extends RequestOptions, PushPolicy {
	rejectPhotos: boolean;
	validate: boolean;
	/** The code of another plan to read data field names from. */
	dataFieldsFrom?: string | undefined;
}

type Options = ReturnType<typeof pushOptions.read>;

/**
 * Reads the settings of each item; items without expressions in them share one object.
 * @param isRetry a person repeats an execution, and what it may have pushed: then existing features are skipped
 * @throws InvalidInputError that names the parameter
 */
export function settingsReader(parameters: Parameters, isRetry = false): (itemIndex: number) => PushSettings {
	let last: { options: Options; settings: PushSettings } | undefined;
	return (itemIndex) => {
		const options = pushOptions.read(parameters, itemIndex);
		const name = author.read(parameters, itemIndex);
		if (last?.options !== options || last.settings.author !== name)
			last = { options, settings: settingsFrom(options, name, isRetry) };
		return last.settings;
	};
}

function settingsFrom(options: Options, name: string, isRetry: boolean): PushSettings {
	return {
		...requestOptionsFrom(options),
		author: name,
		batchSize: Math.floor(options.batchSize),
		skipExisting: isRetry || options.existing === 'skip',
		isolate: options.onBatchError === 'isolate',
		rejectPhotos: options.photos === 'error',
		validate: options.validate,
		dataFieldsFrom: options.dataFieldsFrom,
		// Match By names columns, which are known once the plan is read.
		matchColumns: [],
	};
}

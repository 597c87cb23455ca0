import type { PushPolicy } from '../../service/push';
import { choice, choices, flag, number, optional, optionsOf } from '../shared/parameter';
import type { Choice } from '../shared/parameter';
import type { Parameters } from '../shared/parameters';
import { furtherPlanParameter } from '../shared/plan-parameter';
import { maxRetries, requestOptions, requestOptionsFrom } from '../shared/request-options';
import type { RequestOptions } from '../shared/client';
import { author } from './push-parameters';

/** What a comparison says of a feature of the input or on the plan. */
export const RESULTS = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] as const;

export type Result = (typeof RESULTS)[number];

export const resultOptions = [
	{
		name: 'Ambiguous',
		value: 'unclear',
		description: "The node can't tell which feature of the plan is meant, and says why",
	},
	{ name: 'Different', value: 'different', description: 'The plan has the feature, and something in it differs' },
	{ name: 'New', value: 'new', description: 'The plan does not have the feature' },
	{ name: 'Only on Plan', value: 'onlyOnPlan', description: 'The plan has a feature that is not in the input' },
	{ name: 'Same', value: 'same', description: 'The plan has all that is given' },
] satisfies Array<Choice<Result>>;

/** The collection `options` of the node. */
export const pushOptions = optionsOf({
	batchSize: number({
		displayName: 'Batch Size',
		name: 'batchSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		description: 'Features per request',
	}),
	dataFieldsFrom: furtherPlanParameter({
		displayName: 'Data Fields From',
		name: 'dataFieldsFrom',
		description: 'Another plan to read data field names from, for a plan that has no features yet',
	}),
	existing: choice({
		displayName: 'Existing Features',
		name: 'existing',
		type: 'options',
		options: [
			{
				name: 'Push Anyway',
				value: 'push',
				description: 'Push every feature, also one that is already on the plan',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Get the plan first, and leave out the features that are already on it',
			},
		],
		default: 'skip',
		description: "What to do with features that are already on the plan. The service can't delete features.",
	}),
	extraColumns: choice({
		displayName: 'Extra Columns',
		name: 'extraColumns',
		type: 'options',
		options: [
			{ name: 'Ignore', value: 'ignore', description: 'Leave them out, and name them in a hint' },
			{ name: 'Keep', value: 'keep', description: 'Send them as properties of the feature' },
			{ name: 'Reject', value: 'error', description: 'Report them, with the nearest name that the plan has' },
		],
		default: 'error',
		description: 'What to do with columns that are neither a data field of the plan nor a property of its features',
		displayOptions: { hide: { '/columns.mappingMode': ['defineBelow'] } },
	}),
	maxRetries,
	onBatchError: choice({
		displayName: 'Rejected Batch',
		name: 'onBatchError',
		type: 'options',
		options: [
			{
				name: 'Split and Skip Rejected Features',
				value: 'isolate',
				description: 'Split the request to find the rejected features, and push the rest',
			},
			{ name: 'Stop', value: 'stop', description: 'Push no more features of this plan' },
		],
		default: 'stop',
		description: 'What to do when the service rejects a request',
	}),
	photos: choice({
		displayName: 'Photos',
		name: 'photos',
		type: 'options',
		options: [
			{ name: 'Reject', value: 'error', description: 'Push no feature that has photos' },
			{ name: 'Remove', value: 'remove', description: 'Push the features without their photos' },
		],
		default: 'remove',
		description: 'What to do with photos, which the service does not take',
	}),
	resultFormat: choice({
		displayName: 'Result Format',
		name: 'resultFormat',
		type: 'options',
		options: [
			{
				name: 'Changes',
				value: 'changes',
				description:
					'A flat row for each change, for files and mails; one row for what is not on both sides, or ambiguous',
			},
			{ name: 'Features', value: 'features', description: 'An item for each result, with both features' },
		],
		default: 'features',
		description: 'What the items of the comparison hold',
		displayOptions: { show: { '/operation': ['compare'] } },
	}),
	results: optional(
		choices({
			displayName: 'Results',
			name: 'results',
			type: 'multiOptions',
			options: resultOptions,
			default: ['new', 'different', 'onlyOnPlan', 'unclear'],
			description: 'Which comparison results to output',
			displayOptions: { show: { '/operation': ['compare'] } },
		}),
	),
	validate: flag({
		displayName: 'Validate',
		name: 'validate',
		type: 'boolean',
		default: true,
		description: 'Whether to reject what the specification and the plan rule out before anything is sent',
	}),
	...requestOptions,
});

/** How the features of one item are pushed, but for the columns to match on, which are known by plan. */
export interface PushSettings extends RequestOptions, Omit<PushPolicy, 'matchColumns'> {
	rejectPhotos: boolean;
	validate: boolean;
	/** The code of another plan to read data field names from. */
	dataFieldsFrom?: string | undefined;
}

/**
 * Reads the settings of each item; items without expressions in them share one object.
 * @param isRetry a person repeats an execution, and what it may have pushed: then existing features are skipped
 * @throws InvalidInputError that names the parameter
 */
export function settingsReader(parameters: Parameters, isRetry: boolean): (itemIndex: number) => PushSettings {
	let last: { options: ReturnType<typeof pushOptions.read>; settings: PushSettings } | undefined;
	return (itemIndex) => {
		const options = pushOptions.read(parameters, itemIndex);
		const name = author.read(parameters, itemIndex);
		if (last?.options !== options || last.settings.author !== name) {
			const settings = {
				...requestOptionsFrom(options),
				author: name,
				batchSize: Math.floor(options.batchSize),
				skipExisting: isRetry || options.existing === 'skip',
				isolate: options.onBatchError === 'isolate',
				rejectPhotos: options.photos === 'error',
				validate: options.validate,
				dataFieldsFrom: options.dataFieldsFrom,
			};
			last = { options, settings };
		}
		return last.settings;
	};
}

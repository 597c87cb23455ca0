import { dataFieldParameter } from '../shared/data-field-parameter';
import { choice, choices, flag, number, optional, text } from '../shared/parameter';
import { optionsOf } from '../shared/structured-parameters';
import { furtherPlanParameter } from '../shared/plan-parameter';
import { maxRetries, requestOptions } from '../shared/request-options';

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
		description: 'Another plan whose data fields columns may be named by, too, for a plan that has no features yet',
	}),
	existing: choice({
		displayName: 'Existing Features',
		name: 'existing',
		type: 'options',
		options: [
			{
				name: 'Push Again',
				value: 'push',
				description: 'Push every feature, also one that the plan already holds. The plan is not read.',
			},
			{
				name: 'Skip',
				value: 'skip',
				description: 'Get the plan first and leave out what it already holds, or holds with small differences',
			},
		],
		default: 'skip',
		description: 'What to do with features that the plan already holds; nothing can be taken from it again',
	}),
	matchBy: choice({
		displayName: 'Match By',
		name: 'matchBy',
		type: 'options',
		options: [
			{
				name: 'Data Field',
				value: 'dataField',
				description: 'Features are the same when the value of one data field is, such as a room number',
			},
			{
				name: 'Member',
				value: 'member',
				description: 'Features are the same when the value of one member is, such as an ID',
			},
			{
				name: 'Whole Feature',
				value: 'feature',
				description: 'Features are the same when the plan has all that is given',
			},
		],
		default: 'feature',
		description:
			'What makes a feature of the input and one of the plan the same: for Skip, Check, Compare, and for looking ' +
			'after a lost answer',
	}),
	matchDataField: dataFieldParameter({
		displayName: 'Match Data Field',
		name: 'matchDataField',
		description: 'The data field that features are matched by. Each of its values may be on the plan once only.',
		displayOptions: { show: { matchBy: ['dataField'] } },
	}),
	matchMember: text({
		displayName: 'Match Member',
		name: 'matchMember',
		type: 'string',
		default: '',
		placeholder: 'e.g. number',
		requiresDataPath: 'single',
		description:
			'Name of the member that features are matched by; a dot leads into an object. Each of its values may be on ' +
			'the plan once only.',
		displayOptions: { show: { matchBy: ['member'] } },
	}),
	maxRetries,
	onBatchError: choice({
		displayName: 'On Batch Error',
		name: 'onBatchError',
		type: 'options',
		options: [
			{ name: 'Isolate', value: 'isolate', description: 'Find the features that are refused, and push the rest' },
			{ name: 'Stop', value: 'stop', description: 'Push no more features of this plan' },
		],
		default: 'stop',
		description: 'What to do when the service refuses a batch',
	}),
	photos: choice({
		displayName: 'Photos',
		name: 'photos',
		type: 'options',
		options: [
			{ name: 'Error', value: 'error', description: 'Refuse features with photos' },
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
					'A flat row for each change, for files and mails; one row for what is not on both sides, or unclear',
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
			options: [
				{ name: 'Different', value: 'different', description: 'The plan has the feature, and something in it differs' },
				{ name: 'New', value: 'new', description: 'The plan does not have the feature' },
				{ name: 'Only on Plan', value: 'onlyOnPlan', description: 'The plan has a feature that is not in the input' },
				{ name: 'Same', value: 'same', description: 'The plan has all that is given' },
				{
					name: 'Unclear',
					value: 'unclear',
					description: 'It is not known which feature of the plan is meant, and why',
				},
			],
			default: ['new', 'different', 'onlyOnPlan', 'unclear'],
			description: 'Which results of the comparison become items',
			displayOptions: { show: { '/operation': ['compare'] } },
		}),
	),
	validate: flag({
		displayName: 'Validate',
		name: 'validate',
		type: 'boolean',
		default: true,
		description: 'Whether to refuse what the specification rules out before anything is sent',
	}),
	...requestOptions,
});

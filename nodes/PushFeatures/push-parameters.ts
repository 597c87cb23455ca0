import type { PushPolicy } from '../../service/push';
import { memo } from '../../service/text';
import { zoneTypeOptions } from '../shared/feature-kinds';
import type { RequestOptions } from '../shared/client';
import { anything, choice, choices, flag, number, optional, optionsOf, text } from '../shared/parameter';
import type { Choice } from '../shared/parameter';
import type { Parameters } from '../shared/parameters';
import { furtherPlanParameter, planParameter } from '../shared/plan-parameter';
import { maxRetries, requestOptions, requestOptionsFrom } from '../shared/request-options';
import { columns } from './plan-columns';

export const planCode = planParameter('The plan that gets the features. Items of one plan are pushed together.');

export const source = choice({
	displayName: 'Source',
	name: 'source',
	type: 'options',
	options: [
		{ name: 'Each Item', value: 'item', description: 'A row, a feature as Get Plan Features gives it, or GeoJSON' },
		{ name: 'JSON', value: 'json', description: 'Typed or from an expression: a feature, a list, or GeoJSON' },
	],
	default: 'item',
	description: 'Where the features come from',
	displayOptions: { hide: { '@tool': [true] } },
});

/** An agent gives features as JSON: n8n keeps a parameter only where it is shown, so a tool has one of its own. */
const sourceOfTool = anything({
	displayName: 'Source',
	name: 'source',
	type: 'hidden',
	default: 'json',
	displayOptions: { show: { '@tool': [true] } },
});

export const featureJson = anything({
	displayName: 'Feature JSON',
	name: 'featureJson',
	type: 'json',
	typeOptions: { rows: 10 },
	default: '',
	required: true,
	// n8n's JSON editor shows no placeholder.
	hint:
		'Such as { "type": "leaderLineIcon", "position": null, "icons": [] }, or an expression such as ' +
		'{{ $json.body.features }}',
	description: 'A feature, a list of features or rows, or GeoJSON',
	displayOptions: { show: { source: ['json'] } },
});

/** From the root: n8n 1.x searches for a parameter of the whole name otherwise, and no workflow with the node runs. */
const mappedByHand = { '/columns.mappingMode': ['defineBelow'] };

export const featureType = text({
	displayName: 'Feature Type Name or ID',
	name: 'featureType',
	type: 'options',
	allowArbitraryValues: true,
	typeOptions: { loadOptionsMethod: 'listRowTypes', loadOptionsDependsOn: ['planCode.value'] },
	default: '',
	// n8n's linter requires the last sentence word for word, in one literal.
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'The kind of all features that do not say it themselves',
	displayOptions: { hide: mappedByHand },
});

export const zoneType = text({
	displayName: 'Zone Type',
	name: 'zoneType',
	type: 'options',
	allowArbitraryValues: true,
	options: [{ name: 'From the Input', value: '' }, ...zoneTypeOptions].sort((one, other) =>
		one.name.localeCompare(other.name),
	),
	default: '',
	description: 'The zone type of all zones that do not say it themselves',
	displayOptions: { show: { featureType: ['zone'] }, hide: mappedByHand },
});

const author = text({
	displayName: 'Author',
	name: 'author',
	type: 'string',
	default: '',
	placeholder: 'e.g. Facilities night run',
	description: 'Plain text that names who is responsible for the features',
	displayOptions: { show: { operation: ['push'] } },
});

export const RESULTS = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] as const;

export type Result = (typeof RESULTS)[number];

export const resultOptions = [
	{ name: 'Ambiguous', value: 'unclear', description: "The node can't tell which feature is meant, and says why" },
	{ name: 'Different', value: 'different', description: 'The plan has the feature, and something in it differs' },
	{ name: 'New', value: 'new', description: 'The plan does not have the feature' },
	{ name: 'Only on Plan', value: 'onlyOnPlan', description: 'The plan has a feature that is not in the input' },
	{ name: 'Same', value: 'same', description: 'The plan has all that is given' },
] satisfies Array<Choice<Result>>;

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
			{ name: 'Push Anyway', value: 'push', description: 'Push every feature, also what the plan has' },
			{ name: 'Skip', value: 'skip', description: 'Get the plan first, and leave out what it has' },
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
		displayOptions: { hide: mappedByHand },
	}),
	maxRetries,
	onBatchError: choice({
		displayName: 'Rejected Batch',
		name: 'onBatchError',
		type: 'options',
		options: [
			{ name: 'Split and Skip Rejected Features', value: 'isolate', description: 'Find them, and push the rest' },
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
			{ name: 'Changes', value: 'changes', description: 'A flat row for each change, for files and mails' },
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

const all = [planCode, source, sourceOfTool, featureJson, columns, featureType, zoneType, author, pushOptions];

export const properties = all.map(({ property }) => property);

/** How the features of one item are read and pushed, for the partner of the credential where the item names none. */
export type PushSettings = { operation: 'push' | 'check' | 'compare' } & PushPolicy &
	RequestOptions &
	Pick<ReturnType<typeof pushOptions.read>, 'dataFieldsFrom' | 'extraColumns' | 'photos' | 'validate'> & {
		/** Existing Features is Push Anyway, and Skip goes only because this is a Retry. */
		isSkipForced: boolean;
	};

/** Items without expressions share one object. @param isRetry of an execution, which may have pushed: then Skip goes */
export function settingsReader(
	parameters: Parameters,
	operation: PushSettings['operation'],
	ownPartner: string,
	isRetry: boolean,
): (itemIndex: number) => PushSettings {
	const settingsOf = memo((options: ReturnType<typeof pushOptions.read>) =>
		memo((name: string): PushSettings => ({
			...options,
			...requestOptionsFrom({ ...options, partnerCode: options.partnerCode || ownPartner }),
			author: name,
			batchSize: Math.floor(options.batchSize),
			operation,
			isSkipForced: isRetry && options.existing === 'push',
			skipExisting: isRetry || operation !== 'push' || options.existing === 'skip',
			isolate: options.onBatchError === 'isolate',
		})),
	);
	return (itemIndex) => settingsOf(pushOptions.read(parameters, itemIndex))(author.read(parameters, itemIndex));
}

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { CallLimits } from './call';
import type { Parameters } from './parameters';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_WAIT_SECONDS, DEFAULT_TIMEOUT_SECONDS } from './session';

export const DEFAULT_MAX_RETRIES = 5;

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const requestOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_CONCURRENCY,
		description: 'Most requests at once. The node starts with fewer and gives way when the service asks to slow down.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_WAIT_SECONDS,
		description: 'Longest time that one request may spend waiting for further tries',
	},
	{
		displayName: 'Partner Code',
		name: 'partnerCode',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptnr_…',
		description: "Code of the partner that owns the plan, instead of the credential's",
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_TIMEOUT_SECONDS,
		description: 'Longest time that one request may take',
	},
];

/** The collection `options` of a node with requests: its own and those that all share, sorted as n8n wants them. */
export function optionsWith(own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...own, ...requestOptions].sort(byDisplayName),
	};
}

function byDisplayName(one: Option, other: Option): number {
	return ('displayName' in one ? one.displayName : '').localeCompare('displayName' in other ? other.displayName : '');
}

/** The shared options of one item. Times in milliseconds. */
export interface RequestOptions extends CallLimits {
	partnerCode: string;
}

/** Timers of Node.js end at once when they are longer, and take whole milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @throws InvalidInputError for what is no number */
export function readRequestOptions(parameters: Parameters, itemIndex: number): RequestOptions {
	return {
		partnerCode: parameters.text('options.partnerCode', itemIndex),
		timeoutMs: timerMs(parameters.number('options.timeoutSeconds', itemIndex, DEFAULT_TIMEOUT_SECONDS, 0.001)),
		maxWaitMs: timerMs(parameters.number('options.maxWaitSeconds', itemIndex, DEFAULT_MAX_WAIT_SECONDS, 0)),
		maxRetries: parameters.number('options.maxRetries', itemIndex, DEFAULT_MAX_RETRIES, 0),
	};
}

function timerMs(seconds: number): number {
	return Math.min(Math.round(1000 * seconds), LONGEST_TIMER_MS);
}

/** One bound for the run, so it is read once, for the first item. @throws InvalidInputError */
export function readConcurrency(parameters: Parameters): number {
	return Math.floor(parameters.number('options.concurrency', 0, DEFAULT_CONCURRENCY, 1));
}

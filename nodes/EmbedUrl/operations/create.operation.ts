import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InvalidInputError, embedUrl, iframe, inertText, isExpired, serviceAddress, viewerTokenOf } from '../../../service';
import type { Access, ViewerToken } from '../../../service';
import { asJson, forEachItem } from '../../shared/item-loop';
import { Parameters } from '../../shared/parameters';

export const option: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create an embed address and iframe of a plan',
	description: 'Build the address of the interactive plan, and an iframe that shows it',
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Token Source',
		name: 'tokenSource',
		type: 'options',
		options: [
			{ name: 'Enter a Token', value: 'manual', description: 'Type the viewer token or take it from an expression' },
			{ name: 'From Item', value: 'item', description: 'The item is the output of a Plan Hierarchy Lookup' },
		],
		default: 'item',
		description: 'Where the viewer token comes from',
	},
	{
		displayName: 'Access',
		name: 'access',
		type: 'options',
		options: [
			{ name: 'All Areas', value: 'allAreas', description: 'The plan of the campus or floor itself' },
			{
				name: 'All Areas and Children',
				value: 'allAreasAndChildren',
				description: 'Every plan of the resource and of all its children',
			},
		],
		default: 'allAreas',
		description: 'What the plan page may show',
		displayOptions: { show: { tokenSource: ['item'] } },
	},
	{
		displayName: 'Viewer Token',
		name: 'viewerToken',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		hint: 'Drag it here from the viewerTokens of a lookup',
		description: 'A viewer token that a lookup returned',
		displayOptions: { show: { tokenSource: ['manual'] } },
	},
	{
		displayName: 'Plan Code',
		name: 'planCode',
		type: 'string',
		default: '={{ $json.planCode }}',
		placeholder: 'e.g. pln_…',
		description: 'The plan to show. Needed when the token opens more than one plan.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Expired Token',
				name: 'expired',
				type: 'options',
				options: [
					{ name: 'Error', value: 'error', description: 'The item fails' },
					{ name: 'Warn', value: 'warn', description: 'The address is built, and the node shows a warning' },
				],
				default: 'error',
				description: 'What to do when the viewer token has expired',
			},
			{
				displayName: 'Height',
				name: 'height',
				type: 'string',
				default: '600',
				description: 'Height of the iframe in pixels, or a percentage such as 100%',
			},
			{
				displayName: 'Output Field',
				name: 'outputField',
				type: 'string',
				default: 'embed',
				description: 'The field of the item that gets the address and the iframe',
			},
			{
				displayName: 'Title',
				name: 'title',
				type: 'string',
				default: 'Floorplan',
				description: 'Title of the iframe, read aloud by screen readers',
			},
			{
				displayName: 'Width',
				name: 'width',
				type: 'string',
				default: '100%',
				description: 'Width of the iframe in pixels, or a percentage such as 100%',
			},
		],
	},
];

/** Adds `{ url, iframe, expiresAt }` to each item (section 4.5). Makes no request; of the credential only Base URL is read. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const parameters = new Parameters(context);
	const items = context.getInputData();
	let credentials: Promise<{ baseUrl?: unknown }> | undefined;
	let expiredTokens = 0;
	const output = await forEachItem(context, async (itemIndex) => {
		credentials ??= context.getCredentials('planServiceApi');
		const baseUrl = serviceAddress((await credentials).baseUrl, 'Base URL');
		const manual = parameters.choice('tokenSource', itemIndex, ['item', 'manual']) === 'manual';
		const access: Access = parameters.choice('access', itemIndex, ['allAreas', 'allAreasAndChildren']);
		const token: ViewerToken = manual
			? { value: parameters.text('viewerToken', itemIndex), expiresAt: null }
			: viewerTokenOf(items[itemIndex].json, access);
		if (isExpired(token, Date.now())) {
			if (parameters.choice('options.expired', itemIndex, ['error', 'warn']) === 'error') throw expired(token);
			expiredTokens++;
		}
		const url = embedUrl({
			baseUrl,
			viewerToken: token.value,
			planCode: planCodeOf(parameters.value('planCode', itemIndex)),
			access: manual ? undefined : access,
		});
		const element = iframe(url, {
			title: parameters.text('options.title', itemIndex, 'Floorplan'),
			width: parameters.text('options.width', itemIndex, '100%'),
			height: parameters.text('options.height', itemIndex, '600'),
		});
		const field = parameters.text('options.outputField', itemIndex, 'embed') || 'embed';
		const embed = { url, iframe: element, expiresAt: token.expiresAt };
		const { json, binary } = items[itemIndex];
		return [{ json: asJson({ ...json, [field]: embed }), ...(binary === undefined ? {} : { binary }) }];
	});
	if (expiredTokens > 0) {
		context.addExecutionHints({ message: `Viewer tokens that have expired: ${expiredTokens}`, location: 'outputPane' });
	}
	return output;
}

function expired({ expiresAt }: ViewerToken): InvalidInputError {
	return new InvalidInputError(
		`The viewer token expired at ${inertText(String(expiresAt))}`,
		'Look the resource up again shortly before, or set Expired Token to Warn in the options.',
	);
}

/** The default expression gives nothing for a building or client: then there is no plan code. @throws InvalidInputError */
function planCodeOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') return value.trim() === '' ? undefined : value;
	throw new InvalidInputError(
		`The plan code must be text, but is a value of type ${typeof value}`,
		'Correct Plan Code or its expression.',
	);
}

import type { ICredentialDataDecryptedObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readUrl } from '../../../credentials/credential-settings';
import { asItemFailure } from '../../shared/failures';
import { InvalidInputError, withSubject } from '../../shared/item-failure';
import type { Subject } from '../../shared/item-failure';
import type { Parameters } from '../../shared/parameters';
import {
	InputProblem,
	RESOURCES,
	assertVisible,
	embedUrl,
	holdsUrl,
	iframeElement,
	isExpired,
	viewerTokenOf,
} from '../../../service/api';
import { inertText, isJsonObject } from '../../../service/text';
import type { Access, ViewerToken } from '../../../service/api';
import type { JsonObject } from '../../../service/text';
import { ServiceRun, asJson, forEachItem } from '../../shared/service-run';
import { lookUpResource, lookupRequestOptions, resourceParameters } from '../../shared/lookup-resource';
import { choice, optionsOf, rows, shownWhen, text } from '../../shared/parameter';
import type { Choice, ValueOf } from '../../shared/parameter';
import { optionalPlanParameter, planReader } from '../../shared/plan-parameter';
import { requestOptions, requestOptionsFrom } from '../../shared/request-options';

export const option = {
	name: 'Create Embed URL',
	value: 'create',
	action: 'Create embed URL and iframe of plan',
	description: 'Build the URL of the interactive plan, and an iframe that shows it',
} satisfies Choice<'create'>;

/** For an agent. */
export const toolDescription =
	'Makes a link that shows an interactive plan in a browser, and an iframe for a web page. With Look It Up it ' +
	'needs the code of a floor or campus alone.';

const tokenSource = choice({
	displayName: 'Token Source',
	name: 'tokenSource',
	type: 'options',
	options: [
		{ name: 'Enter a Token', value: 'manual', description: 'Type the viewer token or take it from an expression' },
		{ name: 'From Item', value: 'item', description: 'The item is the output of a Plan Hierarchy Lookup' },
		{
			name: 'Look It Up',
			value: 'lookup',
			description: 'Request a new token of a floor, building, campus or client',
		},
	],
	default: 'lookup',
	description: 'Where the viewer token comes from',
});

const resources = resourceParameters({ tokenSource: ['lookup'] }, 'lookupResource');

const access = choice({
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
	displayOptions: { show: { tokenSource: ['item', 'lookup'] } },
});

const viewerToken = text({
	displayName: 'Viewer Token',
	name: 'viewerToken',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	hint: 'Drag it here from the viewerTokens of a lookup',
	description: 'A viewer token that a lookup returned',
	displayOptions: { show: { tokenSource: ['manual'] } },
});

const plan = optionalPlanParameter('The plan to show. Needed when the token opens more than one plan.');

const withLookup = { '/tokenSource': ['lookup'] };

const options = optionsOf({
	expired: choice({
		displayName: 'Expired Token',
		name: 'expired',
		type: 'options',
		options: [
			{ name: 'Reject', value: 'error', description: 'The item fails' },
			{ name: 'Warn', value: 'warn', description: 'The URL is built, and the node shows a warning' },
		],
		default: 'error',
		description: 'What to do when the viewer token has expired',
	}),
	height: text({
		displayName: 'Height',
		name: 'height',
		type: 'string',
		default: '600',
		description: 'Height of the iframe in pixels, or a percentage such as 100%',
	}),
	outputField: text({
		displayName: 'Output Field',
		name: 'outputField',
		type: 'string',
		default: 'embed',
		requiresDataPath: 'single',
		description:
			'The field of the item that gets the URL and the iframe; a dot leads into an object, as in building.embed',
	}),
	parameters: rows(
		{
			displayName: 'Query Parameters',
			name: 'parameters',
			placeholder: 'Add Parameter',
			description: 'Further query parameters of the embed URL, as far as the service knows them',
		},
		{ displayName: 'Parameter', name: 'values' },
		{
			name: text({
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. layers',
				description: 'Name of the query parameter',
			}),
			value: text({
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				placeholder: 'e.g. structure,zone',
				description: 'Value of the query parameter',
			}),
		},
	),
	title: text({
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: 'Floorplan',
		description: 'Title of the iframe, read aloud by screen readers',
	}),
	width: text({
		displayName: 'Width',
		name: 'width',
		type: 'string',
		default: '100%',
		description: 'Width of the iframe in pixels, or a percentage such as 100%',
	}),
	clientPath: shownWhen(withLookup, lookupRequestOptions.clientPath),
	viewerTokenLifetime: shownWhen(withLookup, lookupRequestOptions.viewerTokenLifetime),
	...requestOptions,
});

export const properties = [
	tokenSource.property,
	resources.resource.property,
	...resources.codes,
	access.property,
	viewerToken.property,
	plan.property,
	options.property,
];

/** What the URL of one item is made of. */
interface TokenForItem {
	token: ViewerToken;
	/** Undefined when the token was typed, because its level is unknown then. */
	level?: Access;
	planCode?: string;
	/** Whether it was just requested. Then its expiry is questionable rather than the token. */
	isNew?: boolean;
}

/** Adds `{ url, iframe, expiresAt }` to each item (section 4.5). Look It Up and Plan Code By Names make requests. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const items = context.getInputData();
	let raw: Promise<ICredentialDataDecryptedObject> | undefined;
	let expiredTokens = 0;
	const planOf = await planReader(run, plan);
	const output = await forEachItem(run, async (itemIndex) => {
		raw ??= context.getCredentials('planServiceApi');
		const baseUrl = readUrl(await raw, 'baseUrl');
		const { json, binary } = items[itemIndex];
		const planOfItem = planOf(itemIndex);
		try {
			const expected = options.read(run.parameters, itemIndex);
			const { expired, title, width, height, outputField, parameters } = expected;
			const { token, level, planCode, isNew } = await tokenFor(run, itemIndex, json, planOfItem, expected);
			const isOver = isExpired(token, isNew ? (await run.session()).serviceNowMs() : Date.now());
			if (isOver !== false) {
				if (expired === 'error' && !isNew) throw expiredFailure(token, isOver);
				expiredTokens++;
			}
			const url = embedUrl({ baseUrl, viewerToken: token.value, planCode, access: level, parameters });
			const embed = { url, iframe: iframeElement(url, { title, width, height }), expiresAt: token.expiresAt };
			const withEmbed = withField(json, outputField.trim(), embed);
			return [{ json: asJson(withEmbed), ...(binary && { binary }) }];
		} catch (error) {
			const subject = subjectOf(run.parameters, itemIndex, json, planOfItem);
			throw subject === undefined ? error : withSubject(asItemFailure(error), subject);
		}
	});
	if (expiredTokens > 0)
		run.reporter.hint(`Viewer tokens that have expired, or whose expiry can't be read: ${expiredTokens}`);
	return output;
}

async function tokenFor(
	run: ServiceRun,
	itemIndex: number,
	json: JsonObject,
	planCode: string | undefined,
	expected: ValueOf<typeof options>,
): Promise<TokenForItem> {
	const { parameters } = run;
	const source = tokenSource.read(parameters, itemIndex);
	const level = access.read(parameters, itemIndex);
	if (source === 'manual') {
		const value = viewerToken.read(parameters, itemIndex).trim();
		assertVisible(value, 'The viewer token ', 'viewerToken');
		if (holdsUrl(value)) throw new InputProblem('The viewer token is a URL', 'viewerToken');
		return { token: { value, expiresAt: null }, planCode };
	}
	if (source === 'item') return { token: viewerTokenOf(json, level), level, planCode };
	const picked = resources.read(parameters, itemIndex);
	const limits = { ...expected, ...requestOptionsFrom(expected) };
	const response = await lookUpResource(await run.session(), picked, limits);
	const ownPlan = typeof response.planCode === 'string' ? response.planCode.trim() || undefined : undefined;
	// A token for All Areas opens the plan of its own resource only, whatever plan the item is about.
	const isOwn = level === 'allAreas' && (ownPlan !== undefined || response.planCode === null);
	const opened = isOwn ? ownPlan : (planCode ?? ownPlan);
	return { token: viewerTokenOf(response, level), level, planCode: opened, isNew: true };
}

/** What an item is about, as far as it says so. */
function subjectOf(
	parameters: Parameters,
	itemIndex: number,
	{ resource, code }: JsonObject,
	planCode: string | undefined,
): Subject | undefined {
	if (tokenSource.read(parameters, itemIndex) === 'lookup') return resources.read(parameters, itemIndex);
	if (planCode !== undefined) return { planCode };
	const level = RESOURCES.find((one) => one === resource);
	return level !== undefined && typeof code === 'string' ? { resource: level, code } : undefined;
}

function expiredFailure({ expiresAt }: ViewerToken, isOver: boolean | undefined): Error {
	if (isOver === undefined) return new InputProblem("The viewer token's expiry is not a timestamp", 'expiry');
	return new InvalidInputError(
		`The viewer token expired at ${inertText(String(expiresAt))}`,
		'Look the resource up again shortly before, or set Expired Token to Warn in the options.',
	);
}

/**
 * The object with a further field; a dot leads into an object, as in `building.embed`.
 * A new field stands right behind the plan code, because whoever reads the item needs the URL and not, say, the
 * counts of a push.
 * @throws InvalidInputError when the way leads through a value that is no object
 */
function withField(json: JsonObject, path: string, value: unknown): JsonObject {
	const [name, ...further] = path.split('.');
	if (further.length === 0) return withProperty(json, name, value);
	const inner = Object.hasOwn(json, name) ? json[name] : {};
	if (!isJsonObject(inner)) {
		throw new InvalidInputError(
			`The field "${name}" of the item is no object`,
			'Correct Output Field: a dot in it leads into an object.',
		);
	}
	return { ...json, [name]: withField(inner, further.join('.'), value) };
}

function withProperty(json: JsonObject, name: string, value: unknown): JsonObject {
	if (Object.hasOwn(json, name) || !Object.hasOwn(json, 'planCode')) return { ...json, [name]: value };
	return Object.fromEntries(
		Object.entries(json).flatMap((property) => (property[0] === 'planCode' ? [property, [name, value]] : [property])),
	);
}

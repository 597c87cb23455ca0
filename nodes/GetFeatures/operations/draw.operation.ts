import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { rowColumnsOf } from '../../../service/columns';
import { GRAY, drawPicture, outlineOf } from '../../../service/draw';
import type { Colors, Picture, Shape } from '../../../service/draw';
import { dataFieldsOf, dataValueOf } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { groupBy, isJsonObject, memo } from '../../../service/text';
import type { JsonObject } from '../../../service/text';
import { responseForAgent } from '../../shared/agent-tool';
import { dataFieldCodes, dataFieldParameter } from '../../shared/data-field-parameter';
import { InvalidInputError, unwrap } from '../../shared/item-failure';
import { choice, flag, number, optionsOf, shownWhen, text } from '../../shared/parameter';
import type { Choice, ValueOf } from '../../shared/parameter';
import { requestOptions } from '../../shared/request-options';
import { mapInChunks } from '../../shared/wait';
import { PlanRun } from '../get-plan-features';
import type { PlanRequest, ReadPlan } from '../get-plan-features';

export const option = {
	name: 'Draw Plan',
	value: 'draw',
	action: 'Draw plan',
	description: 'Get a picture of each plan, such as one of what Compare Features has found',
} satisfies Choice<'draw'>;

/** For an agent. */
export const toolDescription =
	'Draws a plan as a PNG file for the workflow, and counts the features that it shows. Needs the plan code, which a ' +
	'lookup of a floor or campus gives.';

export const drawOptions = shownWhen(
	{ operation: ['draw'] },
	optionsOf({
		colorBy: choice({
			displayName: 'Color By',
			name: 'colorBy',
			type: 'options',
			options: [
				{ name: 'Data Field', value: 'dataField', description: 'By the values of a data field' },
				{ name: 'Result', value: 'result', description: 'The items of Compare Features, in the colors of a diff' },
				{ name: 'Type', value: 'type', description: 'By the kinds of features' },
			],
			default: 'type',
			description: 'What the colors stand for',
		}),
		colorField: dataFieldParameter({
			displayName: 'Color Field',
			name: 'colorField',
			description: 'Data field that the colors stand for',
			mode: 'By Name or Code',
			displayOptions: { show: { colorBy: ['dataField'] } },
		}),
		labelField: dataFieldParameter({
			displayName: 'Label Field',
			name: 'labelField',
			description: 'Data field that is written into rooms and zones',
			mode: 'By Name or Code',
		}),
		legend: flag({
			displayName: 'Legend',
			name: 'legend',
			type: 'boolean',
			default: true,
			description: 'Whether to say below the plan what the colors stand for',
		}),
		outputField: text({
			displayName: 'Output Field',
			name: 'outputField',
			type: 'string',
			default: 'plan',
			description: 'Binary field that gets the picture',
		}),
		width: number({
			displayName: 'Width (Pixels)',
			name: 'width',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 3000 },
			default: 1200,
			description: 'Width of the picture. The height follows from the plan.',
		}),
		...requestOptions,
	}),
);

type DrawOptions = ValueOf<typeof drawOptions>;

/** A picture that several items need is drawn once. */
interface RequestedPicture {
	itemIndexes: number[];
	made?: Promise<INodeExecutionData>;
}

/** One item for each plan: `{ planCode, width, height, drawn, notDrawn }` and a PNG as binary. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new PlanRun(context);
	const input = context.getInputData();
	const pictureOf = memo<RequestedPicture, string>(() => ({ itemIndexes: [] }));
	let last: Promise<unknown> = Promise.resolve();
	const outputs = await run.forEachPlan(drawOptions, async (request, itemIndex) => {
		const picture = pictureOf(JSON.stringify(request));
		// All items are here before the first plan is read, so by then a picture knows all of its items.
		picture.itemIndexes.push(itemIndex);
		picture.made ??= run.readPlan(request).then(async (plan) => {
			const own = picture.itemIndexes.map((index) => input[index].json);
			// A picture takes memory, so there is one at a time.
			const drawn = last.then(async () => await drawPlan(run, request, plan, own));
			last = drawn.catch(() => undefined);
			return { ...(await drawn), pairedItem: picture.itemIndexes.map((item) => ({ item })) };
		});
		const made = await picture.made;
		return picture.itemIndexes[0] === itemIndex ? [made] : [];
	});
	run.hintAtMissed();
	return run.isTool ? [responseForAgent(outputs[0], { advice: 'Draw fewer plans.' })] : outputs;
}

const ON_PLAN = 'On plan';
const NO_VALUE = 'No value';
/** Of Compare Features, by the name in the legend: people who don't see red and green can distinguish their colors. */
const RESULTS = new Map<unknown, readonly [name: string, colors: Colors]>([
	['new', ['New', [0x6c9, 0x063]]],
	['different', ['Different', [0x6cf, 0x039]]],
	['onlyOnPlan', ['Only on plan', [0xf96, 0xc30]]],
	['unclear', ['Ambiguous', [0xf9c, 0x936]]],
]);
export const COLORS = new Map<string, Colors>([
	...RESULTS.values(),
	[ON_PLAN, [0xfff, 0x999]],
	[NO_VALUE, GRAY],
	['wallSegment', [0x666, 0x000]],
	['wallBlob', [0x666, 0x000]],
]);

/**
 * Draws in chunks: n8n does its other work in between.
 * @param input the JSON of the input items
 */
async function drawPlan(
	run: PlanRun,
	{ planCode, options }: PlanRequest<DrawOptions>,
	plan: ReadPlan,
	input: JsonObject[],
): Promise<INodeExecutionData> {
	const session = await run.session();
	const assertRunning = () => void unwrap(session.whyNotSend());
	const shapeOf = shapesWith(options, plan.all);
	const results = options.colorBy === 'result' ? resultsIn(input) : [];
	const covered = groupBy(results, ({ onPlan }) => outlineKeyOf(onPlan));
	// As often as it was compared: two assets may have one outline.
	const isLeft = (one: Feature) => covered.size === 0 || covered.get(outlineKeyOf(one))?.pop() === undefined;
	const features = plan.features.filter(isLeft);
	const onPlan = await mapInChunks(features, (feature) => shapeOf(feature), assertRunning);
	const found = results.map((one) => shapeOf(one.feature, one.name) ?? shapeOf(one.onPlan, one.name));
	const shapes = [...onPlan, ...found].filter((shape) => shape !== undefined);
	const steps = drawPicture(shapes, { width: Math.round(options.width), hasLegend: options.legend, colors: COLORS });
	const { file, ...picture } = (await mapInChunks(steps, (step) => step, assertRunning)).pop() as Picture;
	const notDrawn = features.length + results.length - picture.drawn;
	const name = `${planCode.replace(/[^\w-]+/g, '_')}.png`;
	const binary = {
		[options.outputField || 'plan']: await run.context.helpers.prepareBinaryData(file, name, 'image/png'),
	};
	return { json: { planCode, ...picture, notDrawn }, binary };
}

/**
 * @param plan all of its features
 * @returns what makes the shape of a feature; with a name of a result, it lies above what is on the plan
 */
function shapesWith({ colorBy, colorField, labelField }: DrawOptions, plan: readonly Feature[]) {
	const codeOf = (field: string, label: string) =>
		dataFieldsOf(plan).size > 0 ? dataFieldCodes([field], rowColumnsOf(plan), label)[0] : '';
	const colorCode = colorBy === 'dataField' ? codeOf(colorField, 'Color Field') : '';
	const labelCode = labelField === '' ? '' : codeOf(labelField, 'Label Field');
	return (feature: Feature, result?: string): Shape | undefined => {
		const outline = outlineOf(feature);
		if (outline === undefined) return undefined;
		const type = String(feature.type);
		// Zones lie below rooms, which they hold together.
		const own = type === 'zone' ? 0 : type === 'room' ? 1 : 2;
		const categories = { type, dataField: valueOf(feature, colorCode) || NO_VALUE, result: result ?? ON_PLAN };
		const label = valueOf(feature, labelCode);
		// What has a value is seen above what has none.
		const layer = categories[colorBy] === NO_VALUE && outline.rings[0].length > 1 ? own - 3 : own;
		return { ...outline, category: categories[colorBy], layer, isChange: result !== undefined, label };
	};
}

/** @throws InvalidInputError unless items of Compare Features are there, in their full form */
function resultsIn(input: readonly JsonObject[]) {
	const compared = input.filter(({ feature, onPlan }) => isJsonObject(feature) || isJsonObject(onPlan));
	if (compared.every(({ result }) => typeof result !== 'string')) {
		throw new InvalidInputError(
			'Color By is Result, but no input item is one of Compare Features',
			'Connect Compare Features without a Result Format, or choose another Color By.',
		);
	}
	return compared.flatMap(({ result, feature, onPlan }) => {
		const [name] = RESULTS.get(result) ?? [];
		return name === undefined ? [] : [{ name, feature: Object(feature) as Feature, onPlan: Object(onPlan) as Feature }];
	});
}

/** The same for what Compare Features found on the plan, and for what was read. */
function outlineKeyOf({ type, geometry, position }: Feature): string {
	return JSON.stringify([type, geometry, position]);
}

function valueOf(feature: Feature, code: string): string {
	return String(dataValueOf(feature, code) ?? '').trim();
}

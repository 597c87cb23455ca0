import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { rowColumnsOf } from '../../../service/columns';
import { PAPER, drawPicture, outlineOf } from '../../../service/draw';
import type { Color, Picture, Shape } from '../../../service/draw';
import { dataFieldsOf, dataValueOf, extentOf, hasLocation } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { groupBy, isJsonObject, memo } from '../../../service/text';
import type { JsonObject } from '../../../service/text';
import { responseForAgent } from '../../shared/agent-tool';
import { dataFieldCode, dataFieldParameter } from '../../shared/data-field-parameter';
import { InvalidInputError, unwrap } from '../../shared/item-failure';
import { choice, flag, number, optionsOf, shownWhen, text } from '../../shared/parameter';
import type { Choice, ValueOf } from '../../shared/parameter';
import { requestOptions } from '../../shared/request-options';
import { mapInChunks, oneAtATime } from '../../shared/wait';
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

/** One item for each plan: `{ planCode, width, height, drawn, notDrawn }` and a PNG as binary. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new PlanRun(context);
	const input = context.getInputData();
	const groupOf = memo<{ items: number[]; picture?: Promise<INodeExecutionData> }, string>(() => ({ items: [] }));
	const inTurn = oneAtATime();
	const draw = async (request: PlanRequest<DrawOptions>, items: readonly number[]): Promise<INodeExecutionData> => {
		const plan = await run.readPlan(request);
		// A picture takes memory, so there is one at a time. All of its items are known by now.
		const own = items.map((item) => input[item].json);
		const drawn = await inTurn(async () => await drawPlan(run, request, plan, own));
		return { ...drawn, pairedItem: items.map((item) => ({ item })) };
	};
	const outputs = await run.forEachPlan(drawOptions, async (request, itemIndex) => {
		const group = groupOf(JSON.stringify(request));
		const isFirst = group.items.push(itemIndex) === 1;
		// Of a plan that fails each item fails.
		const picture = await (group.picture ??= draw(request, group.items));
		return isFirst ? [picture] : [];
	});
	run.hintAtMissed();
	const { hints } = run.reporter;
	return run.isTool ? [responseForAgent(outputs[0], { advice: 'Draw fewer plans.', hints })] : outputs;
}

const ON_PLAN = 'On plan';
const NO_VALUE = 'No value';
/** Of Compare Features, by the name in the legend: people who don't see red and green can distinguish their colors. */
const RESULTS = new Map<unknown, readonly [name: string, color: Color]>([
	['new', ['New', 0x66cc99]],
	['different', ['Different', 0x66ccff]],
	['onlyOnPlan', ['Only on plan', 0xff9966]],
	['unclear', ['Ambiguous', 0xff99cc]],
	['same', [ON_PLAN, PAPER]],
]);
export const COLORS = new Map<string, Color>([
	...RESULTS.values(),
	[NO_VALUE, PAPER],
	['wallSegment', 0x666666],
	['wallBlob', 0x666666],
]);

/**
 * Draws in chunks: n8n does its other work in between.
 * @param items the JSON of the input items
 */
async function drawPlan(
	run: PlanRun,
	{ planCode, options }: PlanRequest<DrawOptions>,
	plan: ReadPlan,
	items: JsonObject[],
): Promise<INodeExecutionData> {
	const session = await run.session();
	const assertRunning = () => void unwrap(session.whyNotSend());
	const { colorBy, colorField, labelField, width, legend, outputField } = options;
	const codeOf = (field: string, label: string) =>
		dataFieldsOf(plan.all).size > 0 ? dataFieldCode(field, rowColumnsOf(plan.all), label) : '';
	const colorCode = colorBy === 'dataField' ? codeOf(colorField, 'Color Field') : '';
	const labelCode = labelField === '' ? '' : codeOf(labelField, 'Label Field');
	const toShape = (feature: Feature, result: string): Shape | undefined => {
		const rings = outlineOf(feature);
		const categories = { type: String(feature.type), dataField: valueOf(feature, colorCode) || NO_VALUE, result };
		const category = categories[colorBy];
		// Zones hold rooms together. The edges of what has no color lie below all others.
		const layer = COLORS.get(category) === PAPER ? 2 : feature.type === 'zone' ? 0 : 1;
		return rings && { rings, extent: extentOf(rings), category, layer, label: valueOf(feature, labelCode) };
	};
	const results = colorBy === 'result' ? resultsIn(items) : [];
	const covered = groupBy(results, ({ onPlan }) => outlineKeyOf(onPlan));
	// As often as it was compared: two assets may have one outline.
	const others = plan.features.filter((one) => covered.get(outlineKeyOf(one))?.pop() === undefined);
	const features = [...others.map((feature) => ({ feature, name: ON_PLAN })), ...results];
	const shapes = await mapInChunks(features, ({ feature, name }) => toShape(feature, name), assertRunning);
	const visible = shapes.filter((shape) => shape !== undefined);
	const steps = drawPicture(visible, { width: Math.round(width), hasLegend: legend, known: COLORS });
	const { file, ...picture } = (await mapInChunks(steps, (step) => step, assertRunning)).pop() as Picture;
	const notDrawn = features.length - picture.drawn;
	const name = `${planCode.replace(/[^\w-]+/g, '_')}.png`;
	const binary = {
		[outputField.trim()]: await run.context.helpers.prepareBinaryData(file, name, 'image/png'),
	};
	return { json: { planCode, ...picture, notDrawn }, binary };
}

/** @throws InvalidInputError unless items of Compare Features are there, in their full form */
function resultsIn(items: readonly JsonObject[]) {
	const results = items.flatMap(({ result, ...both }) => {
		const [name] = RESULTS.get(result) ?? [];
		if (name === undefined || !isJsonObject(both.feature ?? both.onPlan)) return [];
		const [feature, onPlan] = [both.feature, both.onPlan].map((one) => Object(one) as Feature);
		return [{ name, feature: hasLocation(feature) ? feature : onPlan, onPlan }];
	});
	if (results.length > 0) return results;
	throw new InvalidInputError(
		'Color By is Result, but no input item is one of Compare Features',
		'Connect Compare Features without a Result Format, or choose another Color By.',
	);
}

/** The same for what Compare Features found on the plan, and for what was read. */
function outlineKeyOf({ type, geometry, position }: Feature): string {
	return JSON.stringify([type, geometry, position]);
}

function valueOf(feature: Feature, code: string): string {
	return String(dataValueOf(feature, code) ?? '').trim();
}

import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { GRAY, drawPicture, outlineOf } from '../../../service/draw';
import type { Colors, Picture, Shape } from '../../../service/draw';
import { dataValues } from '../../../service/plan';
import type { Feature } from '../../../service/plan';
import { isJsonObject } from '../../../service/text';
import type { JsonObject } from '../../../service/text';
import { responseForAgent, isAgentTool } from '../../shared/agent-tool';
import { dataFieldCodes, dataFieldParameter } from '../../shared/data-field-parameter';
import { asItemFailure } from '../../shared/failures';
import { InvalidInputError, ItemFailure, withContext } from '../../shared/item-failure';
import { filters } from '../../shared/filter-parameters';
import { choice, flag, number, optionsOf, shownWhen, text } from '../../shared/parameter';
import { locatePlans } from '../../shared/plan-parameter';
import type { Choice, ValueOf } from '../../shared/parameter';
import { requestOptions } from '../../shared/request-options';
import { ServiceRun, asJson, forEachItem } from '../../shared/service-run';
import { mapInChunks } from '../../shared/wait';
import { hintAtEmpty, plan, readPlan } from '../get-plan-features';

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

/** A picture that several items need is drawn once. */
interface Requested {
	itemIndexes: number[];
	made?: Promise<INodeExecutionData | ItemFailure>;
}

/** One item for each plan: `{ planCode, width, height, drawn, notDrawn }` and a PNG as binary. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { parameters } = run;
	const input = context.getInputData();
	const pictures = new Map<string, Requested>();
	const emptyPlans = new Map<string, string>();
	let last: Promise<unknown> = Promise.resolve();
	await locatePlans(run, input.length);
	const outputs = await forEachItem(run, async (itemIndex) => {
		const planCode = plan.read(parameters, itemIndex);
		try {
			const filter = filters.read(parameters, itemIndex);
			const options = drawOptions.read(parameters, itemIndex);
			const key = JSON.stringify([planCode, filter, options]);
			const picture: Requested = pictures.get(key) ?? { itemIndexes: [] };
			pictures.set(key, picture);
			// All items are here before the first plan is read, so by then a picture knows all of its items.
			picture.itemIndexes.push(itemIndex);
			picture.made ??= readPlan(run, planCode, filter, options).then(async (read) => {
				if (read instanceof ItemFailure) return read;
				if (read.whyNone !== undefined) emptyPlans.set(planCode, read.whyNone);
				const own = picture.itemIndexes.map((index) => input[index].json);
				// A picture takes memory, so there is one at a time.
				const drawn = last.then(async () => await drawPlan(run, { ...read, planCode, options, input: own }));
				last = drawn.catch(() => undefined);
				return { ...(await drawn), pairedItem: picture.itemIndexes.map((item) => ({ item })) };
			});
			const made = await picture.made;
			if (made instanceof ItemFailure) return made;
			return picture.itemIndexes[0] === itemIndex ? [made] : [];
		} catch (error) {
			return withContext(asItemFailure(error), { details: { planCode } });
		}
	});
	hintAtEmpty(run.reporter, emptyPlans);
	return isAgentTool(context.getNode()) ? [responseForAgent(outputs[0], { advice: 'Draw fewer plans.' })] : outputs;
}

const ON_PLAN = 'On plan';
const NO_VALUE = 'No value';
/** Of Compare Features, by the name in the legend: people who don't see red and green can distinguish their colors. */
const RESULTS: Record<string, readonly [name: string, colors: Colors]> = {
	new: ['New', [0x6c9, 0x063]],
	different: ['Different', [0x6cf, 0x039]],
	onlyOnPlan: ['Only on plan', [0xf96, 0xc30]],
	unclear: ['Ambiguous', [0xf9c, 0x936]],
};
const COLORS = new Map<string, Colors>([
	...Object.values(RESULTS),
	[ON_PLAN, [0xfff, 0x999]],
	[NO_VALUE, GRAY],
	['wallSegment', [0x666, 0x333]],
	['wallBlob', [0x666, 0x333]],
]);

interface PlanToDraw {
	planCode: string;
	/** All of the plan, and those that pass the filters. */
	all: Feature[];
	features: Feature[];
	options: ValueOf<typeof drawOptions>;
	/** The JSON of the input items. */
	input: JsonObject[];
}

/** Draws in chunks: n8n does its other work in between. */
export async function drawPlan(run: ServiceRun, plan: PlanToDraw): Promise<INodeExecutionData> {
	const { planCode, options, input } = plan;
	const session = await run.session();
	const inChunks = async <T, R>(list: Iterable<T>, work: (entry: T) => R) =>
		await mapInChunks(list, work, () => {
			const stopped = session.whyNotSend();
			if (stopped !== undefined) throw stopped;
		});
	const shapeOf = shapesWith(plan);
	const results = options.colorBy === 'result' ? resultsIn(input) : [];
	const covered = new Set(results.map(({ onPlan }) => shapeKeyOf(onPlan)));
	const features = results.length === 0 ? plan.features : plan.features.filter((one) => !covered.has(shapeKeyOf(one)));
	const shapes = await inChunks(features, (feature) => shapeOf(feature));
	const found = results.map(({ name, feature, onPlan }) => shapeOf(feature, name) ?? shapeOf(onPlan, name));
	const drawable = [...shapes, ...found].filter((shape) => shape !== undefined);
	const steps = drawPicture(drawable, { width: options.width, hasLegend: options.legend, colors: COLORS });
	const { file, width, height, drawn } = (await inChunks(steps, (step) => step)).pop() as Picture;
	const notDrawn = features.length + results.length - drawn;
	const name = `${planCode.replace(/[^\w-]+/g, '_')}.png`;
	const picture = await run.context.helpers.prepareBinaryData(file, name, 'image/png');
	return { json: asJson({ planCode, width, height, drawn, notDrawn }), binary: { [options.outputField]: picture } };
}

/** @returns what makes the shape of a feature; with a name of a result, it lies above what is on the plan */
function shapesWith({ all, options }: PlanToDraw): (feature: Feature, result?: string) => Shape | undefined {
	const { colorBy, colorField, labelField } = options;
	// A plan without features has no data fields.
	const codeOf = (field: string, label: string) => (all.length > 0 ? dataFieldCodes([field], all, label)[0] : '');
	const colorCode = colorBy === 'dataField' ? codeOf(colorField, 'Color Field') : '';
	const labelCode = labelField === '' ? '' : codeOf(labelField, 'Label Field');
	return (feature, result) => {
		const outline = outlineOf(feature);
		if (outline === undefined) return undefined;
		const type = String(feature.type);
		// Zones lie below rooms, which they hold together.
		const layer = type === 'zone' ? 0 : type === 'room' ? 1 : 2;
		const categories = { type, dataField: valueOf(feature, colorCode) || NO_VALUE, result: result ?? ON_PLAN };
		const label = labelCode === '' ? '' : valueOf(feature, labelCode);
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
	return compared
		.filter(({ result }) => Object.hasOwn(RESULTS, String(result)))
		.map(({ result, feature, onPlan }) => ({
			name: RESULTS[String(result)][0],
			feature: Object(feature) as Feature,
			onPlan: Object(onPlan) as Feature,
		}));
}

const shapeKeyOf = ({ type, geometry, position }: Feature) => JSON.stringify([type, geometry, position]);

const valueOf = ({ data }: Feature, code: string) => String(dataValues(data).get(code) ?? '').trim();

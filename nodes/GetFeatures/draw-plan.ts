import type { INodeExecutionData } from 'n8n-workflow';
import { GRAY, PlanPicture, outlineOf } from '../../service/draw';
import type { Colors, Shape } from '../../service/draw';
import { dataValues } from '../../service/plan';
import type { Feature } from '../../service/plan';
import { isJsonObject } from '../../service/text';
import type { JsonObject } from '../../service/text';
import { dataFieldCodes } from '../shared/data-field-parameter';
import { InvalidInputError } from '../shared/item-error';
import type { ValueOf } from '../shared/parameter';
import { asJson } from '../shared/service-run';
import type { ServiceRun } from '../shared/service-run';
import { mapInPieces } from '../shared/wait';
import type { drawOptions } from './draw-options';

const ON_PLAN = 'On plan';
const NO_VALUE = 'No value';
/** Of Compare Features: what is drawn over the plan, by its name in the legend. */
const RESULTS = new Map<unknown, string>([
	['new', 'New'],
	['different', 'Different'],
	['onlyOnPlan', 'Only on plan'],
	['unclear', 'Ambiguous'],
]);
/** The colors of results can be distinguished by people who don't see red and green. */
const COLORS = new Map<string, Colors>([
	['New', [0x66cc99, 0x006633]],
	['Different', [0x66ccff, 0x003399]],
	['Only on plan', [0xff9966, 0xcc3300]],
	['Ambiguous', [0xff99cc, 0x993366]],
	[ON_PLAN, [0xffffff, 0x999999]],
	[NO_VALUE, GRAY],
	['wallSegment', [0x666666, 0x333333]],
	['wallBlob', [0x666666, 0x333333]],
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

/** Draws in pieces, between which n8n does what else it has to do. */
export async function drawPlan(run: ServiceRun, plan: PlanToDraw): Promise<INodeExecutionData> {
	const { planCode, options, input } = plan;
	const session = await run.session();
	const inPieces = async <T, R>(list: Iterable<T>, work: (entry: T) => R) =>
		await mapInPieces(list, work, () => {
			const stopped = session.whyNotSend();
			if (stopped !== undefined) throw stopped;
		});
	const shapeOf = shapesWith(plan);
	const results = options.colorBy === 'result' ? resultsIn(input) : [];
	const covered = new Set(results.map(({ onPlan }) => shapeKeyOf(onPlan)));
	const features = results.length === 0 ? plan.features : plan.features.filter((one) => !covered.has(shapeKeyOf(one)));
	const shapes = await inPieces(features, (feature) => shapeOf(feature));
	const found = results.map(({ name, feature, onPlan }) => shapeOf(feature, name) ?? shapeOf(onPlan, name));
	const drawable = [...shapes, ...found].filter((shape) => shape !== undefined);
	const picture = new PlanPicture(drawable, { width: options.width, hasLegend: options.legend, colors: COLORS });
	await inPieces(picture.draw(), () => undefined);
	const { width, height } = picture;
	const drawn = picture.shapes.length;
	const notDrawn = features.length + results.length - drawn;
	const name = `${planCode.replace(/[^\w-]+/g, '_')}.png`;
	const file = await run.context.helpers.prepareBinaryData(picture.file, name, 'image/png');
	return {
		json: asJson({ planCode, width, height, drawn, notDrawn }),
		binary: { [options.outputField]: file },
	};
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
		return { outline, category: categories[colorBy], layer, isChange: result !== undefined, label };
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
		const name = RESULTS.get(result);
		return name === undefined ? [] : [{ name, feature: asFeature(feature), onPlan: asFeature(onPlan) }];
	});
}

const asFeature = (value: unknown): Feature => (isJsonObject(value) ? value : {});

const shapeKeyOf = ({ type, geometry, position }: Feature) => JSON.stringify([type, geometry, position]);

const valueOf = ({ data }: Feature, code: string) => String(dataValues(data).get(code) ?? '').trim();

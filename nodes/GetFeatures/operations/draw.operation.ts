import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { responseForAgent, isAgentTool } from '../../shared/agent-tool';
import { filters } from '../../shared/filter-parameters';
import { asItemFailure } from '../../shared/failures';
import { ItemFailure, withContext } from '../../shared/item-error';
import type { Choice } from '../../shared/parameter';
import { locatePlans } from '../../shared/plan-parameter';
import { ServiceRun, forEachItem } from '../../shared/service-run';
import { drawOptions } from '../draw-options';
import { drawPlan } from '../draw-plan';
import { hintAtEmpty, plan, readPlan } from '../get-plan-features';

export const option = {
	name: 'Draw Plan',
	value: 'draw',
	action: 'Draw plan',
	description: 'Get a picture of each plan, such as one of what Compare Features has found',
} satisfies Choice<'draw'>;

/** For an agent. */
export const toolDescription =
	'Draws a plan as a PNG file for the workflow, and tells how many features it shows. Needs the plan code, which a ' +
	'lookup of a floor or campus gives.';

interface Picture {
	itemIndexes: number[];
	made?: Promise<INodeExecutionData | ItemFailure>;
}

/** One item for each plan: `{ planCode, width, height, drawn, notDrawn }` and a PNG as binary. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = new ServiceRun(context);
	const { parameters } = run;
	const input = context.getInputData();
	const pictures = new Map<string, Picture>();
	const emptyPlans = new Map<string, string>();
	let last: Promise<unknown> = Promise.resolve();
	await locatePlans(run, input.length);
	const outputs = await forEachItem(run, async (itemIndex) => {
		const planCode = plan.read(parameters, itemIndex);
		try {
			const filter = filters.read(parameters, itemIndex);
			const options = drawOptions.read(parameters, itemIndex);
			const key = JSON.stringify([planCode, filter, options]);
			const picture: Picture = pictures.get(key) ?? { itemIndexes: [] };
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
	return isAgentTool(context.getNode()) ? [responseForAgent(outputs[0], { ask: 'Draw fewer plans.' })] : outputs;
}

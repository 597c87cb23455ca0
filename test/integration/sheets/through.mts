import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import { runNode } from '../../support/engine/outcome.mts';
import type { Service } from '../../support/engine/service.mts';
import { compare, push } from '../../support/engine/steps.mts';
import { readSheet } from './read-sheet.mts';

const all = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'];

/** What Compare says of the rows of a file, and what Push with Skip makes of them, twice. */
export async function through(service: Service, plan: Feature[], file: string, columns: INodeParameters = {}) {
	const [planCode] = service.plans(1, plan);
	const items = readSheet(file).map((row): IDataObject => ({ planCode, ...row }));
	const credential = service.credential();
	const parameters = { source: 'item', ...columns };
	const run = async (step: ReturnType<typeof push>, onError?: 'continueErrorOutput') =>
		await runNode({ ...step, items, credential, onError });
	const { success, failed } = await run(compare({ results: all }, parameters));
	const { error } = await run(push({ existing: 'skip' }, parameters));
	await run(push({ existing: 'skip' }, parameters), 'continueErrorOutput');
	const once = service.sandbox.features(planCode).slice(plan.length);
	await run(push({ existing: 'skip' }, parameters), 'continueErrorOutput');
	return {
		results: success.map(({ json }) => json.result),
		changes: success.flatMap(({ json }) => json.changes as IDataObject[]),
		failed,
		error: error?.message,
		once,
		gained: service.sandbox.features(planCode).slice(plan.length),
	};
}

export const valuesOf = ({ data }: Feature) => (data as IDataObject[]).map(({ value }) => value);

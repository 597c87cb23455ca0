import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { demo } from '../../tools/sandbox/demo/constants.mts';
import { codeFor } from '../../tools/sandbox/demo/seeded.mts';
import type { Step } from '../support/engine/execution.mts';
import { zone, zones } from '../support/engine/features.mts';
import type { Service } from '../support/engine/service.mts';
import { check, compare, draw, embed, getMany, getPlan, lookup, push } from '../support/engine/steps.mts';

/** One operation and what the contract needs to know about it. */
export interface OperationUnderContract {
	name: string;
	step: Step;
	/** Input of an item that succeeds; each has parameters of its own, given by expressions. */
	good(service: Service, index: number): IDataObject;
	/** Input of an item that fails. */
	bad(index: number): IDataObject;
	/** What the success output holds for a good item. */
	proves(outputs: INodeExecutionData[], input: IDataObject, service: Service): void;
	/** Requests that each item makes, whether it succeeds or fails. */
	requestsPerItem: 0 | 1;
	/** Successes come first, and what failed is run again only where nothing has succeeded and nothing was sent. */
	writes: boolean;
	/** One output item stands for all input items of a plan, so that pairs are lists. */
	joinsItems: boolean;
}

const reads = { requestsPerItem: 1, writes: false, joinsItems: false } as const;

const unknownPlan = (index: number) => ({
	planCode: `pln_unknown${index}`,
	limit: 1,
	kind: 'zone',
	features: [zone('lost')],
});

/** @param below how many output items each of the codes gives */
function lookupOperation(operation: string, resource: string, below: Record<string, number>): OperationUnderContract {
	const codes = Object.keys(below);
	return {
		...reads,
		name: `hierarchyLookup ${operation}`,
		step: lookup({ operation, resource }),
		good: (_service, index) => ({ code: codes[index % codes.length] }),
		bad: (index) => ({ code: `no_such_${index}` }),
		proves: (outputs, { code }) => {
			expect(outputs).toHaveLength(below[String(code)]);
			expect(operation === 'get' ? outputs[0].json.code : outputs[0].json.parentCode).toBe(code);
		},
	};
}

const building = (name: string) => codeFor('bldg', `Harbour Park/${name}`);
const floor = (name: string) => codeFor('flr', `Harbour Park/Harbour House/${name}`);

export const operations: OperationUnderContract[] = [
	lookupOperation('get', 'floor', { [floor('Level 1')]: 1, [floor('Level 2')]: 1, [floor('Level 3')]: 1 }),
	lookupOperation('getChildren', 'building', {
		[building('Harbour House')]: 4,
		[building('Mariner Court')]: 3,
		[building('The Boathouse')]: 2,
	}),
	// The third item asks for what the first asked for: equal lookups are requested once.
	lookupOperation('getDescendants', 'campus', { [demo.campusCode]: 12, [demo.otherCampusCode]: 3 }),
	{
		...reads,
		name: 'getFeatures getMany',
		step: getMany({}, { returnAll: false, limit: '={{ $json.limit }}' }),
		good: (service, index) => ({ planCode: service.plans(1, zones(5))[0], limit: index + 1 }),
		bad: unknownPlan,
		proves: (outputs, { planCode, limit }) => {
			expect(outputs.map(({ json }) => json.name)).toEqual(['zone 0', 'zone 1', 'zone 2'].slice(0, Number(limit)));
			expect(outputs.every(({ json }) => json.planCode === planCode)).toBe(true);
		},
	},
	{
		...reads,
		name: 'getFeatures getPlan',
		step: getPlan({}, { filters: { types: '={{ [$json.kind] }}' } }),
		good: (service, index) => ({
			planCode: service.plans(1, [zone('kept'), { type: 'diagram', name: 'kept' }])[0],
			kind: ['zone', 'diagram', 'zone'][index],
		}),
		bad: unknownPlan,
		proves: (outputs, { planCode, kind }) => {
			expect(outputs).toHaveLength(1);
			expect(outputs[0].json).toMatchObject({ planCode, count: 1, features: [{ type: kind }] });
		},
	},
	{
		...reads,
		name: 'getFeatures draw',
		step: draw({ width: '={{ $json.width }}' }),
		good: (service, index) => ({ planCode: service.plans(1, zones(index + 1))[0], width: 200 + index }),
		bad: (index) => ({ ...unknownPlan(index), width: 200 }),
		proves: (outputs, { planCode, width }) => {
			expect(outputs.map(({ json }) => json)).toEqual([expect.objectContaining({ planCode, width })]);
			expect(outputs[0].binary?.plan).toMatchObject({ mimeType: 'image/png', fileName: `${String(planCode)}.png` });
		},
		joinsItems: true,
	},
	{
		name: 'pushFeatures push',
		step: push({}, { author: '={{ $json.author }}' }),
		good: (service, index) => ({
			planCode: service.plans(1)[0],
			author: `author ${index}`,
			features: zones(index + 1, `item ${index} zone`),
		}),
		bad: unknownPlan,
		proves: (outputs, { planCode, features, author }, service) => {
			const pushed = (features as IDataObject[]).length;
			expect(outputs.map(({ json }) => json)).toEqual([
				expect.objectContaining({ planCode, pushed, skipped: 0, confirmed: 0 }),
			]);
			const requests = service.sandbox.requests.filter((request) => request.planCode === planCode);
			expect(requests.map((request) => request.author)).toEqual([author]);
		},
		requestsPerItem: 1,
		writes: true,
		joinsItems: true,
	},
	{
		name: 'pushFeatures check',
		step: check(),
		good: (service, index) => ({ planCode: service.plans(1, zones(index))[0], features: zones(index + 1) }),
		bad: unknownPlan,
		proves: (outputs, { planCode, features }) => {
			const valid = (features as IDataObject[]).length;
			expect(outputs.map(({ json }) => json)).toEqual([
				expect.objectContaining({ planCode, valid, invalid: 0, existing: valid - 1, new: 1, unclear: 0, problems: [] }),
			]);
		},
		requestsPerItem: 1,
		writes: true,
		joinsItems: true,
	},
	{
		name: 'pushFeatures compare',
		step: compare({ results: '={{ $json.results }}' }),
		good: (service, index) => ({
			planCode: service.plans(1, [zone('kept'), zone(`changed ${index}`, { area: 1 })])[0],
			results: [['different'], ['different', 'new'], ['new', 'different', 'same']][index],
			features: [zone('kept'), zone(`changed ${index}`, { area: 2 }), zone('new')],
		}),
		bad: (index) => ({ ...unknownPlan(index), results: ['new'] }),
		proves: (outputs, { planCode, results }) => {
			const found = outputs.map(({ json }) => json);
			expect(found.map(({ result }) => result).sort()).toEqual([...(results as string[])].sort());
			expect(found).toContainEqual(
				expect.objectContaining({ planCode, changes: [{ field: 'area', input: 2, onPlan: 1 }] }),
			);
		},
		requestsPerItem: 1,
		writes: true,
		joinsItems: false,
	},
	{
		...reads,
		name: 'embedUrl create',
		step: embed({ tokenSource: 'manual', viewerToken: '={{ $json.token }}', planCode: '={{ $json.planCode }}' }),
		good: (_service, index) => ({ token: `to+ken/${index}=`, planCode: `pln_${index}` }),
		bad: (index) => ({ token: '', planCode: `pln_${index}` }),
		proves: (outputs, { token, planCode }) => {
			const { url } = outputs[0].json.embed as { url: string };
			expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ viewerToken: token, planCode });
			expect(outputs[0].json).toMatchObject({ token, planCode });
		},
		requestsPerItem: 0,
	},
];

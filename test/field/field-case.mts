import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';
import { createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import type { WorkflowNode } from '../../tools/n8n/driver/workflows.mts';
import type { Feature } from '../../service/plan';
import { dataOf } from '../support/host/plan-data.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { plan } from '../support/host/run-on-items.mts';
import type { Part } from '../support/host/run-on-items.mts';

/** One feature of a plan by its data fields; every feature is a room with an outline. */
export type PlanRow = Record<string, string>;

/** What comes into the node: rows of a file by Extract from File, or items. */
export interface Input {
	file?: string;
	/** Options of Extract from File. */
	options?: Record<string, unknown>;
	items?: object[];
	/** Nodes between the input and ours, for the plan of the case and the other one. */
	nodes?: (planCode: string, otherPlan: string) => Part[];
	/** Settings of the workflow. */
	settings?: Record<string, unknown>;
}

/** A case of somebody's work: what comes in, what is on the plan, and what our nodes make of it. */
export interface FieldCase extends Input {
	/** As it is numbered in the list of cases, and what it shows. */
	name: string;
	plan: PlanRow[];
	/** Features of another plan. */
	otherPlan?: PlanRow[];
	/** Parameters of Push Plan Features, the same for Compare and Push. */
	parameters?: Record<string, unknown>;
	expected: {
		/** What Compare says, in order. */
		results?: string[];
		/** What Compare says of values that differ: field, input. */
		changes?: Array<[field: string, input: unknown]>;
		/** What stands in the title or description of the error that Push ends with. Nothing is sent then. */
		problem?: RegExp[];
		/** What is on the plan for good after Push, by the names of its data fields. */
		added?: PlanRow[];
		/** The properties of the first of them. */
		properties?: string[];
		hints?: RegExp[];
	};
}

const READERS: Partial<Record<string, string>> = { '.csv': 'csv', '.xlsx': 'xlsx', '.geojson': 'fromJson' };

/** A file becomes binary data of an item, as a trigger would give it, and Extract from File reads it. */
function readFile(file: string, options: object = {}): { items: object[]; nodes: Part[] } {
	const content = readFileSync(path.join(import.meta.dirname, 'files', file)).toString('base64');
	const operation = READERS[path.extname(file)];
	const asFile = { operation: 'toBinary', sourceProperty: 'content', options: { fileName: file } };
	return {
		items: [{ content }],
		nodes: [
			{ name: 'File', type: 'n8n-nodes-base.convertToFile', typeVersion: 1.1, parameters: asFile },
			{
				name: 'Rows',
				type: 'n8n-nodes-base.extractFromFile',
				typeVersion: 1,
				parameters: { operation, options },
			},
		],
	};
}

/** Runs the nodes of an input one after the other, and then ours. */
export async function runInput(
	{ n8n, credential }: PlanHost,
	input: Input,
	planCode: string,
	last: Part,
	otherPlan = '',
): Promise<ExecutionResult> {
	const read = input.file === undefined ? undefined : readFile(input.file, input.options);
	const items = read?.items ?? input.items ?? [];
	const trigger: Part = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const chain = [trigger, ...(read?.nodes ?? []), ...(input.nodes?.(planCode, otherPlan) ?? []), last];
	const draft = {
		name: last.name,
		nodes: chain.map((part, index): WorkflowNode => ({ ...part, position: [index * 200, 0] })),
		connections: Object.fromEntries(
			chain
				.slice(1)
				.map(({ name: node }, index) => [chain[index].name, { main: [[{ node, type: 'main', index: 0 }]] }]),
		),
		settings: input.settings ?? {},
		pinData: { Start: items.map((json) => ({ json })) },
	};
	return await n8n.run(await createWorkflow(n8n.session, withCredential(draft, credential)), { trigger: 'Start' });
}

const keyOf = (name: string, names: string[]) => `dfld_${String(names.indexOf(name)).padStart(25, 'f')}`;

const square = (x: number) => ({
	type: 'Polygon',
	coordinates: [
		[
			[x, 0],
			[x + 1, 0],
			[x + 1, 1],
			[x, 0],
		],
	],
});

/** Features of a plan side by side, each with all data fields (section 2.3, rule 3). @param first place among them */
export function featuresOf(rows: readonly PlanRow[], first = 0): Feature[] {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	return rows.map((row, index) => ({
		type: 'room',
		geometry: square((first + index) * 2),
		data: names.map((name) => ({ key: keyOf(name, names), name, value: row[name] ?? '' })),
	}));
}

/** What Compare and Push make of a case. */
export async function runCase(host: PlanHost, one: FieldCase): Promise<FieldCase['expected']> {
	const { sandbox } = host;
	const planCode = sandbox.addPlan();
	const features = featuresOf(one.plan);
	sandbox.setFeatures(planCode, features);
	const otherPlan = sandbox.addPlan();
	sandbox.setFeatures(otherPlan, featuresOf(one.otherPlan ?? [], one.plan.length));
	const results = ['new', 'different', 'same', 'onlyOnPlan', 'unclear'];
	const node = (operation: string, options: object): Part => ({
		...plan(operation, 'pushFeatures', {
			planCode,
			operation,
			...one.parameters,
			options: { ...options, ...Object(one.parameters?.options) },
		}),
		onError: 'stopWorkflow',
	});
	const compared = await runInput(host, one, planCode, node('compare', { results }), otherPlan);
	const pushed = await runInput(host, one, planCode, node('push', {}), otherPlan);
	const compareItems = compared.json('compare');
	const { error } = pushed.runs.push?.[0] ?? {};
	const hints = [...(compared.runs.compare?.[0]?.hints ?? []), ...(pushed.runs.push?.[0]?.hints ?? [])];
	const { expected } = one;
	const words = error === undefined ? '' : `${error.message}\n${String(error.description)}`;
	const added = sandbox.features(planCode).slice(features.length);
	return {
		...(expected.results === undefined ? {} : { results: compareItems.map(({ result }) => String(result)) }),
		...(expected.changes === undefined
			? {}
			: {
					changes: compareItems.flatMap(({ changes }) =>
						(changes as Array<{ field: string; input: unknown }>).map(({ field, input }): [string, unknown] => [
							field,
							input,
						]),
					),
				}),
		...(expected.problem === undefined ? {} : { problem: expected.problem.filter((pattern) => pattern.test(words)) }),
		...(expected.hints === undefined
			? {}
			: { hints: expected.hints.filter((pattern) => hints.some(({ message }) => pattern.test(message))) }),
		...(expected.properties === undefined ? {} : { properties: Object.keys(added[0] ?? {}).sort() }),
		added: added.map((feature) => dataOf(feature) as PlanRow),
	};
}

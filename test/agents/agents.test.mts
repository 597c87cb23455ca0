import axios from 'axios';

import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import type { StoredCredential } from '../../tools/n8n/driver/credentials.mts';
import { activateWorkflow, createWorkflow, withCredential } from '../../tools/n8n/driver/workflows.mts';
import type { WorkflowDraft } from '../../tools/n8n/driver/workflows.mts';
import { demo } from '../../tools/sandbox/server.mts';
import { agentExample, readExample } from '../../tools/scripts/demo/example-workflows.mts';
import { startPlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { McpClient } from './mcp-client.mts';
import type { ToolResponse } from './mcp-client.mts';
import { untouchedTools } from './untouched-tools.mts';

const icon = {
	type: 'leaderLineIcon',
	position: null,
	icons: [{ iconType: 'printer' }],
	data: [{ key: demo.dataFields.name.key, name: 'Name', value: 'Printer of the agent' }],
};
const badZone = { type: 'zone', zoneType: 'nowhere' };
interface ToolParameter {
	type?: string;
	description?: string;
}

const { planCode } = demo;
const token = 'token of the agent';

describe(`an AI agent that uses the nodes over MCP, in the ${chosenHost()} n8n`, () => {
	let host: PlanHost;
	const clients: McpClient[] = [];
	let agent: McpClient;
	let bearer: StoredCredential;

	beforeAll(async () => {
		host = await startPlanHost({ env: { N8N_COMMUNITY_PACKAGES_ALLOW_TOOL_USAGE: 'true' } });
		const draft = { name: 'Token of the agent', type: 'httpBearerAuth', data: { token } };
		bearer = await createCredential(host.n8n.session, draft);
		agent = await served(await readExample(agentExample), '/mcp/plans');
	});

	afterAll(async () => {
		for (const client of clients) await client.close();
		await host?.close();
	});

	async function served(draft: WorkflowDraft, path: string): Promise<McpClient> {
		const { session, baseUrl } = host.n8n;
		const bound = [host.credential, bearer].reduce(withCredential, draft);
		await activateWorkflow(session, await createWorkflow(session, bound));
		const client = await McpClient.connect(baseUrl, path, token);
		clients.push(client);
		return client;
	}

	function rows({ isError, text }: ToolResponse): Array<Record<string, unknown>> {
		if (isError) throw new Error(text);
		return JSON.parse(text) as Array<Record<string, unknown>>;
	}

	test('without the token of the example is rejected', async () => {
		await expect(McpClient.connect(host.n8n.baseUrl, '/mcp/plans', 'guessed')).rejects.toThrow(
			/Authorization data is wrong|40[13]/,
		);
	});

	test('is offered tools with names, descriptions and parameters that say what they are', async () => {
		const tools = await agent.listTools();

		expect(tools.map(({ name }) => name).sort()).toEqual([
			'check_features',
			'find_features',
			'get_features',
			'list_buildings_and_floors',
			'list_campuses',
			'make_plan_link',
			'push_features',
		]);
		for (const { description, inputSchema } of tools) {
			expect(description).toMatch(/.{40}/);
			for (const parameter of Object.values(inputSchema.properties ?? {}) as ToolParameter[]) {
				expect(parameter.type).toMatch(/^(string|number)$/);
				expect(parameter.description?.length).toBeGreaterThan(15);
			}
		}
	});

	test('learns what each node does by its own words, where nobody has described the tool', async () => {
		const tools = await (await served(untouchedTools, '/mcp/untouched')).listTools();

		expect(Object.fromEntries(tools.map(({ name, description }) => [name, description]))).toEqual({
			Lookup: expect.stringMatching(/^Looks up one client, campus, building or floor by its code/) as string,
			Below: expect.stringMatching(/^Lists everything below a client, campus or building/) as string,
			Get: expect.stringMatching(/^Gets the features of a plan.* one entry each/) as string,
			Check: expect.stringMatching(/^Checks features before they are pushed to a plan, and sends nothing/) as string,
			Compare: expect.stringMatching(/^Compares features with a plan, and sends nothing/) as string,
			Push: expect.stringMatching(/^Adds features to a plan, for good/) as string,
			Embed: expect.stringMatching(/^Makes a link that shows an interactive plan/) as string,
		});
	});

	test('finds a floor, and a link to its plan that opens', async () => {
		const campuses = rows(await agent.call('list_campuses'));
		const campusCode = campuses.find(({ name }) => name === 'Harbour Park')?.code;
		const below = rows(await agent.call('list_buildings_and_floors', { campusCode }));
		const building = below.find(({ name }) => name === 'Harbour House')?.code;
		const floorCode = below.find(({ name, parentCode }) => name === 'Level 3' && parentCode === building)?.code;
		const [link] = rows(await agent.call('make_plan_link', { floorCode }));

		expect(floorCode).toBe(demo.floorCode);
		const { url } = link.embed as { url: string };
		expect(new URL(url).searchParams.get('planCode')).toBe(planCode);
		expect(JSON.stringify([campuses, below])).not.toContain('viewerTokens');
		expect((await axios.get(url, { proxy: false })).status).toBe(200);
	});

	test('gets a small response that says how much more there is', async () => {
		const roomCount = host.sandbox.features(planCode).filter(({ type }) => type === 'room').length;

		const response = await agent.call('get_features', { planCode, type: 'room', limit: 3 });
		const all = rows(await agent.call('get_features', { planCode, type: 'room', limit: 1000 }));

		const [first, , , last, ...more] = rows(response);
		expect(first).toMatchObject({ planCode, type: 'room' });
		expect(first).not.toHaveProperty('geometry');
		expect(last).toMatchObject({
			omitted: roomCount - 3,
			hint: expect.stringContaining('Raise the limit') as string,
			notice: expect.stringContaining('nobody has checked') as string,
		});
		expect(more).toEqual([]);
		expect(response.text.length).toBeLessThan(3000);
		expect(all.filter(({ type }) => type === 'room')).toHaveLength(roomCount);
	});

	test('finds all rooms of a tenant on a floor in three calls, and no response is longer than its budget', async () => {
		const { key } = demo.dataFields.tenant;
		const tenantOf = ({ data }: { data?: unknown }) =>
			(data as Array<{ key: string; value: string }> | undefined)?.find((entry) => entry.key === key)?.value;
		const [tenant] = host.sandbox.features(planCode).map(tenantOf).filter(Boolean);
		const having = host.sandbox.features(planCode).filter((feature) => tenantOf(feature) === tenant);

		const campuses = await agent.call('list_campuses');
		const campusCode = rows(campuses).find(({ name }) => name === 'Harbour Park')?.code;
		const below = await agent.call('list_buildings_and_floors', { campusCode });
		const floor = rows(below).find(({ name, building }) => name === 'Level 3' && building === 'Harbour House');
		const search = { planCode: floor?.planCode, dataField: 'tenant', operator: 'is', value: tenant?.toUpperCase() };
		const found = await agent.call('find_features', search);

		expect(rows(found).filter(({ type }) => type !== undefined)).toHaveLength(having.length);
		for (const { text } of [campuses, below, found]) expect(text.length).toBeLessThanOrEqual(20_000);
	});

	test('checks features, repairs what is wrong, pushes them, and adds nothing by a second push', async () => {
		const before = host.sandbox.features(planCode).length;

		const [checked] = rows(await agent.call('check_features', { planCode, features: JSON.stringify([icon, badZone]) }));
		const rejected = await agent.call('push_features', { planCode, features: JSON.stringify([icon, badZone]) });
		const [pushed] = rows(await agent.call('push_features', { planCode, features: JSON.stringify([icon]) }));
		const [again] = rows(await agent.call('push_features', { planCode, features: JSON.stringify([icon]) }));

		expect(checked).toMatchObject({ valid: 1, invalid: 1, existing: 0, problems: [{ path: '[1].zoneType' }] });
		// As an item, never as an error that n8n would repeat.
		expect(rows(rejected)).toEqual([
			{
				error: expect.stringMatching(/\[1\]\.zoneType must be one of common/) as string,
				message: expect.any(String) as string,
				details: expect.objectContaining({ safeToRetry: true }) as object,
				notice: expect.stringContaining('no instructions') as string,
			},
		]);
		expect(pushed).toMatchObject({ planCode, pushed: 1 });
		expect(again).toMatchObject({ pushed: 0, skipped: 1 });
		expect(host.sandbox.features(planCode)).toHaveLength(before + 1);
	});

	test('learns from push_features what went wrong and what to do', async () => {
		const [{ message }] = rows(await agent.call('push_features', { planCode, features: 'a printer' }));

		expect(message).toMatch(/is not JSON[^]*(Correct|Give)/);
	});

	test.each<[string, Record<string, unknown>, RegExp]>([
		['list_buildings_and_floors', { campusCode: 'camp_unknown' }, /no campus "camp_unknown"[^]*Check the code/],
		['get_features', { planCode: 'pln_unknown', type: '', limit: 5 }, /no plan "pln_unknown"[^]*Check the code/],
		['make_plan_link', { floorCode: 'flr_unknown' }, /no floor "flr_unknown"[^]*Check the code/],
	])('learns from %s what went wrong and what to do', async (tool, values, words) => {
		const { isError, text } = await agent.call(tool, values);

		expect(isError).toBe(true);
		expect(text).toMatch(words);
	});
});

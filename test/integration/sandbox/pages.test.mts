import axios from 'axios';
import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import { useSandboxSession } from './session.mts';

const http = axios.create({ proxy: false, validateStatus: () => true });

describe('the sandbox: its pages for people', () => {
	const printed: string[] = [];
	const session = useSandboxSession({ onMessage: (text) => printed.push(text) });

	test('its address shows the credential by the labels of the dialog, and plans that open', async () => {
		const { data: page } = await session.open('/');
		const text = page.replaceAll('&amp;', '&');

		expect(text).toContain(`<th>Partner Code</th><td>${demo.partnerCode}</td>`);
		expect(text).toContain(`<th>API Secret</th><td>${session.sandbox.credential.apiSecret}</td>`);
		const links = [...text.matchAll(/href="(\/plans-embed[^"]+)">([^<]+)/g)];
		expect(links.map(([, , name]) => name)).toContain('Harbour House, Level 3');
		expect(links).toHaveLength(12);
		for (const [, address] of links) expect((await session.open(address)).status).toBe(200);
	});

	test('a message is printed as one line, and shown on the page as text', async () => {
		const { status, data } = await http.post(`${session.sandbox.baseUrl}/messages`, {
			text: '3 assets\u001b[2J\n<b>none</b>',
		});
		await http.post(`${session.sandbox.baseUrl}/messages`, 'plain words', {
			headers: { 'content-type': 'text/plain' },
		});

		expect([status, data]).toEqual([204, '']);
		expect(printed).toEqual(['{"text":"3 assets\\u001b[2J\\n<b>none</b>"}', 'plain words']);
		expect((await session.open('/')).data).toContain('&lt;b&gt;none&lt;/b&gt;');
	});

	test('a room that is chosen on the plan page gets another tenant, and keeps everything else', async () => {
		const { data: floor } = await session.get(`/Floors/${demo.floorCode}`);
		const query = new URLSearchParams({ viewerToken: floor.viewerTokens.allAreas, planCode: demo.planCode });
		const page = `/plans-embed/v1/plan?${query}`;
		const room = session.sandbox.features(demo.planCode).find(({ type }) => type === 'room');
		const id = String(room?.code);
		const before = structuredClone(room);

		const { data: plan } = await session.open(page);
		const [, link = ''] = new RegExp(`href="([^"]+room=${id})"`).exec(plan) ?? [];
		const { data: chosen } = await session.open(`/plans-embed/v1/plan${link.replaceAll('&amp;', '&')}`);
		expect(chosen).toContain(`name="room" value="${id}"`);
		const change = new URLSearchParams({ room: id, tenant: 'Ann & "Bob"' });
		const response = await http.post(`${session.sandbox.baseUrl}${page}`, change);

		expect(response.status).toBe(200);
		expect(response.data).toContain('value="Ann &amp; &quot;Bob&quot;"');
		const after = session.sandbox.features(demo.planCode).find(({ code }) => code === id);
		const tenantOf = (data: unknown) => (data as Array<{ name: string }>).filter(({ name }) => name === 'Tenant');
		const others = (data: unknown) => (data as Array<{ name: string }>).filter(({ name }) => name !== 'Tenant');
		expect(tenantOf(after?.data)).toEqual([{ ...demo.dataFields.tenant, value: 'Ann & "Bob"' }]);
		expect(others(after?.data)).toEqual(others(before?.data));
		expect({ ...after, data: [] }).toEqual({ ...before, data: [] });
	});

	test('a change without its room, of another room or without the right token changes nothing', async () => {
		const { data: floor } = await session.get(`/Floors/${demo.floorCode}`);
		const post = async (viewerToken: string, form: Record<string, string>) => {
			const query = new URLSearchParams({ viewerToken, planCode: demo.planCode });
			return (await http.post(`${session.sandbox.baseUrl}/plans-embed/v1/plan?${query}`, new URLSearchParams(form)))
				.status;
		};
		const { allAreas } = floor.viewerTokens;
		const before = structuredClone(session.sandbox.features(demo.planCode));

		expect(await post(allAreas, { tenant: 'Ann' })).toBe(400);
		expect(await post(allAreas, { room: 'feat_none', tenant: 'Ann' })).toBe(404);
		expect(await post('other', { room: String(before[10].code), tenant: 'Ann' })).toBe(403);
		expect(session.sandbox.features(demo.planCode)).toEqual(before);
	});

	test('a port that is taken and a plan that is not there are reported by their switches', async () => {
		const port = Number(new URL(session.sandbox.baseUrl).port);

		await expect(startSandbox({ port })).rejects.toThrow(
			`Port ${port} of 127.0.0.1 is taken, maybe by another sandbox. Name another one with --port`,
		);
		await expect(startSandbox({ settings: { migratingPushes: { pln_none: 1 } } })).rejects.toThrow(
			'--reject-pushes: there is no plan "pln_none" here',
		);
	});
});

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

import { TIME_LIMIT_MS } from '../../tools/n8n/driver/time-limit.mts';
import { requestWhenRegistered } from '../../tools/n8n/driver/webhooks.mts';

export interface ToolResponse {
	isError: boolean;
	text: string;
}

/** A client of the Model Context Protocol over streamable HTTP: what an agent has, without the model. */
export class McpClient {
	private constructor(private readonly client: Client) {}

	/** @param path of the trigger, such as `/mcp/plans`. @param token that it wants */
	static async connect(baseUrl: string, path: string, token: string): Promise<McpClient> {
		// Without a session n8n doesn't end one, but not with 404.
		await requestWhenRegistered(baseUrl, path, { method: 'delete' });
		const client = new Client({ name: 'test', version: '1' });
		const requestInit = { headers: { Authorization: `Bearer ${token}` } };
		await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}${path}`), { requestInit }));
		return new McpClient(client);
	}

	async listTools(): Promise<Tool[]> {
		const { tools } = await this.client.listTools();
		return tools;
	}

	async call(name: string, values: Record<string, unknown> = {}): Promise<ToolResponse> {
		const { content, isError } = await this.client.callTool({ name, arguments: values }, undefined, {
			timeout: TIME_LIMIT_MS,
		});
		const parts = content as Array<{ text: string }>;
		return { isError: isError === true, text: parts.map(({ text }) => text).join('\n') };
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}

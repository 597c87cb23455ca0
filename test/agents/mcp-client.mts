import axios from 'axios';
import type { AxiosInstance } from 'axios';

import { requestWhenRegistered } from '../../hosts/driver/webhooks.mts';

export interface McpTool {
	name: string;
	description: string;
	inputSchema: { properties?: Record<string, { description?: string; type?: string }> };
}

export interface ToolAnswer {
	isError: boolean;
	text: string;
}

interface Reply {
	result?: unknown;
	error?: { message: string };
}

const PROTOCOL = '2025-03-26';
const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };

/** A client of the Model Context Protocol over streamable HTTP: what an agent has, without the model. */
export class McpClient {
	private id = 0;

	private constructor(private readonly http: AxiosInstance) {}

	/** @param path of the trigger, such as `/mcp/plans` */
	static async connect(baseUrl: string, path: string): Promise<McpClient> {
		const params = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
		const answer = await requestWhenRegistered(baseUrl, path, {
			method: 'post',
			headers,
			data: { jsonrpc: '2.0', id: 0, method: 'initialize', params },
			responseType: 'text',
		});
		replyIn(String(answer.data));
		const session = String(answer.headers['mcp-session-id']);
		const http = axios.create({
			baseURL: `${baseUrl}${path}`,
			method: 'post',
			proxy: false,
			timeout: 120_000,
			responseType: 'text',
			headers: { ...headers, 'Mcp-Session-Id': session, 'Mcp-Protocol-Version': PROTOCOL },
		});
		await http.request({ data: { jsonrpc: '2.0', method: 'notifications/initialized' } });
		return new McpClient(http);
	}

	async listTools(): Promise<McpTool[]> {
		const { tools } = await this.ask<{ tools: McpTool[] }>('tools/list', {});
		return tools;
	}

	async call(name: string, values: Record<string, unknown> = {}): Promise<ToolAnswer> {
		const { content, isError = false } = await this.ask<{ content: Array<{ text: string }>; isError?: boolean }>(
			'tools/call',
			{ name, arguments: values },
		);
		return { isError, text: content.map(({ text }) => text).join('\n') };
	}

	private async ask<Result>(method: string, params: object): Promise<Result> {
		const { data } = await this.http.request<string>({ data: { jsonrpc: '2.0', id: ++this.id, method, params } });
		return replyIn(data) as Result;
	}
}

/** The answer comes as JSON, or as the one event of a stream. */
function replyIn(body: string): unknown {
	const data = body.split('\n').filter((line) => line.startsWith('data:'));
	const { result, error } = JSON.parse(data.length === 0 ? body : data[data.length - 1].slice('data:'.length)) as Reply;
	if (error !== undefined) throw new Error(`The MCP server refused: ${error.message}`);
	return result;
}

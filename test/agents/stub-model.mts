import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a tool that the model asks for. */
export interface ToolCall {
	tool: string;
	values: Record<string, unknown>;
}

interface Message {
	role: string;
	content: unknown;
}

/**
 * A chat model over HTTP, as far as n8n's OpenAI Chat Model asks: it calls the tools that a test says, and then repeats
 * what they gave.
 */
export interface StubModel {
	/** For the credential: ends with /v1. */
	url: string;
	/** What it asks for at once when it is asked next. */
	calls: ToolCall[];
	close(): Promise<void>;
}

export async function startStubModel(): Promise<StubModel> {
	const model: StubModel = { url: '', calls: [], close: async () => await Promise.resolve() };
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: Message[] };
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(completion(messageOf(model.calls, messages))));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	model.close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return model;
}

/** Once the tools have responded, their responses are the model's own. */
function messageOf(calls: ToolCall[], messages: Message[]): object {
	const responses = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
	if (responses.length > 0) return { role: 'assistant', content: JSON.stringify(responses) };
	const toolCalls = calls.map(({ tool, values }, index) => ({
		id: `call_${index}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(values) },
	}));
	return { role: 'assistant', content: null, tool_calls: toolCalls };
}

function completion(message: object): object {
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
	return {
		id: 'stub',
		object: 'chat.completion',
		created: 0,
		model: 'stub',
		usage,
		choices: [{ index: 0, message, finish_reason: finish }],
	};
}

import type { INode } from 'n8n-workflow';

/** Whether an AI agent runs the node: n8n gives the tool that it makes of a node the node's type and "Tool". */
export function isAgentTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/**
 * What an AI agent is told of the node as its tool, for each operation: n8n's own field of this name tells the same of
 * all operations, so that a tool that only checks would be described as one that pushes. Shown for tools alone, where a
 * person may write other words.
 * @param describedWhen the words, and when they are about what the node does
 */
export function toolDescriptions(
	describedWhen: ReadonlyArray<[show: IDisplayOptions['show'], words: string]>,
): INodeProperties[] {
	return describedWhen.map(([show, words]) => ({
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		default: words,
		required: true,
		description: 'What the agent is told about this tool: what it does, and what it needs',
		displayOptions: { show: { '@tool': [true], ...show } },
	}));
}

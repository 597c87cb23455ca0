import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { EmbedUrl } from '../../nodes/EmbedUrl/EmbedUrl.node';
import { GetFeatures } from '../../nodes/GetFeatures/GetFeatures.node';
import { HierarchyLookup } from '../../nodes/HierarchyLookup/HierarchyLookup.node';
import { PushFeatures } from '../../nodes/PushFeatures/PushFeatures.node';

/** The choices of the node's own parameters, each with the defaults of the others. */
function everyChoice({ properties }: INodeTypeDescription): INodeParameters[] {
	const lists = properties.filter(({ type }) => type === 'options');
	const defaults = Object.fromEntries(lists.toReversed().map((property) => [property.name, property.default]));
	return lists.flatMap((property) =>
		valuesOf(property).map((value) => ({
			...defaults,
			...shownBy(property, 'resource'),
			...shownBy(property, 'operation'),
			[property.name]: value,
		})),
	) as INodeParameters[];
}

const valuesOf = ({ options = [] }: INodeProperties) => (options as INodePropertyOptions[]).map(({ value }) => value);

function shownBy({ displayOptions }: INodeProperties, name: string): object {
	const [value] = displayOptions?.show?.[name] ?? [];
	return value === undefined ? {} : { [name]: value };
}

/** What the nodes panel calls the operations: the words for the canvas, too. */
function actionsOf({ properties }: INodeTypeDescription): string[] {
	const operations = properties.filter(({ name }) => name === 'operation');
	return operations.flatMap(({ options = [] }) =>
		(options as INodePropertyOptions[]).map(({ action }) => action ?? ''),
	);
}

test.each([new EmbedUrl(), new GetFeatures(), new HierarchyLookup(), new PushFeatures()])(
	'whatever is chosen, n8n names the node by itself or by the action of its operation: %#',
	({ description }) => {
		const names = [description.displayName, ...actionsOf(description as INodeTypeDescription)];
		for (const parameters of everyChoice(description as INodeTypeDescription)) {
			expect(names).toContain(NodeHelpers.makeNodeName(parameters, description as INodeTypeDescription));
		}
	},
);

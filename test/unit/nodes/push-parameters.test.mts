import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import { PushFeatures } from '../../../nodes/PushFeatures/PushFeatures.node.ts';

const { description } = new PushFeatures();

/** What the panel shows of a node that was just added, but for the credential; `given` was set. */
function shown(given: INodeParameters = {}): string[] {
	const node = { name: 'Push', type: 'pushFeatures', typeVersion: 1, parameters: given } as INode;
	const values = NodeHelpers.getNodeParameters(description.properties, given, true, false, node, description);
	return description.properties
		.filter((one) => one.type !== 'hidden')
		.filter((one) => NodeHelpers.displayParameter(values ?? {}, one, node, description))
		.map(({ displayName }) => displayName);
}

test('at first sight Push shows seven parameters at most', () => {
	expect(shown()).toEqual([
		'Operation',
		'Plan Code',
		'Source',
		'Columns',
		'Feature Type Name or ID',
		'Author',
		'Options',
	]);
});

test('Compare asks for no Author, and Zone Type stands only beside the Feature Type zone', () => {
	const compared = shown({ operation: 'compare' });

	expect(compared).not.toContain('Author');
	expect(compared.length).toBeLessThanOrEqual(7);
	expect(compared).not.toContain('Zone Type');
	expect(shown({ featureType: 'zone' })).toContain('Zone Type');
});

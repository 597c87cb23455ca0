import { Workflow } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { PushFeatures } from '../../../nodes/PushFeatures/PushFeatures.node.ts';
import { nodeTypes } from '../../support/engine/node-types.mts';

const AGAIN = /^Each run adds these features again/;
const FOR_EACH = /^No expression makes these features depend on the item/;

/** What the panel says, judged by n8n's expressions as its editor does. */
function shown(parameters: INodeParameters, items = 1): string[] {
	const node = { id: 'push', name: 'Push', type: 'pushFeatures', typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const workflow = new Workflow({ id: 'workflow', nodes: [node], connections: {}, active: false, nodeTypes });
	const input = Array.from({ length: items }, (_, index) => ({ json: { index }, pairedItem: index }));
	return (new PushFeatures().description.hints ?? [])
		.filter(({ displayCondition = '=true' }) => workflow.expression.getParameterValue(displayCondition, null, 0, 0, 'Push', input, 'manual', {}) === true)
		.map(({ message }) => message);
}

test('a push that does not skip says that each run adds the features again', () => {
	expect(shown({})).toEqual([expect.stringMatching(AGAIN)]);
	expect(shown({ operation: 'push', options: { existing: 'push' } })).toEqual([expect.stringMatching(AGAIN)]);
	expect(shown({ options: { existing: 'skip' } })).toEqual([]);
	expect(shown({ operation: 'check' })).toEqual([]);
	expect(shown({ operation: 'compare' })).toEqual([]);
});

test('typed features and several items: they are pushed once for each', () => {
	const skip = { existing: 'skip' };
	const json = { source: 'json', featureJson: '{ "type": "leaderLineIcon", "note": "a=b" }', options: skip };
	const form = { source: 'form', featureType: 'zone', data: { entries: [{ name: 'Tenant', value: 'x = y' }] }, options: skip };

	expect(shown(json, 2)).toEqual([expect.stringMatching(FOR_EACH)]);
	expect(shown(form, 2)).toEqual([expect.stringMatching(FOR_EACH)]);
	expect(shown(json)).toEqual([]);
	expect(shown({ ...json, featureJson: '={{ $json.feature }}' }, 2)).toEqual([]);
	expect(shown({ ...form, data: { entries: [{ name: 'Tenant', value: '={{ $json.tenant }}' }] } }, 2)).toEqual([]);
	expect(shown({ ...form, geometry: '={{ $json.geometry }}' }, 2)).toEqual([]);
	expect(shown({ ...json, operation: 'check' }, 2)).toEqual([]);
	expect(shown({ source: 'item', options: skip }, 2)).toEqual([]);
});

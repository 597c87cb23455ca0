import type { INodeParameters } from 'n8n-workflow';
import { demo } from '../../../tools/sandbox/server.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { lookup } from '../../support/engine/steps.mts';

const service = useService();

async function look(parameters: INodeParameters) {
	return await runNode({ ...lookup(parameters), items: [{}], credential: service.credential() });
}

function answerOnce(answer: object): void {
	service.sandbox.intercept({
		route: 'lookup',
		reply: { status: 200, body: JSON.stringify({ code: 'x', name: 'X', viewerTokens: {}, ...answer }) },
	});
}

test('Kinds lists floors only', async () => {
	const { success } = await look({
		resource: 'campus',
		operation: 'getDescendants',
		code: demo.campusCode,
		options: { kinds: ['floor'] },
	});

	expect(success).toHaveLength(9);
	expect(new Set(success.map(({ json }) => json.resource))).toEqual(new Set(['floor']));
});

test('a list of children that is null is an empty one', async () => {
	answerOnce({ buildings: null });
	const { success, error } = await look({ resource: 'campus', operation: 'getChildren', code: 'x' });

	expect(error).toBeUndefined();
	expect(success).toEqual([]);
});

test('a service that nests one level only is reported in a hint', async () => {
	answerOnce({ campuses: [{ code: 'c', name: 'C' }] });
	const { success, hints } = await look({ resource: 'client', operation: 'getDescendants', code: 'x' });

	expect(success).toHaveLength(1);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/does not say here what lies below its campuses\. Connect a further/),
	]);
});

test('so is one that nests two', async () => {
	answerOnce({ campuses: [{ code: 'c', name: 'C', buildings: [{ code: 'b', name: 'B' }] }] });
	const { hints } = await look({ resource: 'client', operation: 'getDescendants', code: 'x' });

	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/below its buildings/)]);
});

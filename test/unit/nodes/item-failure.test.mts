import { NodeOperationError } from 'n8n-workflow';
import { asItemFailure } from '../../../nodes/shared/failures.ts';

const node = {
	id: 'n',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

describe('what n8n throws, as a failure', () => {
	it('keeps its words and what it says to do', () => {
		const thrown = new NodeOperationError(node, 'The expression failed', { description: 'Correct it' });

		expect(asItemFailure(thrown)).toMatchObject({
			message: 'The expression failed',
			advice: 'Correct it',
			details: { safeToRetry: true },
		});
	});

	it.each([undefined, null, 'text', {}, new Error(''), { message: 7 }])(
		'has words of its own for %j, which has none',
		(thrown) => {
			expect(asItemFailure(thrown)).toMatchObject({
				message: 'Something unexpected happened',
				advice: 'Check the parameters of the node.',
			});
		},
	);
});

import { stringify } from 'flatted';
import { ExecutionResult } from '../../tools/n8n/driver/execution-result.mts';

const ran = { Ask: [{ executionStatus: 'success', executionTime: 1 }] };

const toRun = { executionData: { nodeExecutionStack: [{ node: { name: 'Push' } }] } };

/** n8n 1.x stores the status of an execution a moment before its data. */
describe('an execution that n8n has stored as ended', () => {
	it.each([
		['with nothing yet', undefined, false],
		['with an empty record', { resultData: { runData: {} } }, false],
		['with what ran before its wait', { resultData: { runData: ran }, ...toRun, waitTill: '3000-01-01' }, false],
		['with what ran before its wait, once it goes on', { resultData: { runData: ran }, ...toRun }, false],
		['with what ran', { resultData: { runData: ran }, executionData: { nodeExecutionStack: [] } }, true],
		['with an error alone', { resultData: { runData: {}, error: { message: 'no' } } }, true],
	])('%s', (_what, data, hasData) => {
		const result = new ExecutionResult({ id: '1', status: 'success', data: stringify(data) });
		expect(result).toMatchObject({ hasEnded: true, hasData });
	});
});

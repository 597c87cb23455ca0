// n8n loads this by EXTERNAL_HOOK_FILES: after each execution it writes down, as one line, how long the
// execution and its nodes took by n8n's own clock. Nothing of the items is read or kept.
const { appendFileSync } = require('node:fs');

function nodeTimes(runData) {
	const times = {};
	for (const [name, [run]] of Object.entries(runData)) {
		const outputs = (run.data?.main ?? []).map((items) => items ?? []);
		times[name] = {
			ms: run.executionTime,
			items: outputs.flat().length,
			failed: outputs.flat().filter(({ error, json }) => error || json.error).length,
			...(run.error ? { error: run.error.message } : {}),
		};
	}
	return times;
}

async function postExecute(run, workflow, executionId) {
	const { error, runData = {} } = run.data?.resultData ?? {};
	const line = {
		executionId,
		workflow: workflow.name,
		status: run.status,
		ms: new Date(run.stoppedAt) - new Date(run.startedAt),
		nodes: nodeTimes(runData),
		...(error ? { error: error.message } : {}),
	};
	appendFileSync(process.env.BENCH_TIMES, `${JSON.stringify(line)}\n`);
}

module.exports = { workflow: { postExecute: [postExecute] } };

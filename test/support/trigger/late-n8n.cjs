/**
 * n8n that is busy: it saves a workflow's static data, and makes executions, so many milliseconds late. How late stands
 * in the file that LATE_N8N names, as `{ "save": 0, "insert": 0 }`, and is read for each of them.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');

const load = Module._load;
const patched = new Set();

function delay(what) {
	const { [what]: ms } = JSON.parse(readFileSync(process.env.LATE_N8N, 'utf8'));
	return new Promise((resume) => setTimeout(resume, ms));
}

function makeLate(exported, className, method, what) {
	const prototype = exported?.[className]?.prototype;
	if (prototype?.[method] === undefined || patched.has(prototype)) return;
	patched.add(prototype);
	const inTime = prototype[method];
	prototype[method] = async function (...given) {
		// What is saved is what it was when n8n wanted to.
		const copies = what === 'save' ? JSON.parse(JSON.stringify(given)) : given;
		await delay(what);
		return await inTime.apply(this, copies);
	};
}

Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	if (request.endsWith('workflow-static-data.service'))
		makeLate(exported, 'WorkflowStaticDataService', 'saveStaticDataById', 'save');
	if (request.endsWith('execution-persistence')) makeLate(exported, 'ExecutionPersistence', 'create', 'insert');
	return exported;
};

/**
 * n8n whose database is slow: it writes the credential of a run one after the other, each as late as
 * SLOW_CREDENTIAL_WRITE_MS says.
 */
const Module = require('node:module');

const load = Module._load;
let patched;
let last = Promise.resolve();

function writeSlowly(prototype) {
	if (prototype?.updateCredentials === undefined || patched === prototype) return;
	patched = prototype;
	const inTime = prototype.updateCredentials;
	prototype.updateCredentials = async function (...given) {
		const turn = last.then(
			() => new Promise((resume) => setTimeout(resume, Number(process.env.SLOW_CREDENTIAL_WRITE_MS))),
		);
		last = turn;
		await turn;
		return await inTime.apply(this, given);
	};
}

Module._load = function (request, ...rest) {
	const exported = load.call(this, request, ...rest);
	if (request.endsWith('credentials-helper')) writeSlowly(exported?.CredentialsHelper?.prototype);
	return exported;
};

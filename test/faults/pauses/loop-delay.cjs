// n8n loads this by EXTERNAL_HOOK_FILES: whoever asks is told for how long at most n8n did nothing else since then.
const { createServer } = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const RESOLUTION_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
createServer((_request, response) => {
	response.end(String(delay.max / 1e6));
	delay.reset();
}).listen(Number(process.env.LOOP_DELAY_PORT), '127.0.0.1');

module.exports = {};

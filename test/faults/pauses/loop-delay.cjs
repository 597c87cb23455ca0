// n8n loads this by EXTERNAL_HOOK_FILES: it tells whoever asks how n8n is.
const { createServer } = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');

const RESOLUTION_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

const numbers = {
	/** For how many milliseconds at most n8n did nothing else since this was last asked. */
	'/pause': () => {
		const ms = delay.max / 1e6;
		delay.reset();
		return ms;
	},
	/** Milliseconds of the processor since the start. */
	'/processor': () => {
		const { user, system } = process.cpuUsage();
		return Math.round((user + system) / 1000);
	},
	/** The most memory since the start. */
	'/megabytes': () => Math.round(process.resourceUsage().maxRSS / 1024),
};

createServer(({ url }, response) => response.end(String(numbers[url]()))).listen(
	Number(process.env.LOOP_DELAY_PORT),
	'127.0.0.1',
);

module.exports = {};

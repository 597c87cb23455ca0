// Loaded into n8n before anything else. The driver holds the other end of standard input: when that
// closes, the driver is gone, by kill -9 too, and n8n goes with its task runner instead of staying behind.
const { rmSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

function end() {
	const folder = process.env.REMOVE_WITH_DRIVER;
	try {
		if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} finally {
		process.kill(-process.pid, 'SIGKILL');
	}
}

// n8n's worker threads load this too, and their standard input ends at once.
if (isMainThread) {
	process.stdin.on('end', end);
	process.stdin.resume();
	process.stdin.unref();
}

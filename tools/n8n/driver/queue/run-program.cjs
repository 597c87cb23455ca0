// `node --require end-with-parent.cjs run-program.cjs <program> [arguments]`: a program that is not Node's, in the
// process group that end-with-parent.cjs ends. RUN_AS holds the `uid:gid` of another user to run it as.
const { spawn } = require('node:child_process');

const [program, ...programArguments] = process.argv.slice(2);
const [uid, gid] = process.env.RUN_AS ? process.env.RUN_AS.split(':').map(Number) : [];
const child = spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'inherit'], uid, gid });

process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

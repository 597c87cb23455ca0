// `node load-package.cjs <package folder>`: prints the milliseconds that loading its nodes and credentials takes.
// NODE_PATH leads to n8n's modules, where the package too finds what it asks for and does not hold.
const path = require('node:path');

require(require.resolve('n8n-workflow', { paths: [process.env.NODE_PATH] }));

const folder = process.argv[2];
const { n8n } = require(path.join(folder, 'package.json'));
const startedAt = performance.now();
for (const file of [...n8n.credentials, ...n8n.nodes]) {
	const [name] = path.basename(file).split('.');
	const { [name]: Type } = require(path.join(folder, file));
	new Type();
}
console.log(performance.now() - startedAt);

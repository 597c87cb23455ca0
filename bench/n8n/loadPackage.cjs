// `node loadPackage.cjs <package folder>`: prints the milliseconds that loading its nodes and credentials takes.
const path = require('node:path');

require('n8n-workflow');

const folder = process.argv[2];
const { n8n } = require(path.join(folder, 'package.json'));
const startedAt = performance.now();
for (const file of [...n8n.credentials, ...n8n.nodes]) {
	const [name] = path.basename(file).split('.');
	const { [name]: Type } = require(path.join(folder, file));
	new Type();
}
console.log(performance.now() - startedAt);

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';

const run = promisify(execFile);
const NAME = 'downloaded';
const INSTALL =
	"const { installPackages } = await import('./tools/scripts/install/packages.mjs'); await " +
	"installPackages(process.cwd(), 'A package');";

/** A registry of one package, whose first download stops half way. */
async function startRegistry(tarball: Buffer): Promise<{ server: Server; downloads: () => number }> {
	let downloads = 0;
	const server = createServer((request, response) => {
		if (request.url === '/file.tgz') {
			downloads++;
			if (downloads > 1) response.end(tarball);
			else response.setHeader('content-length', tarball.length).write(tarball.subarray(0, tarball.length / 2));
			return;
		}
		const dist = { tarball: `http://${request.headers.host}/file.tgz`, integrity: integrityOf(tarball) };
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({
				name: NAME,
				'dist-tags': { latest: '1.0.0' },
				versions: { '1.0.0': { name: NAME, version: '1.0.0', dist } },
			}),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, downloads: () => downloads };
}

function integrityOf(tarball: Buffer): string {
	return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}

/** A clone as far as an install goes, which needs the package; its lock is its own. */
async function makeClone(folder: string): Promise<Buffer> {
	const source = path.join(folder, NAME);
	await mkdir(source);
	await writeFile(path.join(source, 'package.json'), JSON.stringify({ name: NAME, version: '1.0.0' }));
	await run('npm', ['pack', '--pack-destination', folder], { cwd: source });
	const tarball = await readFile(path.join(folder, `${NAME}-1.0.0.tgz`));
	await cp(path.join(projectRoot, 'tools', 'scripts', 'install'), path.join(folder, 'tools', 'scripts', 'install'), {
		recursive: true,
	});
	const root = { name: 'clone', version: '1.0.0', dependencies: { [NAME]: '1.0.0' } };
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(root));
	const packages = { '': root, [`node_modules/${NAME}`]: { version: '1.0.0', integrity: integrityOf(tarball) } };
	await writeFile(
		path.join(folder, 'package-lock.json'),
		JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
	);
	return tarball;
}

test('an install goes on where a download has hung', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'hung-download-'));
	const { server, downloads } = await startRegistry(await makeClone(folder));
	try {
		const env = {
			...process.env,
			npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
			npm_config_cache: path.join(folder, 'cache'),
			npm_config_fetch_timeout: '2000',
		};
		await run(process.execPath, ['--input-type=module', '--eval', INSTALL], { cwd: folder, env });

		const installed = JSON.parse(await readFile(path.join(folder, 'node_modules', NAME, 'package.json'), 'utf8')) as {
			version: string;
		};
		expect(installed.version).toBe('1.0.0');
		expect(downloads()).toBe(2);
	} finally {
		server.closeAllConnections();
		server.close();
		await rm(folder, { recursive: true, force: true });
	}
});

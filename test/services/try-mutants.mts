// `node test/services/try-mutants.mts`: whether the services notice each mutant. It changes files of the work tree one
// after the other, and puts each back.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { mutatedText } from '../simulation/code.mts';
import { mutants } from './mutants.mts';

const found: string[] = [];
for (const mutant of mutants) {
	const file = path.join(projectRoot, mutant.file);
	const text = await readFile(file, 'utf8');
	const changed = await mutatedText(mutant);
	try {
		await writeFile(file, changed);
		const { status, stderr } = spawnSync(
			'npx',
			['jest', '--selectProjects=services', '--testPathPatterns=services/(named|space)', '--bail', '--silent'],
			{ cwd: projectRoot, encoding: 'utf8' },
		);
		const [, where = 'nothing'] = /● (.*)/.exec(stderr) ?? [];
		if (status !== 0) found.push(mutant.name);
		console.log(`${mutant.name}: ${status === 0 ? 'NOT FOUND' : `found by "${where}"`}`);
	} finally {
		await writeFile(file, text);
	}
}
console.log(`${found.length} of ${mutants.length} found`);
process.exitCode = found.length === mutants.length ? 0 : 1;

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { frozenVersions, readFrozen } from '../../tools/scripts/compat/frozen-version.mts';
import { brokenNames, publicNames } from '../../tools/scripts/docs/public-names.mts';

test('what a released version named and is named otherwise now stands in CHANGELOG.md', async () => {
	const changelog = readFileSync(path.join(projectRoot, 'CHANGELOG.md'), 'utf8');
	const now = publicNames();
	const versions = await Promise.all((await frozenVersions()).map(readFrozen));
	const untold = versions.flatMap(({ version, names }) =>
		brokenNames(names, now)
			.filter((broken) => !changelog.includes(broken))
			.map((broken) => `${version}: ${broken}`),
	);
	expect(versions).not.toEqual([]);
	expect(untold).toEqual([]);
});

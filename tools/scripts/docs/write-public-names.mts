// `npm run public-names`: records the names that saved workflows hold, after they were added to on purpose.
import { readFile, writeFile } from 'node:fs/promises';

import { brokenNames, publicNames, publicNamesFile } from './public-names.mts';
import type { PublicNames } from './public-names.mts';

const now = publicNames();
const before = JSON.parse(await readFile(publicNamesFile, 'utf8').catch(() => '{}')) as PublicNames;
for (const broken of brokenNames(before, now)) console.warn(`Breaks saved workflows: ${broken}`);
await writeFile(publicNamesFile, `${JSON.stringify(now, null, '\t')}\n`);
console.log('Recorded in test/unit/public-names.json: commit it with the change.');

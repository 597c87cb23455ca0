// `npm run tarball`: builds and packs what a user installs, and prints its SHA-256. In a fresh clone it installs what
// the build needs and no more: no test and no other tool has run where a release is made.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { BUILD_PACKAGES, installSome } from './install/demo-packages.mjs';
import { npmPack, sha256Of } from './npm-pack.mjs';

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
const tarball = path.join('.cache', 'pack', 'n8n-nodes-plan-service.tgz');

await installSome(root, BUILD_PACKAGES);
execFileSync(process.execPath, [path.join('tools', 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
await npmPack(root, path.join(root, tarball));
console.log(`${await sha256Of(path.join(root, tarball))}  ${tarball}`);

import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import { installPackages } from '../install/packages.mjs';
import { bringsPostgres } from './programs.mts';

/** Installs the PostgreSQL of the queue suite, where the project brings one along. */
export async function installPostgres(): Promise<void> {
	if (bringsPostgres) await installPackages(path.join(projectRoot, 'tools', 'n8n', 'postgres'), 'PostgreSQL 17');
}

import { cpus, totalmem, type } from 'node:os';

import { n8nVersions } from '../../n8n/driver/host-folder.mts';

/** What the figures were measured on. */
export function machine(): string {
	const [{ model }] = cpus();
	const memoryGb = Math.round(totalmem() / 1024 ** 3);
	const day = new Date().toISOString().slice(0, 10);
	return (
		`${cpus().length} cores of ${model.trim()}, ${memoryGb} GB, ${type()}, Node ${process.versions.node}, n8n ` +
		`${n8nVersions.newest}; ${day}`
	);
}

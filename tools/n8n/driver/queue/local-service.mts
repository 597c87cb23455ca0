import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { HostProcess } from '../host-process.mts';

/** Redis or PostgreSQL on a free port of 127.0.0.1, with a temporary folder of its own. */
export interface LocalService {
	port: number;
	close(): Promise<void>;
}

/** Starts what `make` describes; its folder goes when it ends, or does not start. */
export async function startService(
	name: string,
	port: number,
	make: (folder: string) => Promise<HostProcess>,
): Promise<LocalService> {
	const folder = await mkdtemp(path.join(tmpdir(), `${name}-`));
	const remove = async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	try {
		const service = await make(folder);
		await service.start();
		const close = async () => {
			await service.stop();
			await remove();
		};
		return { port, close };
	} catch (error) {
		await remove();
		throw error;
	}
}

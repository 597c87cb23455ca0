import path from 'node:path';

import { HostProcess } from '../host-process.mts';
import { projectRoot } from '../host-folder.mts';

export interface ProgramOptions {
	program: string;
	args: string[];
	/** Its working folder, which goes with the driver. */
	folder: string;
	/** The log line that says it is ready. */
	ready: string;
	runAs?: SystemUser;
}

export interface SystemUser {
	uid: number;
	gid: number;
}

/** A program of the system, started, watched and ended as an n8n is. */
export function programProcess({ program, args, folder, ready, runAs }: ProgramOptions): HostProcess {
	return new HostProcess({
		entry: path.join(projectRoot, 'tools', 'n8n', 'driver', 'queue', 'run-program.cjs'),
		cwd: folder,
		env: {
			PATH: process.env.PATH,
			LC_ALL: 'C',
			REMOVE_WITH_DRIVER: folder,
			...(runAs ? { RUN_AS: `${runAs.uid}:${runAs.gid}` } : {}),
		},
		command: [program, ...args],
		ready,
		name: path.basename(program),
	});
}

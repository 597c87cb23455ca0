import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { projectRoot } from '../../n8n/driver/host-folder.mts';
import type { SandboxCredential } from '../../sandbox/server.mts';
import type { Call, Outcome, ServiceCommands } from './commands.mts';

type Result<Name extends keyof ServiceCommands> = Awaited<ReturnType<ServiceCommands[Name]>>;

/** The sandbox in another process, as the benchmark sees it. */
export class Service {
	private last = 0;

	private constructor(
		private readonly child: ChildProcess,
		public baseUrl: string,
		public credential: SandboxCredential,
	) {}

	static async start(): Promise<Service> {
		const script = path.join(projectRoot, 'tools', 'bench', 'service', 'process.mts');
		const child = fork(script, { execArgv: ['--import', 'tsx', '--max-old-space-size=6144'] });
		const service = new Service(child, '', {} as SandboxCredential);
		const { baseUrl, credential } = await service.call('open');
		Object.assign(service, { baseUrl, credential });
		return service;
	}

	async call<Name extends keyof ServiceCommands>(
		name: Name,
		...args: Parameters<ServiceCommands[Name]>
	): Promise<Result<Name>> {
		const id = ++this.last;
		const result = new Promise<Result<Name>>((resolve, reject) => {
			const ended = () => reject(new Error('The process of the sandbox has ended.'));
			const read = (outcome: Outcome) => {
				if (outcome.id !== id) return;
				this.child.off('message', read);
				this.child.off('exit', ended);
				if (outcome.error === undefined) resolve(outcome.result as Result<Name>);
				else reject(new Error(outcome.error));
			};
			this.child.on('message', read);
			this.child.once('exit', ended);
		});
		this.child.send({ id, name, args } satisfies Call);
		return await result;
	}

	async close(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const exited = once(this.child, 'exit');
		this.child.disconnect();
		await exited;
	}
}

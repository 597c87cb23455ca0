import { randomUUID } from 'node:crypto';

import { EditorSession } from '../editor-session.mts';
import type { HostName } from '../host-folder.mts';
import type { LocalService } from './local-service.mts';
import { postgresDatabase, postgresUser, startPostgres } from './postgres.mts';
import { QueueProcess } from './queue-process.mts';
import { startRedis } from './redis.mts';

export interface QueueOptions {
	host: HostName;
	tarball: string;
	workers: number;
	/** Executions that one worker runs at once. */
	concurrency: number;
	/** Where the system's programs are; PostgreSQL is the one of tools/n8n/postgres where none is given. */
	programs: { redis: string; postgres?: string };
	/** Further variables of the environment of each process. */
	env?: Record<string, string>;
}

/** A real n8n in queue mode: main, workers, Redis and PostgreSQL, each a process of its own. */
export class QueueHost {
	private constructor(
		readonly main: QueueProcess,
		readonly workers: QueueProcess[],
		/** Logged in as the owner. */
		readonly session: EditorSession,
		private readonly opened: Array<{ close(): Promise<void> }>,
	) {}

	get baseUrl(): string {
		return baseUrlOf(this.main);
	}

	static async start({ host, tarball, workers, concurrency, programs, env }: QueueOptions): Promise<QueueHost> {
		const opened: Array<{ close(): Promise<void> }> = [];
		const keep = <T extends { close(): Promise<void> }>(one: T): T => {
			opened.unshift(one);
			return one;
		};
		try {
			const redis = keep(await startRedis(programs.redis));
			const postgres = keep(await startPostgres(programs.postgres));
			const setup = { host, tarball, env: { ...sharedEnvironment(redis, postgres), ...env } };
			const main = keep(await QueueProcess.make(setup, ['start']));
			await main.process.start(); // It makes the tables.
			const command = ['worker', `--concurrency=${concurrency}`];
			const started: QueueProcess[] = [];
			for (let worker = 0; worker < workers; worker++) started.push(keep(await QueueProcess.make(setup, command)));
			await Promise.all(started.map(async (worker) => await worker.process.start()));
			const session = new EditorSession(baseUrlOf(main));
			await session.setUpOwner();
			return new QueueHost(main, started, session, opened);
		} catch (error) {
			await closeAll(opened);
			throw error;
		}
	}

	/** Workers first, Redis last. */
	async close(): Promise<void> {
		await closeAll(this.opened);
	}
}

function baseUrlOf(main: QueueProcess): string {
	return `http://127.0.0.1:${main.port}`;
}

async function closeAll(opened: Array<{ close(): Promise<void> }>): Promise<void> {
	for (const one of opened.splice(0)) await one.close();
}

function sharedEnvironment(redis: LocalService, postgres: LocalService): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgresUser,
		DB_POSTGRESDB_DATABASE: postgresDatabase,
		N8N_ENCRYPTION_KEY: randomUUID(),
	};
}

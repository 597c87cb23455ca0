import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';

const DURABLE = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };

const all = {
	'in memory': {},
	durable: DURABLE,
	'durable with cursors': { ...DURABLE, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
} satisfies Record<string, Record<string, string>>;

export type SchedulerName = keyof typeof all;

/** The schedulers that the chosen n8n has, with the environment that switches each on. */
export const schedulers = Object.entries(all).filter(
	([name]) => chosenHost() === 'newest' || name === 'in memory',
) as Array<[SchedulerName, Record<string, string>]>;

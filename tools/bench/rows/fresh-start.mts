import { readFileSync } from 'node:fs';
import path from 'node:path';
import { n8nVersions, projectRoot } from '../../n8n/driver/host-folder.mts';
import type { HostName } from '../../n8n/driver/host-folder.mts';
import { FreshMachine } from '../../../test/guide/fresh-machine.mts';
import type { Row, RowGroup } from '../bench.mts';
import { timed } from '../measure.mts';
import { ratio, time } from '../report/words.mts';

const MAX_S = 100;
const MAX_RATIO_TO_INSTALL = 1.1;

/** `npm start` in a fresh clone, and installs of n8n with nothing beside them, each with an empty npm cache. */
export const freshStart: RowGroup = { name: 'start', measure };

async function measure(): Promise<Row[]> {
	const { repository } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const address = repository.url.replace(/^git\+/, '');
	const machine = await FreshMachine.make(address);
	const runTime = async (cache: string, commands: string[]) =>
		await timed(async () => await machine.run(commands, { npm_config_cache: path.join(machine.folder, cache) }));
	try {
		const start = [`git clone --quiet '${address}' clone`, 'cd clone', 'npm start -- --once'];
		const started = await runTime('cache of start', start);
		const installOf = (host: HostName) => [`cd clone/tools/n8n/${host}`, 'rm -rf node_modules', 'npm ci'];
		const installedSmall = await runTime('cache of a small n8n', installOf('newest'));
		const installedWhole = await runTime('cache of n8n', installOf('agents'));
		const n8n = `n8n ${n8nVersions.agents}`;
		return [
			{
				work: '`npm start -- --once` in a fresh clone, with an empty npm cache',
				target: `at most ${MAX_S} s`,
				ours: time(started),
				against: '',
				ratio: '',
				met: started <= 1000 * MAX_S,
			},
			{
				work: `The same, against the install of ${n8n} alone, with the database driver that its users have`,
				target: `at most ${MAX_RATIO_TO_INSTALL}`,
				ours: time(started),
				against: time(installedWhole),
				ratio: ratio(started, installedWhole),
				met: started / installedWhole <= MAX_RATIO_TO_INSTALL,
			},
			{
				work: 'The same, against the install alone of the smaller n8n that it starts',
				target: '',
				ours: time(started),
				against: time(installedSmall),
				ratio: ratio(started, installedSmall),
			},
		];
	} finally {
		await machine.remove();
	}
}

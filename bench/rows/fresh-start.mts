import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../hosts/driver/host-folder.mts';
import { FreshMachine } from '../../test/guide/fresh-machine.mts';
import type { Row, RowGroup } from '../bench.mts';
import { timed } from '../measure.mts';
import { ratio, time } from '../report/words.mts';

/**
 * `npm start` in a fresh clone, and the part of it in which npm installs n8n: no design of ours is faster than that.
 */
export const freshStart: RowGroup = { name: 'start', measure };

async function measure(): Promise<Row[]> {
	const { repository } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const address = repository.url.replace(/^git\+/, '');
	const machine = await FreshMachine.make(address);
	try {
		let printed = '';
		const ms = await timed(async () => {
			printed = await machine.run([`git clone --quiet '${address}' clone`, 'cd clone', 'npm start -- --once']);
		});
		const n8nMs = 1000 * Number(/n8n [\d.]+: installed in (\d+) s/.exec(printed)?.[1] ?? NaN);
		return [
			{
				work: '`npm start -- --once` in a fresh clone, against the install of n8n in it',
				target: '',
				ours: time(ms),
				against: time(n8nMs),
				ratio: ratio(ms, n8nMs),
			},
		];
	} finally {
		await machine.remove();
	}
}

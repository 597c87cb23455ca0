import { PushFeatures } from '../../nodes/PushFeatures/PushFeatures.node.ts';
import { rows } from './rows.mts';
import { breachesOf } from './simulate.mts';

const { execute } = new PushFeatures();

test.each(Object.entries(rows))('every law holds in the history of row %s', async (_name, script) => {
	expect(await breachesOf(script, execute)).toEqual([]);
});

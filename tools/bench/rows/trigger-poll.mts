// n8n's settings go where those of the tests are, not into the home folder.
import '../../../test/n8n-settings.mts';
import { ActiveTrigger } from '../../../test/integration/trigger/active-trigger.mts';
import { StoredCredential } from '../../../test/support/engine/stored-credential.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median, timed } from '../measure.mts';
import { count, ratio, time } from '../report/words.mts';

const FEATURES = 20_000;
const PLAN = 'pln_polled';
const MAX_RATIO = 1.5;

/**
 * A poll of the trigger that finds nothing, on n8n's own poll context in this process, against a plain GET and parse.
 */
export const triggerPoll: RowGroup = { name: 'poll', measure };

async function measure({ service, floor, runs }: Bench): Promise<Row[]> {
	await service.call('serve', PLAN, FEATURES);
	const credential = new StoredCredential({ ...service.credential, accessToken: '' });
	const trigger = new ActiveTrigger(credential, {
		planCodes: { plans: [{ planCode: PLAN }] },
		identifyBy: 'path',
		path: 'id',
	});
	await trigger.activate();
	const poll = async () => {
		if ((await trigger.poll()) !== null) throw new Error('A poll found what nobody did.');
	};
	const times = await alternating(runs, {
		ours: async () => await timed(poll),
		floor: async () => await timed(async () => await floor.get(PLAN)),
	});
	await service.call('serveAll');
	const [ours, least] = [median(times.ours), median(times.floor)];
	return [
		{
			work: `${count(FEATURES)} features: a poll that finds nothing, against a plain GET and parse`,
			target: `at most ${MAX_RATIO}`,
			ours: time(ours),
			against: time(least),
			ratio: ratio(ours, least),
			met: ours / least <= MAX_RATIO,
		},
	];
}

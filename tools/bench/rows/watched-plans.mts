// n8n's settings go where those of the tests are, not into the home folder.
import '../../../test/n8n-settings.mts';
import { ActiveTrigger } from '../../../test/integration/trigger/active-trigger.mts';
import { StoredCredential } from '../../../test/support/engine/stored-credential.mts';
import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median, timed } from '../measure.mts';
import { count, ratio, time } from '../report/words.mts';

const PLANS = 100;
const FEATURES = 500;
/** As many as the trigger begins with. */
const AT_ONCE = 16;
const MAX_RATIO = 1.5;

/** A poll of one trigger that watches many plans and finds nothing, against plain GETs side by side. */
export const watchedPlans: RowGroup = { name: 'watched', measure };

async function measure({ service, floor, runs }: Bench): Promise<Row[]> {
	const planCodes = Array.from({ length: PLANS }, (_, index) => `pln_watched_${index}`);
	for (const planCode of planCodes) await service.call('serve', planCode, FEATURES);
	const credential = new StoredCredential({ ...service.credential, accessToken: '' });
	const plans = planCodes.map((planCode) => ({ planCode }));
	const trigger = new ActiveTrigger(credential, { planCodes: { plans }, identifyBy: 'path', path: 'id' });
	await trigger.activate();
	const poll = async () => {
		if ((await trigger.poll()) !== null) throw new Error('A poll found what nobody did.');
	};
	const times = await alternating(runs, {
		ours: async () => await timed(poll),
		floor: async () =>
			await timed(async () => {
				const left = [...planCodes];
				const getNext = async () => {
					for (let planCode = left.pop(); planCode !== undefined; planCode = left.pop()) await floor.get(planCode);
				};
				await Promise.all(Array.from({ length: AT_ONCE }, getNext));
			}),
	});
	await service.call('serveAll');
	const [ours, least] = [median(times.ours), median(times.floor)];
	return [
		{
			work:
				`${PLANS} plans of ${count(FEATURES)} features watched by one trigger: a poll that finds nothing, against ` +
				`plain GETs, ${AT_ONCE} at once, and parse`,
			target: `at most ${MAX_RATIO}`,
			ours: time(ours),
			against: time(least),
			ratio: ratio(ours, least),
			met: ours / least <= MAX_RATIO,
		},
	];
}

import type { Bench, Row, RowGroup } from '../bench.mts';
import { alternating, median, timed } from '../measure.mts';
import { ratio, time } from '../report/words.mts';
import { ourNodes } from '../workflows/ours.mts';
import { chain, rowsOfBody } from '../workflows/parts.mts';
import type { Part } from '../workflows/parts.mts';

const COUNT = 1000;
const MAX_RATIO = 1.3;

const bareRequests: Part = { name: 'Get', type: 'CUSTOM.bareRequests', typeVersion: 1, parameters: {} };

/** 1,000 plans of one feature, one after the other: what a signed request costs over the helper's unsigned one. */
export const requestCost: RowGroup = { name: 'request', measure };

async function measure({ host, service, floor, runs }: Bench): Promise<Row[]> {
	const planCodes = Array.from({ length: COUNT }, (_, index) => `pln_request_${index}`);
	for (const planCode of planCodes) await service.call('setFeatures', planCode, 1);
	const workflows = {
		ours: await host.create(chain('request-ours', [rowsOfBody, ourNodes(host.credential).getPlans()])),
		bare: await host.create(chain('request-bare', [rowsOfBody, bareRequests])),
	};
	const { headers } = floor;
	const rows = planCodes.map((planCode, index) => ({
		planCode,
		url: floor.address(planCode),
		...(index === 0 ? { headers } : {}),
	}));
	const perRequest = async (side: keyof typeof workflows): Promise<number> => {
		const { Get } = (await host.success(workflows[side], { rows })).nodes;
		if (Get?.items !== COUNT) throw new Error(`${Get?.items} of ${COUNT} requests got a response.`);
		return Get.ms / COUNT;
	};
	const plain = async (): Promise<number> =>
		(await timed(async () => {
			for (const planCode of planCodes) await floor.get(planCode);
		})) / COUNT;
	const times = await alternating(runs, {
		ours: async () => await perRequest('ours'),
		bare: async () => await perRequest('bare'),
		floor: plain,
	});
	await host.remove(...Object.values(workflows));
	const [ours, bare, least] = [median(times.ours), median(times.bare), median(times.floor)];
	return [
		{
			work: "One request of 1,000, against n8n's helper without a credential",
			target: `at most ${MAX_RATIO}`,
			ours: time(ours),
			against: time(bare),
			ratio: ratio(ours, bare),
			met: ours / bare <= MAX_RATIO,
		},
		{
			work: 'The same, against plain keep-alive fetch',
			target: '',
			ours: time(ours),
			against: time(least),
			ratio: ratio(ours, least),
		},
	];
}

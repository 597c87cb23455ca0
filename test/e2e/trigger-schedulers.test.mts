import { chosenHost } from '../../hosts/driver/host-folder.mts';
import { N8nHost } from '../../hosts/driver/n8n-host.mts';
import { tarball } from '../../hosts/driver/tarball.mts';
import { useListener } from '../support/http/listener.mts';
import { until } from '../support/wait/until.mts';
import { schedulers } from '../support/trigger/schedulers.mts';
import { TwinHistory } from './trigger/twin-history.mts';

const AT_ONCE = 4;

const pause = async (ms: number) => await new Promise((resume) => setTimeout(resume, ms));

/** Each history by itself: another service, another plan, another workflow. Some of them run side by side in one n8n. */
const histories: Record<string, (history: TwinHistory) => Promise<void>> = {
	'404-three-times': async (history) => {
		await history.publish({});
		history.answer({ status: 404 });
		await history.untilFailed(2);
		history.answer();
		await history.untilTold(history.edit());
	},
	'503-at-activation': async (history) => {
		history.answer({ status: 503 });
		expect(await history.publish({})).toBeUndefined();
		await history.untilFailed(1);
		history.answer();
		// The baseline is set by the first poll that is well: n8n's back-off decides when.
		await until('the baseline is read', () => history.sandbox.requests.some(({ status, route }) => route === 'features' && status === 200));
		await pause(3_000);
		await history.untilTold(history.edit());
	},
	'only-changed': async (history) => {
		await history.publish({ events: ['changed'] });
		const [planCode] = history.planCodes;
		const plan = history.sandbox.features(planCode);
		history.sandbox.setFeatures(planCode, [...plan, { id: 'new', type: 'room', version: 100 }]);
		await pause(12_000);
		history.sandbox.setFeatures(planCode, [...plan, { id: 'new', type: 'room', version: 101 }]);
		await history.untilTold(101);
	},
	'only-added': async (history) => {
		await history.publish({ events: ['added'] });
		const [planCode] = history.planCodes;
		history.sandbox.setFeatures(planCode, []);
		await pause(12_000);
		history.sandbox.setFeatures(planCode, [{ id: 'r', type: 'room', version: 100 }]);
		await history.untilTold(100);
	},
	'503-for-a-while': async (history) => {
		await history.publish({});
		history.answer({ status: 503 });
		await pause(25_000);
		await history.untilFailed(1);
		history.answer();
		await history.untilTold(history.edit());
	},
	'a-single-403': async (history) => {
		await history.publish({});
		history.sandbox.intercept({ route: 'features', times: 1, reply: { status: 403 } });
		await history.untilFailed(1);
		await history.untilTold(history.edit(), 60_000);
	},
	'one-of-two-hangs': async (history) => {
		const [one, two] = history.planCodes;
		await history.publish({ planCodes: { plans: [{ planCode: one }, { planCode: two }] } });
		history.answer('hang', one);
		await pause(3_000);
		await history.untilTold(history.edit(two), 60_000);
	},
	'slow-answers': async (history) => {
		history.sandbox.settings.latencyMs = 12_000;
		await history.publish({});
		await pause(20_000);
		await history.untilTold(history.edit(), 60_000);
	},
};

describe.each(schedulers)(`the trigger on the scheduler %s of the ${chosenHost()} n8n`, (scheduler, env) => {
	const listener = useListener();
	let host: N8nHost;

	beforeAll(async () => {
		host = await N8nHost.start({ host: chosenHost(), tarball, env });
	});

	afterAll(async () => {
		await host?.close();
	});

	test('tells each change once and shows each failure, whatever the history', async () => {
		const twins = await Promise.all(Object.keys(histories).map(async (name) => await TwinHistory.open(name, host, listener)));
		listener.answer = (request, response) => {
			if (!twins.some((twin) => twin.serve(request, response))) response.end();
		};
		const outcomes: Array<PromiseSettledResult<void>> = [];
		// Few at once: n8n publishes five workflows at a time, and there are two for each history.
		for (let first = 0; first < twins.length; first += AT_ONCE) {
			const some = twins.slice(first, first + AT_ONCE);
			outcomes.push(...(await Promise.allSettled(some.map(async (twin) => await histories[twin.name](twin)))));
			await Promise.all(some.map(async (twin) => await twin.end()));
		}
		const table = await Promise.all(
			twins.map(async (twin, index) => {
				const outcome = outcomes[index];
				const versions = twin.told.map(({ feature }) => feature?.version);
				return {
					history: twin.name,
					result: outcome.status === 'fulfilled' ? 'as it should be' : String(outcome.reason),
					told: versions.length,
					twice: versions.length - new Set(versions).size,
					failedRuns: await twin.failed('ours'),
					failedRunsOfRss: await twin.failed('rss'),
				};
			}),
		);
		console.info(`${scheduler}\n${table.map((row) => JSON.stringify(row)).join('\n')}`);
		await Promise.all(twins.map(async (twin) => await twin.sandbox.close()));
		expect(table.filter(({ result, twice }) => result !== 'as it should be' || twice > 0)).toEqual([]);
	}, 400_000);
});

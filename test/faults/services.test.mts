import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { FRESH } from '../services/jobs.mts';
import type { Job, JobName } from '../services/jobs.mts';
import { tryService } from '../services/judge.mts';
import { tenantsOn } from '../services/plan-service.mts';
import { startService } from '../services/service.mts';
import type { PointService } from '../services/service.mts';
import { pointsOf } from '../services/space.mts';
import { Reported, wants } from '../services/reported.mts';
import { sharePlanHost } from '../support/host/plan-host.mts';
import type { PlanHost } from '../support/host/plan-host.mts';
import { plan, runOnItems } from '../support/host/run-on-items.mts';

const DOZEN = 12;
const all = pointsOf(2);
const points = Array.from({ length: DOZEN }, (_, nth) => Math.floor(((nth + 0.5) * all.length) / DOZEN));

/** A dozen of the services that test/services tries on n8n's engine, in the real n8n. */
describe('at services that the specification allows', () => {
	let host: PlanHost;

	beforeAll(async () => {
		host = await sharePlanHost();
	});

	afterAll(async () => {
		await host?.close();
	});

	/** What a node gives for one item. @throws Reported in the words of its error output */
	async function given({ credential }: PointService, item: object, type: string, parameters: Record<string, unknown>) {
		const draft = { ...host.credential, name: credential.baseUrl, data: { ...credential } };
		const stored = await createCredential(host.n8n.session, draft);
		const result = await runOnItems(host.n8n, stored, [item], [plan('Node', type, parameters)]);
		const [failed] = result.json('Node', 1);
		if (failed !== undefined) throw new Reported(`${String(failed.error)} ${String(failed.message)}`);
		return result.json('Node', 0);
	}

	const work: Partial<Record<JobName, Job>> = {
		lookUpFloor: async (service) => {
			const parameters = { resource: 'floor', operation: 'get', code: '={{ $json.code }}' };
			const [floor] = await given(service, { code: service.resources.floor }, 'hierarchyLookup', parameters);
			wants(floor.code, service.resources.floor, 'code');
		},

		getList: async (service) => {
			const parameters = { operation: 'getMany', planCode: service.resources.plan, options: {} };
			const features = await given(service, {}, 'getFeatures', parameters);
			wants(features.length, 3, 'features');
		},

		skip: async (service) => {
			const { emptyPlan: planCode } = service.resources;
			const options = { photos: 'remove', batchSize: 1 };
			const featureJson = '={{ $json.features }}';
			const parameters = { operation: 'push', source: 'json', featureJson, planCode, options };
			const [first] = await given(service, { features: FRESH }, 'pushFeatures', parameters);
			const [again] = await given(service, { features: FRESH }, 'pushFeatures', parameters);
			wants(first.pushed, 2, 'pushed');
			wants(again.skipped, 2, 'skipped');
			wants(tenantsOn(service.plans, planCode).join(), 'Quay,Tide', 'tenants on the plan');
		},

		embedAddress: async (service) => {
			const { floor: code, plan: planCode } = service.resources;
			const parameters = { operation: 'create', tokenSource: 'lookup', lookupResource: 'floor', code, planCode };
			const [{ embed }] = await given(service, {}, 'embedUrl', parameters);
			wants(new URL(String(Object(embed).url)).searchParams.get('planCode'), planCode, 'plan code in the address');
		},
	};

	test.each(points)('service %i: each job works, or words say what is in the way', async (index) => {
		const service = await startService(all[index]);
		try {
			const verdicts = await tryService(service, Object.keys(work) as JobName[], [], work);
			process.stdout.write(`service ${index}: ${verdicts.map(({ job, is }) => `${job} ${is}`).join(', ')}\n`);
			expect(verdicts.filter(({ is }) => is === 'wrong')).toEqual([]);
		} finally {
			await service.close();
		}
	});
});

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ActiveTrigger } from '../integration/trigger/active-trigger.mts';
import type { Step } from '../support/engine/execution.mts';
import { StoredCredential } from '../support/engine/stored-credential.mts';
import { check, compare, embed, getMany, getPlan, lookup, push } from '../support/engine/steps.mts';
import { pressTest } from './credential-test.mts';
import { picks, reportedIfThrown } from './pick.mts';
import { tenantsOn } from './plan-service.mts';
import { runSteps } from './run.mts';
import type { PointService } from './service.mts';
import { Reported, Wrong, wants } from './reported.mts';
import { TENANT, featuresOf } from './resources.mts';

export type Job = (service: PointService, credential: StoredCredential) => Promise<void>;

export const FRESH = zonesOf(['Quay', 'Tide']);

/** Not FRESH: for two minutes the process remembers what a push left in doubt, and Skip waits for it. */
const SKIPPED = zonesOf(['Pier', 'Wharf']);

function zonesOf(tenants: string[]): IDataObject[] {
	return tenants.map((value) => ({ type: 'zone', zoneType: 'common', data: [{ ...TENANT, value }] }));
}

/** Two features whose photos are not sent along. */
const PUSH = { photos: 'remove' } satisfies INodeParameters;

/** What README promises, each as a person would do it, on n8n's engine. */
export const jobs = {
	testCredential: async ({ credential }) => await pressTest(credential),

	lookUpFloor: async (service, credential) => {
		const { floor: code, plan } = service.resources;
		const [floor] = await itemsOf(credential, { code }, [lookup()]);
		wants(floor.code, code, 'code');
		wants(Object(floor.viewerTokens).allAreas?.length > 3, true, 'viewer token');
		if (['planCode', 'ownLookup'].includes(service.point.planCodeAt)) wants(floor.planCode, plan, 'plan code');
	},

	lookUpClient: async (service, credential) => {
		const [client] = await itemsOf(credential, { code: service.resources.client }, [lookup({ resource: 'client' })]);
		wants(client.code, service.resources.client, 'code');
	},

	children: async (service, credential) => {
		const steps = [lookup({ resource: 'client', operation: 'getChildren' })];
		const [campus] = await itemsOf(credential, { code: service.resources.client }, steps);
		wants(campus.code, service.resources.campus, 'campus');
	},

	descendants: async (service, credential) => {
		const steps = [lookup({ resource: 'client', operation: 'getDescendants' })];
		const below = await itemsOf(credential, { code: service.resources.client }, steps);
		const { campus, building, floor } = service.resources;
		const nested = service.point.children === 'oneLevel' ? [campus] : [campus, building, floor];
		wants(below.map(({ code }) => code).join(), nested.join(), 'descendants');
	},

	lifetime: async (service, credential) => {
		const steps = [lookup({ options: { viewerTokenLifetime: 5 } })];
		const [floor] = await itemsOf(credential, { code: service.resources.floor }, steps);
		wants(floor.code, service.resources.floor, 'code');
	},

	getList: async (service, credential) => {
		const features = await itemsOf(credential, planOf(service), [getMany({ dataFormat: 'array' })]);
		const held = featuresOf(service.point).map((feature) => ({ planCode: service.resources.plan, ...feature }));
		const asHeld = features.map((feature) => ({ ...feature, dataFields: undefined }));
		wants(JSON.stringify(asHeld), JSON.stringify(held), 'features');
		for (const { data, dataFields } of features) wants(keysOf(dataFields), keysOf(data), 'fields of a feature');
	},

	getByName: async (service, credential) => {
		const features = await itemsOf(credential, planOf(service), [getMany({ dataFormat: 'byName' })]);
		const tenants = features.flatMap(({ data }) => (data === undefined ? [] : [String((data as IDataObject).Tenant)]));
		wants(tenants.sort().join(), tenantsOn(service.plans, service.resources.plan).join(), 'tenants');
	},

	getTable: async (service, credential) => {
		const [plan] = await itemsOf(credential, planOf(service), [getPlan({ dataFormat: 'table' })]);
		wants((plan.features as unknown[]).length, 3, 'features');
	},

	push: async (service, credential) => {
		const [{ pushed }] = await itemsOf(credential, emptyPlanOf(service, FRESH), [push(PUSH)]);
		wants(pushed, 2, 'pushed');
		wants(tenantsOn(service.plans, service.resources.emptyPlan).join(), 'Quay,Tide', 'tenants on the plan');
	},

	getThenPush: async (service, credential) => {
		const { plan, emptyPlan } = service.resources;
		const steps = [
			getMany({ dataFormat: 'byName' }),
			push({ ...PUSH, batchSize: 1 }, { source: 'item', planCode: emptyPlan }),
		];
		const [{ pushed }] = await itemsOf(credential, planOf(service), steps);
		wants(pushed, 3, 'pushed');
		const { plans } = service;
		wants(tenantsOn(plans, emptyPlan).join(), tenantsOn(plans, plan).join(), 'tenants on the other plan');
		const again = push({ ...PUSH, existing: 'skip' }, { source: 'item', planCode: emptyPlan });
		const [second] = await itemsOf(credential, planOf(service), [getMany({ dataFormat: 'byName' }), again]);
		wants(second.pushed, 0, 'pushed again');
	},

	skip: async (service, credential) => {
		const step = push({ ...PUSH, existing: 'skip', batchSize: 1 });
		await itemsOf(credential, emptyPlanOf(service, SKIPPED), [step]);
		const [again] = await itemsOf(credential, emptyPlanOf(service, SKIPPED), [step]);
		wants(tenantsOn(service.plans, service.resources.emptyPlan).join(), 'Pier,Wharf', 'tenants on the plan');
		wants(again.skipped, 2, 'skipped');
	},

	check: async (service, credential) => {
		const steps = [getMany({ dataFormat: 'array' }), check(PUSH)];
		const [report] = await itemsOf(credential, planOf(service), [steps[0], { ...steps[1], parameters: SOURCE_ITEM }]);
		if (report.invalid !== 0) throw new Reported(JSON.stringify(report.problems));
		wants(report.valid, 3, 'valid');
	},

	compare: async (service, credential) => {
		const steps = [getMany({ dataFormat: 'array' }), compare({}, { source: 'item' })];
		const differences = await itemsOf(credential, planOf(service), steps);
		if (differences.length > 0 && differences.every(({ result }) => result === 'unclear'))
			throw new Reported(differences.map(({ reason }) => String(reason)).join(' '));
		wants(differences.length, 0, 'differences');
	},

	embedAddress: async (service, credential) => {
		const planCode = service.resources.plan;
		const code = service.resources.floor;
		const plan = { __rl: true, mode: 'code', value: planCode };
		const parameters = { tokenSource: 'lookup', code, access: 'allAreasAndChildren', planCode: plan };
		const { items, hints } = await runSteps(credential, {}, [embed(parameters)]);
		const [item] = items;
		wants(/expired/.test(hints), false, 'warning of a token that was just made');
		const url = new URL(String((item.embed as IDataObject).url));
		wants(url.searchParams.get('planCode'), planCode, 'plan code in the address');
		wants(url.searchParams.get('viewerToken')?.endsWith('2'), true, 'viewer token in the address');
	},

	trigger: async ({ resources, plans }, credential) => {
		const trigger = new ActiveTrigger(credential, { planCodes: { plans: [{ planCode: resources.plan }] } });
		await reportedIfThrown(async () => {
			await trigger.activate();
			await trigger.poll();
			plans.features.get(resources.plan)?.push({ ...FRESH[0] });
			const events = [...((await trigger.poll()) ?? []), ...((await trigger.poll()) ?? [])];
			wants(events.map(({ change }) => change).join(), 'added', 'events');
		});
	},

	pickClient: async (service, credential) =>
		await picks(credential, 'hierarchyLookup', 'searchResources', { resource: 'client' }, service.resources.client),

	pickFloor: async ({ resources }, credential) =>
		await picks(credential, 'hierarchyLookup', 'searchResources', { resource: 'floor' }, resources.floor),

	pickPlan: async ({ resources }, credential) =>
		await picks(credential, 'getFeatures', 'searchPlans', {}, resources.plan),

	pickField: async ({ resources }, credential) => {
		const planCode = { __rl: true, mode: 'code', value: resources.plan };
		await picks(credential, 'getFeatures', 'searchDataFields', { planCode }, TENANT.key);
	},

	unknownPlan: async (_service, credential) => {
		const reported = await itemsOf(credential, { planCode: 'pln_unknown' }, [getMany()]).catch(
			(error: unknown) => error,
		);
		if (reported instanceof Reported && /status \d+/.test(reported.message)) return;
		throw reported instanceof Reported
			? reported
			: new Wrong(`a plan that is not there gave ${JSON.stringify(reported)}`);
	},

	wrongScope: async (service) => {
		const credential = new StoredCredential({ ...service.credential, scope: 'other' });
		const reported = await itemsOf(credential, planOf(service), [getMany()]).catch((error: unknown) => error);
		if (reported instanceof Reported && /Allowed Scopes/.test(reported.message)) return;
		throw reported instanceof Reported ? reported : new Wrong('a login with a wrong scope went well');
	},

	deadToken: async (service, credential) => {
		await itemsOf(credential, planOf(service), [getMany()]);
		service.logins.alive.clear();
		wants((await itemsOf(credential, planOf(service), [getMany()])).length, 3, 'features');
	},
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

const SOURCE_ITEM = { ...check(PUSH).parameters, source: 'item' };

function keysOf(fields: unknown): string {
	return ((fields ?? []) as IDataObject[]).map(({ key }) => String(key)).join();
}

function planOf({ resources }: PointService): IDataObject {
	return { planCode: resources.plan };
}

function emptyPlanOf({ resources }: PointService, features: IDataObject[]): IDataObject {
	return { planCode: resources.emptyPlan, features };
}

async function itemsOf(credential: StoredCredential, item: IDataObject, steps: Step[]): Promise<IDataObject[]> {
	return (await runSteps(credential, item, steps)).items;
}

import { randomUUID } from 'node:crypto';
import { demoClient, withDescendants } from './demo/hierarchy.mts';
import type { HierarchyNode, Resource } from './demo/hierarchy.mts';
import { demoPlans } from './demo/plans.mts';
import { codeFor } from './demo/seeded.mts';
import { errorResponse } from './http/response.mts';
import { withIdentity } from './identity.mts';
import { emptyPlan } from './plan.mts';
import type { Plan } from './plan.mts';
import type { SandboxSettings } from './settings.mts';

/** The account that the sandbox serves: one partner, one client, its plans. */
export class SandboxState {
	readonly client = demoClient();
	readonly plans = new Map<string, Plan>();
	private readonly nodes = withDescendants(this.client);

	constructor(private readonly settings: Pick<SandboxSettings, 'identity' | 'coordinates'>) {
		for (const [code, features] of demoPlans(this.client, settings)) {
			this.plans.set(code, { ...emptyPlan(code), features });
		}
	}

	/** @throws ErrorResponse 404 */
	node(resource: Resource, code: string): HierarchyNode {
		const found = this.nodes.find((node) => node.resource === resource && node.code === code);
		if (found === undefined) throw errorResponse(404, `There is no ${resource} "${code}".`);
		return found;
	}

	nodeByCode(code: string): HierarchyNode | undefined {
		return this.nodes.find((node) => node.code === code);
	}

	nodeOfPlan(planCode: string): HierarchyNode | undefined {
		return this.nodes.find((node) => node.planCode === planCode);
	}

	/** @throws ErrorResponse 404 */
	plan(code: string): Plan {
		const plan = this.plans.get(code);
		if (plan === undefined) throw errorResponse(404, `There is no plan "${code}".`);
		return plan;
	}

	addPlan(code = newPlanCode()): string {
		if (!this.plans.has(code)) this.plans.set(code, emptyPlan(code));
		return code;
	}

	setFeatures(code: string, features: object[]): void {
		this.addPlan(code);
		this.plan(code).features = features.map((feature) => withIdentity(this.settings.identity, feature));
	}
}

function newPlanCode(): string {
	return codeFor('pln', randomUUID());
}

import type { Script } from './scenario.mts';

/** The smallest script near this one that still fails. */
export async function shrunk(script: Script, fails: (script: Script) => Promise<boolean>): Promise<Script> {
	let best = script;
	for (let again = true; again;) {
		again = false;
		for (const smaller of simpler(best)) {
			if (!isValid(smaller) || !(await fails(smaller))) continue;
			best = smaller;
			again = true;
			break;
		}
	}
	return best;
}

/** An execution that is to push the same as another one does. */
function isValid({ executions }: Script): boolean {
	return executions.every(
		({ same, items }, index) =>
			same === undefined || (same < index && JSON.stringify(items) === JSON.stringify(executions[same].items)),
	);
}

/** Scripts with one thing less. */
function* simpler(script: Script): Generator<Script> {
	for (const index of script.executions.keys()) {
		if (script.executions.length > 1) yield { ...script, executions: without(script.executions, index) };
	}
	for (const [plan, faults] of script.faults.entries()) {
		for (const index of faults.keys()) yield { ...script, faults: script.faults.with(plan, without(faults, index)) };
		for (const [index, fault] of faults.entries()) {
			if (fault.name === 'none') continue;
			const calm = {
				name: 'none',
				effect: 'whole' as const,
				effectAfterMs: 10,
				response: { afterMs: 25, status: 200, body: '' },
			};
			yield { ...script, faults: script.faults.with(plan, faults.with(index, calm)) };
		}
	}
	for (const [at, execution] of script.executions.entries()) {
		const changed = (change: Partial<typeof execution>) => ({
			...script,
			executions: script.executions.with(at, { ...execution, ...change }),
		});
		if (execution.stopAtMs !== undefined) yield changed({ stopAtMs: undefined });
		if (execution.login !== undefined) yield changed({ login: undefined });
		if (execution.maxTries > 1) yield changed({ maxTries: 1 });
		for (const index of execution.items.keys()) {
			if (execution.items.length > 1) yield changed({ items: without(execution.items, index) });
			const { features } = execution.items[index];
			if (features.length > 1)
				yield changed({
					items: execution.items.with(index, { ...execution.items[index], features: features.slice(1) }),
				});
		}
	}
	for (const trait of ['adds', 'renames', 'reorders', 'migrates'] as const) {
		if (script.service[trait]) yield { ...script, service: { ...script.service, [trait]: false } };
	}
	if (script.plans.some((count) => count > 0)) yield { ...script, plans: script.plans.map(() => 0) };
}

function without<T>(list: readonly T[], index: number): T[] {
	return list.filter((_one, at) => at !== index);
}

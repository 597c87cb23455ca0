import { breaches } from './invariants.mts';
import { scriptOf } from './generate.mts';
import { runHistory } from './history.mts';
import type { Execute } from './n8n-model.mts';
import type { Script } from './scenario.mts';

/** A history that broke an invariant. */
export interface Failure {
	seed: string;
	breaches: string[];
}

/** What became of the histories of some seeds. */
export interface Tally {
	histories: number;
	/** How many histories met each kind of fault. */
	met: Record<string, number>;
	requests: number;
	failures: Failure[];
}

/** @param isDone everything has to be done, not only reported */
export async function breachesOf(script: Script, processes: readonly Execute[], isDone = false): Promise<string[]> {
	try {
		const history = await runHistory(script, processes);
		const reported = history.executions.flatMap((ended) => ended.reported);
		return [
			...breaches(history),
			...(isDone && reported.some(({ kind }) => kind !== 'done') ? ['not everything is done'] : []),
		];
	} catch (error) {
		return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
	}
}

/** Runs histories `from` up to `to` of a seed. @param mostFailures after so many it ends */
export async function simulate(
	processes: readonly Execute[],
	seed: string,
	from: number,
	to: number,
	maxFailures = 1,
): Promise<Tally> {
	const tally: Tally = { histories: 0, met: {}, requests: 0, failures: [] };
	for (let number = from; number < to && tally.failures.length < maxFailures; number++) {
		const name = `${seed}/${number}`;
		const script = scriptOf(name);
		tally.histories++;
		try {
			const history = await runHistory(script, processes);
			for (const fault of new Set([...history.service.met, ...situations(script)]))
				tally.met[fault] = (tally.met[fault] ?? 0) + 1;
			tally.requests += history.service.exchanges.length;
			const broken = breaches(history);
			if (broken.length > 0) tally.failures.push({ seed: name, breaches: broken });
		} catch (error) {
			tally.failures.push({
				seed: name,
				breaches: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
			});
		}
	}
	return tally;
}

/** What a history is about beside its faults. */
function situations({ executions, service }: Script): string[] {
	const some = (name: string, is: (one: Script['executions'][number]) => boolean) =>
		executions.some(is) ? [name] : [];
	return [
		...(executions.length > 1 ? ['several executions at once'] : []),
		...some('stopped', ({ stopAtMs }) => stopAtMs !== undefined),
		...some('Retry On Fail', ({ maxTries }) => maxTries > 1),
		...some("agent's tool", ({ isTool }) => isTool),
		...some('features that each attempt regenerates', ({ isVolatile }) => isVolatile),
		...some('Skip', ({ options }) => options.skip),
		...some('Isolate', ({ options }) => options.isolate),
		...some('Match By', ({ options }) => options.byLabel),
		...some('equal features', ({ items }) => items.some(({ features }) => features.includes('twin'))),
		...(service.rewrites ? ['a service that rewrites'] : []),
	];
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import { isJsonObject, parseJson } from './json.mts';
import { withIdentity } from './identity.mts';
import { emptyPlan } from './plan.mts';
import type { Plan } from './plan.mts';
import type { SandboxSettings } from './settings.mts';

/** The plans in a JSON file: `{ plans: { [code]: { features, lastEditedMs, pushes } } }`. */
export class StateFile {
	private writing: Promise<void> = Promise.resolve();
	private waiting: Promise<void> | undefined;

	constructor(
		private readonly path: string,
		private readonly plans: Map<string, Plan>,
		private readonly settings: Pick<SandboxSettings, 'identity'>,
	) {}

	/** Takes the plans over that the file holds. @throws Error when it is no file of a sandbox */
	async read(): Promise<void> {
		const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return undefined;
			throw error;
		});
		if (text === undefined) return;
		const content = parseJson(text);
		if (!isJsonObject(content) || !isJsonObject(content.plans)) {
			throw new Error(`${this.path} is not a file of this sandbox. Name another one, or delete it.`);
		}
		for (const [code, stored] of Object.entries(content.plans)) this.plans.set(code, this.planOf(code, stored));
	}

	/** Resolves when the file holds what the plans hold now; writes that wait become one. */
	async write(): Promise<void> {
		this.waiting ??= this.writing.then(async () => {
			this.waiting = undefined;
			this.writing = this.writeNow();
			await this.writing;
		});
		await this.waiting;
	}

	/** Written beside and renamed, so that the file is whole whenever the process ends. */
	private async writeNow(): Promise<void> {
		const plans = Object.fromEntries(
			[...this.plans].map(([code, { features, lastEditedMs, pushes }]) => [code, { features, lastEditedMs, pushes }]),
		);
		const beside = `${this.path}.${process.pid}.tmp`;
		await writeFile(beside, JSON.stringify({ plans }));
		await rename(beside, this.path);
	}

	private planOf(code: string, stored: unknown): Plan {
		const plan = emptyPlan(code);
		if (!isJsonObject(stored)) return plan;
		const { features, lastEditedMs, pushes } = stored;
		if (Array.isArray(features))
			plan.features = features.filter(isJsonObject).map((feature) => withIdentity(this.settings.identity, feature));
		if (typeof lastEditedMs === 'number') plan.lastEditedMs = lastEditedMs;
		if (Array.isArray(pushes)) plan.pushes = pushes;
		return plan;
	}
}

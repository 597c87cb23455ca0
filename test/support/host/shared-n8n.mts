import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

import { chosenHost } from '../../../tools/n8n/driver/host-folder.mts';
import { N8nHost } from '../../../tools/n8n/driver/n8n-host.mts';
import { tarball } from '../../../tools/n8n/driver/tarball.mts';

/** Of this Jest worker. Jest loads an environment once in a worker, and test files each anew. */
let shared: Promise<N8nHost> | undefined;

async function start(editor: boolean): Promise<N8nHost> {
	const n8n = await N8nHost.start({ host: chosenHost(), tarball, editor });
	n8n.process.unref();
	return n8n;
}

async function use(editor: boolean): Promise<N8nHost> {
	shared ??= start(editor).catch((error: unknown) => {
		// The next file tries again.
		shared = undefined;
		throw error;
	});
	const n8n = await shared;
	if (!n8n.process.running)
		throw new Error(`The n8n that test files share has ended. Its log ends:\n${n8n.log.slice(-20).join('\n')}`);
	return n8n;
}

declare global {
	/** The n8n that the test files of this Jest worker share, started by the first who asks. It ends with the worker. */
	var sharedN8n: () => Promise<N8nHost>;
}

/** Node's environment of Jest, with `sharedN8n`, which has its editor where the project's options ask for it. */
export default class SharedN8nEnvironment extends NodeEnvironment {
	private readonly editor: boolean;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		this.editor = config.projectConfig.testEnvironmentOptions.editor === true;
	}

	override async setup(): Promise<void> {
		await super.setup();
		this.global.sharedN8n = async () => await use(this.editor);
	}
}

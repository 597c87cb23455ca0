import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { startSandbox } from '../../../tools/sandbox/server.mts';
import { inputsOf } from '../../support/host/probe-inputs.mts';

describe('the program of npm run probe', () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'probe-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	const environmentOf = (inputs: object): Record<string, string> =>
		Object.fromEntries(
			Object.entries(inputs).map(([name, value]) => [
				`PLAN_SERVICE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
				value,
			]),
		);
	const program = (args: string[], environment: Record<string, string> = {}) =>
		spawn(process.execPath, ['--import', 'tsx', 'tools/scripts/probe.mts', ...args], {
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { PATH: process.env.PATH, ...environment },
		});
	const run = async (args: string[], environment?: Record<string, string>) => {
		const child = program(args, environment);
		const [printed, errors, [code]] = await Promise.all([
			textOf(child.stdout),
			textOf(child.stderr),
			once(child, 'exit'),
		]);
		return { printed, errors, code };
	};

	test('takes everything from the environment, prints the sheet and saves', async () => {
		const sandbox = await startSandbox();
		const environment = environmentOf(inputsOf(sandbox));
		const file = path.join(folder, 'saved.json');
		const { printed, errors, code } = await run(['--save', file], environment);
		const { apiSecret, applicationSecret } = sandbox.credential;
		const secrets = [apiSecret, applicationSecret, ...sandbox.tokens];
		await sandbox.close();

		expect(code).toBe(0);
		expect(printed).toMatch(/Token header of plans: Both; Authentication; Authorization/);
		expect(errors).toContain(`Written to ${file}`);
		const written = await readFile(file, 'utf8');
		for (const secret of secrets) expect(printed + errors + written).not.toContain(secret);
	});

	test('prints JSON with a version, and ends with 2 where something is to be set', async () => {
		const sandbox = await startSandbox({ settings: { tokenHeader: 'authenticationBare' } });
		const environment = environmentOf(inputsOf(sandbox));
		const { printed, code } = await run(['--json'], environment);
		const failed = await run([], { ...environment, PLAN_SERVICE_API_SECRET: 'wrong' });
		await sandbox.close();

		expect(code).toBe(2);
		expect(JSON.parse(printed)).toMatchObject({ probe: 1, exit: 2, set: [{ setting: 'Token Header' }] });
		expect(failed.code).toBe(1);
		expect(failed.printed).toMatch(/^The authentication service does not know this API key/);
	});

	test('takes no argument for a secret and does not repeat it, and names the variables that are missing', async () => {
		const rejected = await run(['--api-secret', 'hush-hush']);
		const missing = await run([]);

		expect([rejected.code, missing.code]).toEqual([1, 1]);
		expect(rejected.errors).toContain('There is no such argument');
		expect(rejected.errors).not.toContain('hush-hush');
		expect(missing.errors).toContain('Set PLAN_SERVICE_BASE_URL, PLAN_SERVICE_AUTH_URL');
	});
});

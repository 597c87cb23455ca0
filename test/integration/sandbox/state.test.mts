import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { demo, startSandbox } from '../../../tools/sandbox/server.mts';
import { sandboxSession } from './session.mts';

const features = [{ type: 'jetty', length: 12 }];

describe('the sandbox: its file and its program', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
	});

	afterEach(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	test('what was pushed is there after a new start, pushes at once included', async () => {
		const file = path.join(folder, 'plans.json');
		const first = await sandboxSession({ file });
		const plan = first.sandbox.addPlan();
		const pushes = Array.from({ length: 20 }, async () => await first.push(plan, { features }, 'Ann'));
		await Promise.all([...pushes, first.push(demo.planCode, { features })]);
		await first.sandbox.close();

		const second = await sandboxSession({ file });
		expect(second.sandbox.features(plan)).toEqual(first.sandbox.features(plan));
		expect(second.sandbox.features(plan)).toHaveLength(20);
		expect(second.sandbox.features(demo.planCode)).toEqual(first.sandbox.features(demo.planCode));
		await second.sandbox.close();
		expect(await readdir(folder)).toEqual(['plans.json']);
	});

	test('without a file nothing is kept', async () => {
		const first = await sandboxSession();
		const before = first.sandbox.features(demo.planCode).length;
		await first.push(demo.planCode, { features });
		await first.sandbox.close();

		const second = await sandboxSession();
		expect(second.sandbox.features(demo.planCode)).toHaveLength(before);
		await second.sandbox.close();
	});

	test('a file of something else is rejected and left alone', async () => {
		const file = path.join(folder, 'other.json');
		await writeFile(file, '{"other":1}');

		await expect(startSandbox({ file })).rejects.toThrow(/not a file of this sandbox/);
		expect(await readFile(file, 'utf8')).toBe('{"other":1}');
	});

	const program = (...args: string[]) =>
		spawn(process.execPath, ['--import', 'tsx', 'tools/sandbox/main.mts', ...args], {
			cwd: path.join(__dirname, '..', '..', '..'),
			stdio: ['ignore', 'pipe', 'pipe'],
		});

	/** What it prints up to its last line. */
	async function printed(child: ReturnType<typeof program>, last: RegExp): Promise<string> {
		let so = '';
		for await (const chunk of child.stdout) {
			so += String(chunk);
			if (last.test(so)) break;
		}
		return so;
	}

	test('the program prints its credential, obeys its switches and ends on SIGTERM with code 0', async () => {
		const child = program('--port', '0', '--no-listing', '--scope', 'esapi-scope');
		const welcome = await printed(child, /Ctrl-C/);
		const value = (name: string) => new RegExp(`^  ${name} +(.+)$`, 'm').exec(welcome)?.[1] ?? '';
		const form = new URLSearchParams({
			grant_type: 'password',
			scope: value('Scope'),
			client_id: value('Application ID'),
			client_secret: value('Application Secret'),
			username: value('API Key'),
			password: value('API Secret'),
		});
		const { data } = await axios.post(`${value('Authentication URL')}/connect/token`, form, { proxy: false });
		const list = await axios.get(`${value('Base URL')}/esapi/api/v1/Partners`, {
			headers: { Authorization: `Bearer ${data.access_token}` },
			proxy: false,
			validateStatus: () => true,
		});

		expect(value('Scope')).toBe('esapi-scope');
		expect(list.status).toBe(404);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	test('--help describes the switches; what is no switch is an error', async () => {
		const help = await printed(program('--help'), /--retry-after.*/);
		const rejected = program('--latency', 'soon');
		const [words, [code]] = await Promise.all([text(rejected.stderr), once(rejected, 'exit')]);

		expect(help).toContain('--migration');
		expect(code).toBe(1);
		expect(words).toBe('--latency: "soon" is not a whole number.\n');
	});
});

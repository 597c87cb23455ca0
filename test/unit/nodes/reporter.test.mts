import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IExecuteFunctions } from 'n8n-workflow';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import { Reporter } from '../../../nodes/shared/reporter.ts';
import { ItemFailure } from '../../../nodes/shared/item-failure.ts';
import { Secrets } from '../../../service/text';

function redacted(words: string, ...secrets: string[]): string {
	const reporter = new Reporter({} as IExecuteFunctions);
	reporter.keep(new Secrets(secrets));
	return reporter.redact(words);
}

/** That of a node. */
function reporterOf(): Reporter {
	const node = { id: '', name: 'Push', type: 'push', typeVersion: 1, position: [0, 0], parameters: {} };
	return new Reporter({ getNode: () => node } as Partial<IExecuteFunctions> as IExecuteFunctions);
}

test.each([
	['The floor flr_1 is in the building a-long-secret', 'The floor flr_1 is in the building [redacted]'],
	['a-long-secret is no plan', '[redacted] is no plan'],
])('of a text only what repeats a secret is redacted: %s', (text, shown) => {
	expect(redacted(text, 'a-long-secret')).toBe(shown);
	expect(redacted(text, 'another-long-one')).toBe(text);
});

test('what stands in the title of an error is not said again below it', () => {
	const reporter = reporterOf();
	const failure = (message: string) => new ItemFailure({ code: 'loginFailed', message, advice: 'Correct the scope.' });

	expect(reporter.error(failure('It was refused')).description).toBe('Correct the scope.');
	expect(reporter.error(failure('It was refused. Correct the scope')).description).toBeUndefined();
	expect(reporter.finalItem(failure('It was refused'), 0).error).toMatchObject({
		message: 'It was refused. Correct the scope.',
		description: undefined,
	});
});

test("nothing but the reporter calls n8n's errors, hints and log", () => {
	const folder = path.join(projectRoot, 'nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
	const ways = /new Node(?:Api|Operation)Error|addExecutionHints|sendMessageToUI|\blogger\b|\bconsole\.\w+\(/;
	const using = files.filter((file) => ways.test(readFileSync(path.join(folder, file), 'utf8')));

	expect(using).toEqual([path.join('shared', 'reporter.ts')]);
	expect(files.length).toBeGreaterThan(50);
});

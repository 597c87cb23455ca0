import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { projectRoot } from '../../../hosts/driver/host-folder.mts';
import { Doors } from '../../../nodes/shared/doors.ts';
import { ItemFailure } from '../../../nodes/shared/item-error.ts';
import { Secrets } from '../../../service/text';

const HIDDEN = '[hidden: it repeats a secret]';

function told(words: string, ...secrets: string[]): string {
	const doors = new Doors({} as IExecuteFunctions);
	doors.keep(new Secrets(secrets));
	return doors.tell(words);
}

/** Those of a node with these parameters. */
function doorsOf(parameters: INodeParameters): Doors {
	const node = { id: '', name: 'Push', type: 'push', typeVersion: 1, position: [0, 0], parameters };
	return new Doors({ getNode: () => node } as Partial<IExecuteFunctions> as IExecuteFunctions);
}

test.each([
	['The floor flr_1 is in the building a-long-secret, but bldg_2 is chosen', /^The floor flr_1 is in the building \[/],
	['a-long-secret is no plan', /is no plan$/],
	['No plan is a-long-secret', /^No plan is /],
])('the least part of a text is hidden that repeats a secret: %s', (words, rest) => {
	expect(told(words, 'a-long-secret')).toContain(HIDDEN);
	expect(told(words, 'a-long-secret')).toMatch(rest);
	expect(told(words, 'another-long-one')).toBe(words);
});

test('a secret that goes over several words is hidden with all of them', () => {
	const words = told('It has the words of a long secret and more', 'words of a long secret');

	expect(words.replaceAll(' ', '')).not.toMatch(/wordsofa|longsecr/);
	expect(words).toContain(HIDDEN);
});

test('where hiding parts does not help the whole text is hidden', () => {
	expect(told('one itrepeatsasecret two', 'itrepeatsasecret')).toBe(HIDDEN);
	expect(told('a-long-secret', 'a-long-secret')).toBe(HIDDEN);
});

test('what stands in the title of an error is not said again below it', () => {
	const doors = doorsOf({});
	const failure = (message: string) => new ItemFailure({ code: 'loginFailed', message, advice: 'Correct the scope.' });

	expect(doors.error(failure('It was refused')).description).toBe('Correct the scope.');
	expect(doors.error(failure('It was refused. Correct the scope')).description).toBeUndefined();
	expect(doors.finalItem(failure('It was refused'), 0).error).toMatchObject({
		message: 'It was refused. Correct the scope.',
		description: undefined,
	});
});

test.each<[string, INodeParameters]>([
	[
		'a parameter',
		{ planCode: { __rl: true, mode: 'list', value: 'pln_1', cachedResultName: 'Harbour House › Level 3' } },
	],
	['a row', { plans: { plan: [{ planCode: { value: 'pln_1', cachedResultName: 'Harbour House › Level 3' } }] } }],
])('a plan that was chosen From List is told with its name: %s', (_where, parameters) => {
	const doors = doorsOf(parameters);
	const descriptionOf = (planCode: string) =>
		doors.error(
			new ItemFailure({ code: 'unexpectedStatus', message: 'Not found', advice: 'Correct it.', details: { planCode } }),
		).description;

	expect(descriptionOf('pln_1')).toBe('Correct it. When it was chosen, its name was "Harbour House › Level 3".');
	expect(descriptionOf('pln_2')).toBe('Correct it.');
});

test("nothing but the doors calls n8n's errors, hints and log", () => {
	const folder = path.join(projectRoot, 'nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
	const ways = /new Node(?:Api|Operation)Error|addExecutionHints|sendMessageToUI|\blogger\b|\bconsole\.\w+\(/;
	const using = files.filter((file) => ways.test(readFileSync(path.join(folder, file), 'utf8')));

	expect(using).toEqual([path.join('shared', 'doors.ts')]);
	expect(files.length).toBeGreaterThan(50);
});

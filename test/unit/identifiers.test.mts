import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { sourceFiles } from './message-patterns.mts';

/** Words of this project alone that had a word of the field, which stands in their place now. */
const PRIVATE_WORDS = new Set(
	[
		'address answer answered bond house door doors sight unseen evidence blind doubtful fate amiss copies doubled owed',
		'witness standing likeness wanted sound verdict sendable asker question tries refusal',
		'apart most longest least deepest few',
		'tell unsteady remade marks looks rested framed odd vanished ending partly',
		'fault faults unreached turns tried law world',
		'told ask asked piece pieces reading readings',
		'truth truths spoilt slips silences misfit placeless member blind refuse',
	].flatMap((line) => line.split(' ')),
);

/** Of these words comments have no use either. */
const PRIVATE_IN_COMMENTS = new RegExp(
	'\\b(?:told|tells?|asked|amiss|apart|blind(?:ly)?|doubtful|answer(?:s|ed)?|doors?|faults?|sight|tries|pieces?|' +
		'put(?:s|ting)? off|hand(?:s|ed|ing)? over|what (?:became|becomes) of)\\b',
	'i',
);

/** Of these, tools and what tests stand on have no use either: in identifiers and names of files. */
const PRIVATE_IN_TOOLS = new Set(
	['answer answers answered refuse refused refusal refusals', 'asked told doubtful amiss world worlds'].flatMap(
		(line) => line.split(' '),
	),
);

/** What people answer to questions of the probe. */
const PROMPTS = 'tools/scripts/probe/inputs.mts';

/** The bound of a number, and clients of one name. */
const MEANT = new Set(['least', 'namedApart']);

/** Of `maxBytes`, `BoundToken` and `MAX_PLAN_BYTES`. */
const wordsOf = (identifier: string) => identifier.split(/_|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());

test.each([
	['LONGEST_NAME', ['longest', 'name']],
	['readPlanAnswer', ['read', 'plan', 'answer']],
])('%s has the words %j', (identifier, words) => {
	expect(wordsOf(identifier)).toEqual(words);
});

test('comments of shipped code are in words of the field', () => {
	const comments = sourceFiles().flatMap((file) =>
		readFileSync(path.join(projectRoot, file), 'utf8')
			.split('\n')
			.filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))
			.map((line) => `${file}: ${line.trim()}`),
	);
	expect(comments.length).toBeGreaterThan(1000);
	expect(comments.filter((line) => PRIVATE_IN_COMMENTS.test(line.replace(/^[^:]*:/, '')))).toEqual([]);
});

/** Identifiers of a file that have one of these words. */
function identifiersWith(words: ReadonlySet<string>, file: string): { count: number; found: string[] } {
	const source = ts.createSourceFile(file, readFileSync(path.join(projectRoot, file), 'utf8'), ts.ScriptTarget.Latest);
	const found = new Set<string>();
	let count = 0;
	const look = (node: ts.Node): void => {
		if (ts.isIdentifier(node)) {
			count++;
			if (!MEANT.has(node.text) && wordsOf(node.text).some((word) => words.has(word)))
				found.add(`${file}: ${node.text}`);
		}
		ts.forEachChild(node, look);
	};
	look(source);
	return { count, found: [...found] };
}

test('identifiers of shipped code are in words of the field', () => {
	const files = sourceFiles().map((file) => identifiersWith(PRIVATE_WORDS, file));
	expect(files.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(10_000);
	expect(files.flatMap(({ found }) => found)).toEqual([]);
});

test('identifiers and files of tools, and of what tests stand on, are in words of the field', () => {
	const folders = 'tools,test/{agents,browser,e2e,faults,field,guide,queue,services,support}';
	const files = globSync(`{${folders},test/integration/{install,probe,sandbox}}/**/*.mts`, {
		cwd: projectRoot,
		exclude: (file) => file.includes('node_modules'),
	}).filter((file) => file !== PROMPTS);
	expect(files.length).toBeGreaterThan(250);
	expect(files.filter((file) => file.split(/\W/).some((word) => PRIVATE_IN_TOOLS.has(word)))).toEqual([]);
	expect(files.flatMap((file) => identifiersWith(PRIVATE_IN_TOOLS, file).found)).toEqual([]);
});

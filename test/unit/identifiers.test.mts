import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

import { projectRoot } from '../../hosts/driver/host-folder.mts';
import { sourceFiles } from './message-patterns.mts';

/** Words of this project alone that had a word of the field, which stands in their place now. */
const PRIVATE_WORDS = new Set(
	[
		'address answer answered bond house door doors sight unseen evidence blind doubtful fate amiss copies doubled owed',
		'witness standing likeness wanted sound verdict sendable asker question tries refusal',
		'apart letter most longest least deepest few',
	].flatMap((line) => line.split(' ')),
);

/** Of letters, and of a number as a person writes it in the editor's bounds. */
const MEANT = new Set(['letter', 'least', 'withoutLetters', 'namedApart', 'refusePhotos']);

test('identifiers of shipped code are in words of the field', () => {
	const found: string[] = [];
	let count = 0;
	for (const file of sourceFiles()) {
		const source = ts.createSourceFile(
			file,
			readFileSync(path.join(projectRoot, file), 'utf8'),
			ts.ScriptTarget.Latest,
		);
		const look = (node: ts.Node): void => {
			if (ts.isIdentifier(node)) {
				count++;
				const words = node.text.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
				if (!MEANT.has(node.text) && words.some((word) => PRIVATE_WORDS.has(word))) found.push(`${file}: ${node.text}`);
			}
			ts.forEachChild(node, look);
		};
		look(source);
	}
	expect(count).toBeGreaterThan(10_000);
	expect([...new Set(found)]).toEqual([]);
});

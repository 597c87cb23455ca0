import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/**
 * Runs only the files that hold a test which may notice a mutant. Stryker names the tests that cover it by
 * a pattern, and Jest would load every file to find them, which takes hours. Of a mutant that runs while a
 * module is loaded the tests are not known: those judge it that go by the module's name, or name what it exports.
 * Either way only tests of the mutant's own folder count, so that the score is rather too low than too high.
 */
export default class CoveringFiles extends TestSequencer {
	constructor(options) {
		super(options);
		this.globalConfig = options.globalConfig;
		this.namesFile = join(options.globalConfig.rootDir, '.cache', 'test-names.json');
	}

	sort(tests) {
		const { testNamePattern, nonFlagArgs } = this.globalConfig;
		if (!existsSync(this.namesFile)) return tests;
		const [mutated] = nonFlagArgs;
		const folder = `${sep}unit${sep}${basename(dirname(mutated))}${sep}`;
		const own = tests.filter(({ path }) => path.includes(folder));
		if (!testNamePattern) return own.filter(({ path }) => isKin(path, mutated));
		const names = JSON.parse(readFileSync(this.namesFile, 'utf8'));
		const pattern = new RegExp(testNamePattern, 'i');
		return own.filter(({ path }) => names[path].some((name) => pattern.test(name)));
	}

	/** The run without mutants, which comes first, tells which tests each file holds. */
	cacheResults(_tests, { testResults }) {
		if (existsSync(this.namesFile)) return;
		const names = testResults.map((file) => [file.testFilePath, file.testResults.map(({ fullName }) => fullName)]);
		mkdirSync(dirname(this.namesFile), { recursive: true });
		writeFileSync(this.namesFile, JSON.stringify(Object.fromEntries(names)));
	}
}

function isKin(testPath, mutated) {
	const words = basename(mutated, '.ts').split(/[-.]/);
	if (words.some((word) => basename(testPath).includes(word.slice(0, 6)))) return true;
	const test = readFileSync(testPath, 'utf8');
	const exported = readFileSync(mutated, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
	return [...exported].some(([, name]) => test.includes(name));
}

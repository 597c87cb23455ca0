import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/**
 * Runs only the files that hold a test which may notice a mutant. Stryker names the tests that cover it by a pattern,
 * and Jest would load every file to find them, which takes hours. A mutant is judged by the test files of its own
 * folder, first by its kin: those that go by its module's name, or name what it exports. So the score is rather too low
 * than too high.
 */
export default class CoveringFiles extends TestSequencer {
	constructor({ globalConfig, ...options }) {
		super({ globalConfig, ...options });
		this.root = globalConfig.rootDir;
		// Without a pattern for what runs when its module is loaded: every test covers it.
		this.pattern = globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : /(?:)/;
		this.filesFile = join(this.root, '.cache', 'test-files.json');
	}

	sort(tests) {
		const { __STRYKER_ACTIVE_MUTANT__: mutant } = process.env;
		if (mutant === undefined || !existsSync(this.filesFile)) return tests;
		const files = JSON.parse(readFileSync(this.filesFile, 'utf8'));
		const covering = tests.filter(({ path }) => files[path].names.some((name) => this.pattern.test(name)));
		const module = this.moduleOf(mutant);
		const folder = join(sep, 'unit', relative(this.root, dirname(module)), sep);
		const neighbours = covering.filter(({ path }) => path.includes(folder));
		const kin = neighbours.filter(({ path }) => isKin(path, module));
		const others = neighbours.filter((test) => !kin.includes(test));
		// The first test that fails is the last to run: files come first that know most, and of these the quick.
		const quickFirst = (some) => some.sort((one, other) => files[one.path].runtimeMs - files[other.path].runtimeMs);
		return neighbours.length > 0 ? [...quickFirst(kin), ...quickFirst(others)] : quickFirst(covering);
	}

	/** The run without mutants, which comes first, tells which tests each file holds, and how long they take. */
	cacheResults(_tests, { testResults }) {
		if (existsSync(this.filesFile)) return;
		const files = testResults.map(({ testFilePath, testResults: tests, perfStats }) => [
			testFilePath,
			{ names: tests.map(({ fullName }) => fullName), runtimeMs: perfStats.runtime },
		]);
		mkdirSync(dirname(this.filesFile), { recursive: true });
		writeFileSync(this.filesFile, JSON.stringify(Object.fromEntries(files)));
	}

	moduleOf(mutant) {
		const modules = globSync('{service,credentials}/**/*.ts', { cwd: this.root }).map((file) => join(this.root, file));
		return modules.find((file) => readFileSync(file, 'utf8').includes(`("${mutant}")`)) ?? modules[0];
	}
}

function isKin(testPath, module) {
	const words = basename(module, '.ts').split(/[-.]/);
	if (words.some((word) => basename(testPath).includes(word.slice(0, 6)))) return true;
	const test = readFileSync(testPath, 'utf8');
	const exported = readFileSync(module, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
	return [...exported].some(([, name]) => test.includes(name));
}

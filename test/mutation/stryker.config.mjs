import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Which changes of the code the unit tests do not notice. */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: false },
	mutate: ['service/**/*.ts', 'credentials/**/*.ts'],
	// Only what the unit tests need is copied: beside the package lie whole n8n hosts.
	ignorePatterns: ['**', '!service/**', '!nodes/**', '!credentials/**', '!test/**', '!package.json', '!tsconfig*.json'],
	disableTypeChecks: '{service,credentials}/**/*.ts',
	coverageAnalysis: 'perTest',
	concurrency: 2,
	// Each run in a process leaves some memory behind: with 200 of them, collecting garbage takes most of the time.
	maxTestRunnerReuse: 100,
	timeoutMS: 20_000,
	// The linter would look at a copy within the project, and Jest at none within node_modules.
	tempDirName: join(tmpdir(), 'plan-service-stryker'),
	incremental: true,
	incrementalFile: '.cache/mutation/incremental.json',
	reporters: ['clear-text', 'progress', 'html', 'json'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	htmlReporter: { fileName: '.cache/mutation/index.html' },
	jsonReporter: { fileName: '.cache/mutation/mutation.json' },
	thresholds: { high: 95, low: 90, break: 85 },
};

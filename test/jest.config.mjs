const swc = {
	jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
	module: { type: 'commonjs' },
};

/** Projects whose test files may share an n8n. */
const shareN8n = ['e2e', 'faults', 'browser', 'field'];

/** Projects whose test files run one after the other in a worker's own realm, each with a clock of its own. */
const inOneRealm = ['unit', 'integration', 'services'];

const oneRealm = {
	testEnvironment: '<rootDir>/test/support/realm/one-realm.mts',
	runtime: '<rootDir>/test/support/realm/shared-packages.cjs',
	setupFilesAfterEnv: ['<rootDir>/test/support/clock/virtual-time.mts'],
};

const project = (name) => ({
	displayName: name,
	rootDir: '.',
	roots: [
		'<rootDir>/test',
		'<rootDir>/tools/sandbox',
		'<rootDir>/tools/n8n/driver',
		'<rootDir>/service',
		'<rootDir>/nodes',
		'<rootDir>/credentials',
		'<rootDir>/tools/scripts',
	],
	testEnvironment: shareN8n.includes(name) ? '<rootDir>/test/support/host/shared-n8n.mts' : 'node',
	testEnvironmentOptions: { editor: name === 'browser' },
	testMatch: [`<rootDir>/test/${name}/**/*.test.mts`],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'],
	transform: { '\\.m?ts$': ['@swc/jest', swc] },
	setupFiles: ['<rootDir>/test/n8n-settings.mts', '<rootDir>/test/support/property-seed.mts'],
	...(inOneRealm.includes(name) ? oneRealm : {}),
});

/** @type {import('jest').Config} */
export default {
	rootDir: '..',
	testSequencer: '<rootDir>/test/slow-first.mjs',
	projects: [
		'unit',
		'integration',
		'services',
		'simulation',
		'e2e',
		'field',
		'faults',
		'queue',
		'browser',
		'agents',
		'guide',
	].map(project),
	// Generous: two cores may have n8n to run beside the tests.
	testTimeout: 180_000,
	// Half a second is too short where other programs have the cores. What keeps a worker open is still told.
	workerGracefulExitTimeout: 30_000,
	collectCoverageFrom: ['service/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts'],
	coverageDirectory: '<rootDir>/.cache/coverage',
};

import { fileURLToPath } from 'node:url';
import jest from '../jest.config.mjs';

const unit = jest.projects.find(({ displayName }) => displayName === 'unit');

// As `npm test` has it for the unit tests.
process.env.TZ = 'Asia/Kathmandu';

/** The unit tests of what is mutated, as Stryker runs them. @type {import('jest').Config} */
export default {
	...unit,
	// Stryker looks for it from another folder.
	testEnvironment: fileURLToPath(new URL('until-failure.mts', import.meta.url)),
	rootDir: '../..',
	roots: ['test', 'service', 'nodes', 'credentials'].map((folder) => `<rootDir>/${folder}`),
	testMatch: ['service', 'credentials'].map((folder) => `<rootDir>/test/unit/${folder}/**/*.test.mts`),
	// Code that holds all its mutants is several times slower, and what judges time fails before one is tried.
	testPathIgnorePatterns: [...(unit.testPathIgnorePatterns ?? []), '/linear-time\\.test\\.mts$'],
	setupFiles: [...unit.setupFiles, '<rootDir>/test/mutation/jest-setup.mts'],
	testSequencer: '<rootDir>/test/mutation/covering-files.mjs',
	watchman: false,
};

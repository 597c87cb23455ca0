import path from 'node:path';
import jest from '../jest.config.mjs';

// As `npm test` has it.
process.env.TZ = 'Asia/Kathmandu';

const { file, foundBy } = JSON.parse(process.env.MUTANT);
const [, projectName] = foundBy.split('/');
const project = jest.projects.find(({ displayName }) => displayName === projectName);
const [[files, [, swc]]] = Object.entries(project.transform);

/** The test that a mutant names, on code without the mutant's rule. @type {import('jest').Config} */
export default {
	...project,
	rootDir: '../..',
	testMatch: [`<rootDir>/${foundBy}`],
	transform: {
		[`/${path.basename(file).replaceAll('.', '\\.')}$`]: ['<rootDir>/test/simulation/without-rule.mjs', swc],
		[files]: ['@swc/jest', swc],
	},
};

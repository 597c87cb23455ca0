import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What n8n's own configuration does not look at: tests, sandbox, scripts and benchmarks. */
export default defineConfig(
	globalIgnores(['**/node_modules/', 'dist/', '.cache/', 'reports/', '**/*.ts', '**/*.js', '**/*.json']),
	{
		files: ['**/*.mts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: { 'no-undef': 'off' },
	},
	{
		files: ['sandbox/**'],
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '/(service|nodes|credentials)/',
							message: 'The sandbox judges the nodes, so it shares no code with them.',
						},
					],
				},
			],
		},
	},
);

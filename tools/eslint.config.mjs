import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig(
	globalIgnores(['**/node_modules/', 'dist/', '.cache/', 'reports/', '**/*.json']),
	{
		// What n8n's own configuration does not look at: tests, sandbox, scripts and benchmarks.
		files: ['**/*.mts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: { 'no-undef': 'off' },
	},
	{
		// What prettier leaves as it is: texts, comments and regular expressions.
		files: ['**/*.{ts,mts,cts,js,mjs,cjs}'],
		languageOptions: { parser: tseslint.parser },
		linterOptions: { reportUnusedDisableDirectives: 'off' },
		rules: { 'max-len': ['error', { code: 120, tabWidth: 2 }] },
	},
	{
		files: ['tools/sandbox/**'],
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
	{
		files: ['nodes/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		rules: {
			'no-restricted-imports': [
				'error',
				{
					patterns: [
						{ regex: '^(\\.\\./)+[A-Z]', caseSensitive: true, message: 'What two nodes need is in nodes/shared.' },
					],
				},
			],
		},
	},
	{
		files: ['service/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		rules: {
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^n8n|/(nodes|credentials)/', message: 'service/ knows no n8n.' }] },
			],
		},
	},
	{
		// What the service or an item holds may be long and made to hurt: a search takes time in proportion to its text.
		files: ['{service,nodes,credentials}/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
);

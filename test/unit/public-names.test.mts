import { readFileSync } from 'node:fs';

import { brokenNames, publicNames, publicNamesFile } from '../../tools/scripts/docs/public-names.mts';
import type { PublicNames } from '../../tools/scripts/docs/public-names.mts';

const recorded = JSON.parse(readFileSync(publicNamesFile, 'utf8')) as PublicNames;

const ADVICE = `Saved workflows hold these names, values and defaults. Keep them: give the new behaviour a new parameter
whose default keeps old workflows as they were, or raise the version of the node (CONTRIBUTING.md, "Public names").`;

const ADDED =
	'New names are public from now on. Record them with "npm run public-names" and list them in CHANGELOG.md.';

test('no name, value or default that saved workflows hold has changed', () => {
	const broken = brokenNames(recorded, publicNames());
	expect(broken.length === 0 ? '' : `${broken.join('\n')}\n${ADVICE}`).toBe('');
});

test('every new name is recorded', () => {
	const now = publicNames();
	const isRecorded = JSON.stringify(now) === JSON.stringify(recorded);
	// The difference itself is shown by the comparison of the objects.
	expect({ names: now, advice: isRecorded ? '' : ADDED }).toEqual({ names: recorded, advice: '' });
});

describe('what breaks saved workflows', () => {
	const before: PublicNames = { 'node.v1': { mode: { type: 'options', default: 'a', values: ['a', 'b'] } } };
	const mode = before['node.v1'].mode;

	it.each<[string, PublicNames, string[]]>([
		['the same', before, []],
		['a new node', { ...before, 'other.v1': {} }, []],
		['a new parameter', { 'node.v1': { mode, more: { type: 'string', default: '' } } }, []],
		['a new value', { 'node.v1': { mode: { ...mode, values: ['a', 'b', 'c'] } } }, []],
		['a node that is gone', {}, ['node.v1 is gone']],
		['a parameter that is gone', { 'node.v1': {} }, ['node.v1: mode is gone']],
		[
			'a value that is gone',
			{ 'node.v1': { mode: { ...mode, values: ['a'] } } },
			['node.v1: mode has lost the value "b"'],
		],
		[
			'another default',
			{ 'node.v1': { mode: { ...mode, default: 'b' } } },
			['node.v1: mode had the default "a" and has "b"'],
		],
		[
			'another type',
			{ 'node.v1': { mode: { ...mode, type: 'string' } } },
			['node.v1: mode was of type options and is string'],
		],
	])('%s', (_change, now, broken) => {
		expect(brokenNames(before, now)).toEqual(broken);
	});
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { filledFields } from '../../credentials/credential-fields.ts';
import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';
import { FAILURE_CODES, INPUT_ADVICE, messageOf } from '../../nodes/shared/messages.ts';
import type { Caller, FailureCode } from '../../nodes/shared/messages.ts';
import type { InputRule } from '../../service/api';
import { flatParameters } from '../../tools/scripts/docs/flat-parameters.mts';
import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { isDescription, patternsIn, sourceFiles } from './message-patterns.mts';

/**
 * Capital letters that are no label of ours: names of nodes, of n8n's settings, of the service's console, of formats.
 */
const TERMS = [
	...documentedNodes.map(({ description }) => description.displayName),
	// Of Edit Fields.
	'Include Other Input Fields',
	...['On Error', 'Retry On Fail', 'Execute Once', 'Edit Fields', 'Include Empty Cells', 'Test'],
	// Of Extract from File.
	...['Encoding', 'Range', 'Header Row', 'Delimiter', 'Starting Line', 'Extract from File', 'Excel', 'Split Out'],
	// Said of any plan that was not found; the field of the trigger does not offer it.
	'By Names',
	// The file of all lists says it of plans, and every node has a list.
	'Plan Code',
	// What Push says about rows that Get gave.
	'Get the features with Data Format set to Table',
	// Of Push Plan Features, whose items Draw Plan takes.
	...['Compare Features', 'Result Format'],
	...[
		'Allowed Scopes',
		'Allowed Grant Type',
		'Resource Owner Password',
		'Application',
		'Partner User',
		'API Key',
		'API key',
		'Plan Service',
	],
	...[
		'HTML',
		'XML',
		'JSON',
		'GeoJSON',
		'ArcGIS',
		'UTF-8',
		'TLS',
		'ASCII',
		'Unicode',
		'BigInt',
		'URL',
		'ID',
		'GET',
		'POST',
		'MB',
		'PNG',
		'POLYGON',
		'Content-Length',
	],
];

/** The sentences of a file that a person may read. */
function sentencesIn(file: string): string[] {
	const texts = patternsIn(file, isDescription).map((pattern) => pattern.map((part) => part ?? '…').join(''));
	return [...new Set(texts)].filter(
		(text) => /^[^/<]/.test(text) && text.split(' ').length > 3 && !ALL_LABELS.has(text),
	);
}

/** Words with a capital letter within a sentence that are neither a label nor a term. */
function unknownIn(text: string, labels: readonly string[]): string[] {
	const known = [...labels, ...TERMS].sort((one, other) => other.length - one.length);
	const rest = known.reduce(
		(left, label) => left.replaceAll(new RegExp(`(?<!\\w)${escaped(label)}(?!\\w)`, 'g'), '¤'),
		text,
	);
	return [...rest.matchAll(/(?<=[^.:?;¤"(…\s] |¤ |, )[A-Z][\w()-]*/g)].map(([word]) => word);
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const fields = filledFields.flatMap(({ displayName, options = [] }) => [
	displayName,
	...options.map(({ name }) => name),
]);

/** Those of the node, and n8n's own beside them. */
function mapperLabels({ typeOptions }: INodeProperties): string[] {
	const { valuesLabel = '', matchingFieldsLabels } = typeOptions?.resourceMapper ?? {};
	return [valuesLabel, matchingFieldsLabels?.title ?? '', 'Map Automatically', 'Map Each Column Manually'];
}

function labelsOf(folder: string): string[] {
	const { properties } = documentedNodes.find((node) => node.folder === folder)?.description ?? { properties: [] };
	const own = flatParameters(properties).flatMap(({ parameter, choices }) => [
		parameter.displayName,
		...choices.map(({ name }) => name),
		...(parameter.modes ?? []).map(({ displayName }) => displayName),
		...(parameter.type === 'resourceMapper' ? mapperLabels(parameter) : []),
	]);
	// n8n's linter asks for these words behind the label of a list.
	return [...own, ...own.map((label) => label.replace(/ Names? or IDs?$/, '')), ...fields];
}

/** The files of the package that a file imports, itself and those of others included. */
function reachableFrom(file: string, found = new Set<string>()): Set<string> {
	if (found.has(file)) return found;
	found.add(file);
	const source = readFileSync(path.join(projectRoot, file), 'utf8');
	for (const [, target] of source.matchAll(/^import (?!type).*? from '(\.[^']*)';/gms)) {
		const imported = `${path.join(path.dirname(file), target)}.ts`;
		if (sourceFiles().includes(imported)) reachableFrom(imported, found);
	}
	return found;
}

const ALL_LABELS = new Set(documentedNodes.flatMap(({ folder }) => labelsOf(folder)));

const ADVICE = path.join('nodes', 'shared', 'messages.ts');
const wrongIn = (file: string, labels: string[]) =>
	sentencesIn(file).flatMap((text) => unknownIn(text, labels).map((word) => `${file}: ${word} in "${text}"`));

test('the check finds a label that is cut short, and one of another node', () => {
	const labels = labelsOf('GetFeatures');
	expect(unknownIn('Raise Timeout in the options, or lower Batch Size.', labels)).toEqual(['Timeout', 'Batch', 'Size']);
	expect(unknownIn('Raise Timeout (Seconds) or Max Wait (Seconds) in the options. Check Base URL.', labels)).toEqual(
		[],
	);
});

test('the service is described without any label of the editor', () => {
	const files = sourceFiles().filter((file) => file.startsWith('service'));
	expect(files.flatMap((file) => wrongIn(file, []))).toEqual([]);
});

test('the credential names its own fields only', () => {
	const files = sourceFiles().filter((file) => file.startsWith('credentials'));
	expect(files.flatMap((file) => wrongIn(file, fields))).toEqual([]);
});

/** Of whom the messages of a node may tell what to do. */
const CALLERS: Record<string, Caller[]> = {
	HierarchyLookup: ['execution', 'list'],
	GetFeatures: ['execution', 'list'],
	PushFeatures: ['execution', 'push', 'list'],
	EmbedUrl: ['execution', 'list'],
	PlanFeaturesTrigger: ['poll', 'list'],
};

/** Codes that only some nodes give, or that nobody gives to an open list. */
const CODES_OF: Partial<Record<string, string[]>> = {
	noPartnerCode: ['execution', 'push', 'poll'],
	...Object.fromEntries(
		['featureRejected', 'outcomeUnknown', 'partOnPlan', 'copiesOnPlan', 'copiesUnknown'].map((code) => [
			code,
			['push'],
		]),
	),
};

const adviceFor = (code: string, caller: Caller) =>
	messageOf(code as FailureCode, caller, { tokenHeader: 'both' }).advice;

/** Rules that only some nodes can find broken. */
const RULES_OF: Partial<Record<InputRule, string[]>> = {
	author: ['PushFeatures'],
	hasLevelBelow: ['HierarchyLookup'],
	nestsChildren: ['HierarchyLookup'],
	planUrl: ['GetFeatures', 'PushFeatures', 'EmbedUrl', 'PlanFeaturesTrigger'],
	hasViewerTokens: ['EmbedUrl'],
	opensOwnPlan: ['EmbedUrl'],
	opensPlansBelow: ['EmbedUrl'],
	viewerToken: ['EmbedUrl'],
	planOfManyPlans: ['EmbedUrl'],
	expiry: ['EmbedUrl'],
};

describe.each(documentedNodes.map(({ folder }) => folder))('%s', (folder) => {
	const labels = labelsOf(folder);

	test('every label that its messages name is a parameter of it, or a field of the credential', () => {
		const files = [...reachableFrom(path.join('nodes', folder, `${folder}.node.ts`))].filter(
			(file) => file.startsWith('nodes') && file !== ADVICE,
		);
		expect(files.length).toBeGreaterThan(10);
		expect(files.flatMap((file) => wrongIn(file, labels))).toEqual([]);
	});

	test.each(CALLERS[folder])('so it is with what it says to do, for: %s', (caller) => {
		const codes = FAILURE_CODES.filter((code) => CODES_OF[code]?.includes(caller) ?? true);
		const rules = Object.entries(INPUT_ADVICE).filter(
			([rule]) => RULES_OF[rule as InputRule]?.includes(folder) ?? true,
		);
		const texts = [...codes.map((code) => adviceFor(code, caller)), ...rules.map(([, advice]) => advice)];
		// An open list has no options: only its field can be switched, and the credential be corrected.
		const known = caller === 'list' ? [...fields, 'Plan Code', 'By Code', ...labels] : labels;
		expect(texts.flatMap((text) => unknownIn(text, known).map((word) => `${word} in "${text}"`))).toEqual([]);
	});

	test('an open list and a poll name no option that they have not', () => {
		for (const caller of CALLERS[folder]) {
			const codes = FAILURE_CODES.filter((code) => CODES_OF[code]?.includes(caller) ?? true);
			const texts = codes.map((code) => adviceFor(code, caller)).join(' ');
			if (caller !== 'push') expect(texts).not.toMatch(/Max Retries|Batch Size/);
			if (caller === 'list') expect(texts).not.toMatch(/Concurrency|Max Wait|Timeout|in the options/);
			expect(adviceFor('planLocked', caller)).not.toMatch(/in the options|Max/);
		}
	});
});

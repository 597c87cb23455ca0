import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { projectRoot } from '../../tools/n8n/driver/host-folder.mts';

const FOLDERS = ['credentials', 'nodes', 'service'];

/** A text of the sources: its fixed parts, and null for what is known only when it runs. */
export type Pattern = Array<string | null>;

/** Where a parameter describes itself: these are the labels. */
const DESCRIBING = [
	'displayName',
	'name',
	'description',
	'hint',
	'placeholder',
	'action',
	'subtitle',
	'searchHint',
	'propertyHint',
	'relationHint',
];

/** They make a mode of a locator. */
const MAKES_MODE = ['typed', 'fromList'];

export function isDescription(node: ts.Node): boolean {
	if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return MAKES_MODE.includes(node.expression.text);
	return ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && DESCRIBING.includes(node.name.text);
}

/** The sources of the package, by their paths from its root. */
export function sourceFiles(): string[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => path.join(folder, file)),
	);
}

/** Every text that the package can make: literals, templates, and the names of members, such as error codes. */
export function messagePatterns(): Pattern[] {
	const patterns = sourceFiles().flatMap((file) => patternsIn(file));
	return [...new Map(patterns.map((pattern) => [JSON.stringify(pattern), pattern])).values()];
}

/** The texts of one file. @param isLeftOut what is not looked into */
export function patternsIn(file: string, isLeftOut: (node: ts.Node) => boolean = () => false): Pattern[] {
	const source = ts.createSourceFile(file, readFileSync(path.join(projectRoot, file), 'utf8'), ts.ScriptTarget.ES2022);
	return patternsBelow(source, isLeftOut);
}

function patternsBelow(node: ts.Node, isLeftOut: (node: ts.Node) => boolean): Pattern[] {
	if (isLeftOut(node)) return [];
	const patterns = ts.isExpression(node) ? patternsOf(node) : [];
	if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) patterns.push([node.name.text]);
	for (const child of partsOf(node)) patterns.push(...patternsBelow(child, isLeftOut));
	const texts = patterns.filter((pattern) => pattern.some((part) => part !== null && part !== ''));
	// Two open parts are one, and would take the square of its time to find.
	return texts.map((pattern) => pattern.filter((part, at) => part !== null || pattern[at - 1] !== null));
}

/** What stands in a node. The parts of a text that is written over several lines are no texts of their own. */
function partsOf(node: ts.Node): ts.Node[] {
	const parts: ts.Node[] = [];
	ts.forEachChild(node, (child) => void parts.push(child));
	if (!isSum(node)) return parts;
	return parts.flatMap((part) => (isText(part) || isSum(part) ? partsOf(part) : [part]));
}

function isText(node: ts.Node): boolean {
	return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

function isSum(node: ts.Node): node is ts.BinaryExpression {
	return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

/** What an expression can be; both branches of a condition count. */
function patternsOf(expression: ts.Expression): Pattern[] {
	if (ts.isParenthesizedExpression(expression)) return patternsOf(expression.expression);
	if (ts.isStringLiteral(expression) || ts.isNoSubstitutionTemplateLiteral(expression)) return [[expression.text]];
	if (ts.isConditionalExpression(expression))
		return [...patternsOf(expression.whenTrue), ...patternsOf(expression.whenFalse)];
	if (isSum(expression)) {
		const ends = patternsOf(expression.right);
		return patternsOf(expression.left).flatMap((start) => ends.map((end) => [...start, ...end]));
	}
	if (!ts.isTemplateExpression(expression)) return [[null]];
	return expression.templateSpans.reduce<Pattern[]>(
		(begun, { expression: hole, literal }) =>
			begun.flatMap((start) => patternsOf(hole).map((middle) => [...start, ...middle, literal.text])),
		[[expression.head.text]],
	);
}

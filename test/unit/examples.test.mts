import { documentedNodes } from '../../tools/scripts/docs/nodes.mts';
import { flatParameters } from '../../tools/scripts/docs/flat-parameters.mts';
import { agentExample, exampleFiles, readExample } from '../../tools/scripts/demo/example-workflows.mts';

const PACKAGE = 'n8n-nodes-plan-service.';

/** The names of the parameters that are locators, by the node's name. */
const locators = new Map(
	documentedNodes.map(({ description }) => {
		const named = flatParameters(description.properties).filter(
			({ parameter }) => parameter.type === 'resourceLocator',
		);
		return [description.name, new Set(named.map(({ parameter }) => parameter.name))];
	}),
);

/** Each locator below a node's parameters, with its name. */
function locatorsIn(names: ReadonlySet<string>, value: unknown, name = ''): Array<[name: string, value: unknown]> {
	if (names.has(name)) return [[name, value]];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => locatorsIn(names, inner, key));
}

describe('examples', () => {
	test('pick plans, resources and data fields from their lists by name, and say what to change', async () => {
		const files = [...(await exampleFiles()), agentExample];
		expect(files.length).toBeGreaterThan(15);
		const picked: unknown[] = [];
		for (const file of files) {
			const { nodes } = await readExample(file);
			for (const { name, type, parameters } of nodes.filter((node) => node.type.startsWith(PACKAGE))) {
				const names = locators.get(type.slice(PACKAGE.length).replace(/Tool$/, ''));
				for (const [parameter, value] of locatorsIn(names ?? new Set(), parameters)) {
					const where = { file, name, parameter };
					expect({ ...where, value }).toEqual({ ...where, value: expect.objectContaining({ __rl: true }) as unknown });
					const located = value as { mode: string; value: string; cachedResultName?: string };
					if (located.value === '' || located.value.startsWith('=')) continue;
					expect({ ...where, ...located }).toMatchObject({
						...where,
						mode: 'list',
						cachedResultName: expect.stringMatching(/./) as string,
					});
					picked.push(value);
				}
			}
			const notes = nodes.map(({ parameters }) => (parameters as { content?: string }).content ?? '').join('\n');
			expect({ file, notes }).toEqual({
				file,
				notes: expect.stringMatching(/1\. [^]*\*\*Plan Service API\*\* credential/) as string,
			});
		}
		expect(picked.length).toBeGreaterThan(15);
	});
});

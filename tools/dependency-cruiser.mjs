/** The layers of the service, lowest first. A layer uses those below it, by their index.ts alone. */
const LAYERS = ['cache', 'text', 'plan', 'draw', 'columns', 'api', 'push'];

const layer = (...names) => `^service/(?:${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		...LAYERS.map((name, level) => ({
			name: `${name}-uses-no-higher-layer`,
			severity: 'error',
			from: { path: layer(name) },
			to: {
				path: ['^(?:nodes|credentials)/', ...(level === LAYERS.length - 1 ? [] : [layer(...LAYERS.slice(level + 1))])],
			},
		})),
		{
			name: 'layers-by-their-index',
			comment: 'What others may use of a layer stands in its index.ts.',
			severity: 'error',
			from: { pathNot: '^service/' },
			to: { path: '^service/', pathNot: '^service/[^/]+/index[.]ts$' },
		},
		{
			name: 'layers-by-their-index-within',
			severity: 'error',
			from: { path: '^service/([^/]+)/' },
			to: { path: '^service/', pathNot: ['^service/$1/', '^service/[^/]+/index[.]ts$'] },
		},
		{ name: 'credentials-know-no-node', severity: 'error', from: { path: '^credentials/' }, to: { path: '^nodes/' } },
		{
			name: 'shared-knows-no-node',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: '^nodes/', pathNot: '^nodes/shared/' },
		},
		{
			name: 'nodes-apart',
			comment: 'What two nodes need is in nodes/shared.',
			severity: 'error',
			from: { path: '^nodes/([A-Z][^/]+)/' },
			to: { path: '^nodes/[A-Z]', pathNot: '^nodes/$1/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { extensions: ['.ts', '.js'] },
	},
};

/** The floors of the service, lowest first. A room uses those below it, and is entered by its door alone. */
const FLOORS = ['cache', 'text', 'plan', 'draw', 'columns', 'api', 'push'];

const room = (...names) => `^service/(?:${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
	forbidden: [
		{ name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
		...FLOORS.map((name, floor) => ({
			name: `${name}-uses-no-higher-floor`,
			severity: 'error',
			from: { path: room(name) },
			to: {
				path: ['^(?:nodes|credentials)/', ...(floor === FLOORS.length - 1 ? [] : [room(...FLOORS.slice(floor + 1))])],
			},
		})),
		{
			name: 'rooms-by-their-doors',
			comment: 'What others may use of a room stands in its index.ts.',
			severity: 'error',
			from: { pathNot: '^service/' },
			to: { path: '^service/', pathNot: '^service/[^/]+/index[.]ts$' },
		},
		{
			name: 'rooms-by-their-doors-within',
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

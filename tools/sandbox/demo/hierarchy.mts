import { codeFor } from './seeded.mts';

const PREFIX = { client: 'clnt', campus: 'camp', building: 'bldg', floor: 'flr' } as const;

/** The four kinds of section 2.1. */
export type Resource = keyof typeof PREFIX;

/** A resource of section 2.1 with what lies below it. */
export interface HierarchyNode {
	resource: Resource;
	code: string;
	name: string;
	/** Of a campus and of a floor; null where nothing has been drawn yet. */
	planCode?: string | null;
	/** Other fields of lookups, observed beside the specification. */
	fields: Record<string, unknown>;
	parent?: HierarchyNode;
	children: HierarchyNode[];
}

function node(
	resource: Resource,
	name: string,
	parent: HierarchyNode | undefined,
	fields: Record<string, unknown>,
	isDrawn = true,
): HierarchyNode {
	const trail = parent && parent.resource !== 'client' ? `${trailOf(parent)}/${name}` : name;
	const created: HierarchyNode = {
		resource,
		code: codeFor(PREFIX[resource], trail),
		name,
		fields: {
			...fields,
			status: 'active',
			chargeable: true,
			dateCreated: '2024-03-04T09:30:00Z',
			dateUpdated: '2025-11-17T14:05:00Z',
		},
		parent,
		children: [],
	};
	if (resource === 'campus' || resource === 'floor') created.planCode = isDrawn ? codeFor('pln', trail) : null;
	parent?.children.push(created);
	return created;
}

function trailOf({ name, parent }: HierarchyNode): string {
	return parent && parent.resource !== 'client' ? `${trailOf(parent)}/${name}` : name;
}

/** The resource's own node and all below it. */
export function withDescendants(top: HierarchyNode): HierarchyNode[] {
	return [top, ...top.children.flatMap(withDescendants)];
}

function building(campus: HierarchyNode, name: string, address: string | null, levels: number): HierarchyNode {
	const { latitude, longitude } = campus.fields;
	const postCode = address === null ? null : campus.fields.postCode;
	const made = node('building', name, campus, { address, postCode, latitude, longitude });
	for (let level = 0; level < levels; level++) {
		node('floor', level === 0 ? 'Ground floor' : `Level ${level}`, made, { level });
	}
	return made;
}

/** Where the first campus of the demo lies. */
export const HARBOUR = { longitude: 153.17547822727897, latitude: -27.666152237385287 } as const;

/** The client of the sandbox: two campuses, four buildings, eleven floors, of which one has no plan yet. */
export function demoClient(): HierarchyNode {
	const client = node('client', 'Northquay Estates', undefined, {
		address: '1 Customs Row, Northquay',
		postCode: 'NQ1 0AA',
	});
	const harbour = node('campus', 'Harbour Park', client, {
		address: '12 Quayside, Northquay',
		postCode: 'NQ1 4HP',
		crossStreetAddress: 'Quayside and Chandler Street',
		...HARBOUR,
	});
	building(harbour, 'Harbour House', '12 Quayside', 4);
	building(harbour, 'Mariner Court', '14 Quayside', 3);
	const boathouse = building(harbour, 'The Boathouse', null, 1);
	node('floor', 'Loft', boathouse, { level: 1 }, false);
	const riverside = node('campus', 'Riverside Yard', client, {
		address: '80 Foundry Lane, Northquay',
		postCode: 'NQ3 2RY',
		crossStreetAddress: 'Foundry Lane and Mill Bank',
		latitude: null,
		longitude: null,
	});
	building(riverside, 'The Foundry', '80 Foundry Lane', 2);
	return client;
}

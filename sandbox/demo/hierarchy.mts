import { codeFor } from './seeded.mts';

const PREFIX = { client: 'clnt', campus: 'camp', building: 'bldg', floor: 'flr' } as const;

/** The four kinds of section 2.1. */
export type Resource = keyof typeof PREFIX;

/** A resource of section 2.1 with what lies below it. */
export interface HierarchyNode {
	resource: Resource;
	code: string;
	name: string;
	/** Of a campus and of a floor. */
	planCode?: string;
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
	if (resource === 'campus' || resource === 'floor') created.planCode = codeFor('pln', trail);
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

function building(campus: HierarchyNode, name: string, address: string, levels: number): void {
	const { latitude, longitude, postCode } = campus.fields;
	const made = node('building', name, campus, { address, postCode, latitude, longitude });
	for (let level = 0; level < levels; level++) {
		node('floor', level === 0 ? 'Ground floor' : `Level ${level}`, made, { level });
	}
}

/** The client of the sandbox: two campuses, four buildings, ten floors. */
export function demoClient(): HierarchyNode {
	const client = node('client', 'Northquay Estates', undefined, {
		address: '1 Customs Row, Northquay',
		postCode: 'NQ1 0AA',
	});
	const harbour = node('campus', 'Harbour Park', client, {
		address: '12 Quayside, Northquay',
		postCode: 'NQ1 4HP',
		crossStreetAddress: 'Quayside and Chandler Street',
		latitude: 54.9712,
		longitude: -1.6024,
	});
	building(harbour, 'Harbour House', '12 Quayside', 4);
	building(harbour, 'Mariner Court', '14 Quayside', 3);
	building(harbour, 'The Boathouse', '3 Chandler Street', 1);
	const riverside = node('campus', 'Riverside Yard', client, {
		address: '80 Foundry Lane, Northquay',
		postCode: 'NQ3 2RY',
		crossStreetAddress: 'Foundry Lane and Mill Bank',
		latitude: 54.9631,
		longitude: -1.6342,
	});
	building(riverside, 'The Foundry', '80 Foundry Lane', 2);
	return client;
}

import { codeFor } from './seeded.mts';

/** The configured data fields of the demo account (section 2.3, rule 3), in their order. */
export const dataFields = {
	name: { key: codeFor('dfld', 'Name'), name: 'Name' },
	use: { key: codeFor('dfld', 'Use'), name: 'Use' },
	tenant: { key: codeFor('dfld', 'Tenant'), name: 'Tenant' },
	area: { key: codeFor('dfld', 'Area (m²)'), name: 'Area (m²)' },
	costCentre: { key: codeFor('dfld', 'Cost centre'), name: 'Cost centre' },
} as const;

const floor = 'Harbour Park/Harbour House/Level 3';

/** Codes of the demo data that tests and documentation may name: the same on every machine. */
export const demo = {
	partnerCode: codeFor('ptnr', 'Northquay'),
	partnerName: 'Northquay Facilities Partners',
	clientCode: codeFor('clnt', 'Northquay Estates'),
	/** Harbour Park: a site plan and three buildings. */
	campusCode: codeFor('camp', 'Harbour Park'),
	sitePlanCode: codeFor('pln', 'Harbour Park'),
	otherCampusCode: codeFor('camp', 'Riverside Yard'),
	otherSitePlanCode: codeFor('pln', 'Riverside Yard'),
	/** Harbour House: four floors. */
	buildingCode: codeFor('bldg', 'Harbour Park/Harbour House'),
	/** Level 3 of Harbour House, with its plan. */
	floorCode: codeFor('flr', floor),
	planCode: codeFor('pln', floor),
	dataFields,
} as const;

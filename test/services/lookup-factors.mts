import { allowed, specified, unexpected, without } from './level.mts';
import type { Factor } from './level.mts';

const NOT_NESTED = /holds no list|does not nest|nests? no|lists? no|could not look/i;

const NAMES_NONE =
	/^(?:This service (?:names no (?:plans|floors) here|does not say here what lies below)|No plan code was found)/;

/** Lookups and viewer tokens (sections 2.1, 2.2 and 4.4). */
export const lookupFactors = {
	clientPath: { section: '4.4', levels: { plural: specified, both: allowed, singular: allowed } },
	children: {
		section: '4.4',
		observed: 'What lies below, nested in a lookup',
		levels: {
			nested: allowed,
			oneLevel: without({ pickPlan: NAMES_NONE, pickFloor: NAMES_NONE }),
			absent: without({ children: NOT_NESTED, descendants: NOT_NESTED, pickPlan: NOT_NESTED, pickFloor: NOT_NESTED }),
			texts: unexpected('nests codes in place of resources', /no \w+ with a code/),
		},
	},
	planCodeAt: {
		section: 'observed: Plan codes',
		observed: '`planCode` in lookups',
		levels: {
			planCode: allowed,
			ownLookup: without({ pickPlan: NAMES_NONE }),
			elsewhere: without({ pickPlan: NAMES_NONE }),
			absent: without({ pickPlan: NAMES_NONE }),
		},
	},
	otherFields: { section: '2.1', levels: { none: specified, observed: allowed, many: allowed, nulls: allowed } },
	clientAllAreas: { section: '2.2', levels: { null: specified, absent: allowed, empty: allowed } },
	expiry: {
		section: '2.2',
		levels: {
			zulu: specified,
			milliseconds: specified,
			basic: specified,
			comma: specified,
			offset: allowed,
			unzoned: allowed,
		},
	},
	viewerToken: { section: 'observed: Viewer tokens', levels: { jwt: allowed, base64: allowed, long: allowed } },
	lifetime: {
		section: 'observed: Viewer token lifetime',
		observed: '*Viewer Token Lifetime*',
		levels: { minutes: allowed, seconds: allowed, none: allowed },
	},
	codes: {
		section: 'observed: Codes',
		levels: { prefixed: allowed, short: allowed, slashed: allowed, unicode: allowed, spaced: allowed },
	},
	names: { section: '2.1', levels: { plain: specified, unicode: specified, same: allowed } },
} satisfies Record<string, Factor>;

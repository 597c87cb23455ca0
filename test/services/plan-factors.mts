import { allowed, specified, unexpected } from './level.mts';
import type { Factor } from './level.mts';

const PARTIAL = /only \d+ of|more than came|a part of the plan|further page/;

/** Features, and what becomes of a push (sections 2.3, 2.4, 4.2, 4.3, 7 and 8). */
export const planFactors = {
	planResponse: {
		section: '4.3',
		levels: {
			bare: specified,
			members: allowed,
			total: allowed,
			noNextPage: allowed,
			partOfTotal: unexpected('says that it sent a part of the plan', PARTIAL),
			nextPage: unexpected('names a next page of the plan', PARTIAL),
		},
	},
	identity: { section: '2.3', levels: { none: allowed, code: allowed, id: allowed, uuid: allowed } },
	coordinates: { section: '2.3', levels: { degrees: allowed, metres: allowed } },
	rounding: { section: '2.3', levels: { none: allowed, sevenDecimals: allowed } },
	/** Icons have no outline, and may have no data either. */
	iconData: { section: '2.3', levels: { listed: allowed, absent: allowed } },
	kinds: { section: '2.3', levels: { lower: allowed, pascal: allowed } },
	position: {
		section: '2.3',
		levels: {
			object: specified,
			nested: allowed,
			list: unexpected('position as a list', /position.*must be an object/),
		},
	},
	geometry: { section: '2.3', levels: { geoJson: allowed, listOfPoints: allowed, wellKnownText: allowed } },
	icons: { section: '2.3', levels: { objects: specified, absent: allowed, null: allowed } },
	photos: { section: '2.5', levels: { none: allowed, listed: specified, null: allowed } },
	noValue: { section: '2.3, rule 3', levels: { empty: allowed, null: allowed, absent: allowed } },
	values: {
		section: '2.4',
		levels: { text: specified, numbers: unexpected('numbers as values of data', /value.*must be text/) },
	},
	unknownMembers: { section: '2.3', levels: { kept: allowed, dropped: allowed } },
	order: { section: '4.3', levels: { asPushed: allowed, newestFirst: allowed } },
	memberOrder: { section: '2.3', levels: { asSent: allowed, sorted: allowed } },
	pushResponse: {
		section: '4.2',
		levels: {
			nothing: specified,
			object: allowed,
			true: allowed,
			s204: unexpected('responds to a push with 204', /does not say that it was taken/),
			s201: unexpected('responds to a push with 201 and a message', /does not say that it was taken/),
		},
	},
	migration: { section: '4.2', levels: { never: specified, ofPushes: specified, ofReadsToo: allowed } },
	pressure: {
		section: '8',
		levels: { none: allowed, s429: allowed, s429WithSeconds: allowed, s429WithDate: allowed, s503: allowed },
	},
	most: {
		section: '8',
		levels: { any: allowed, one: unexpected('takes one feature at a time', /Batch Size/) },
	},
	author: {
		section: '4.2',
		levels: { ignored: specified, required: unexpected('rejects a push without an author', /author|status 400/i) },
	},
} satisfies Record<string, Factor>;

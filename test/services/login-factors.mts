import { allowed, specified, unexpected, without } from './level.mts';
import type { Factor } from './level.mts';

const NOT_LISTED = new RegExp(
	['does not list', 'status (?:302|401|404|500|501)', 'HTML', 'broke before the response', 'Token Header'].join('|'),
);
const WRONG_HEADER = /Token Header|status 401|the token is not valid/;

/** The login (sections 4.1 and 5), and whom it opens what for. */
export const loginFactors = {
	authAddress: { section: '4.1', levels: { sameHost: allowed, otherPath: allowed, otherHost: allowed } },
	tokenStatus: { section: '4.1', levels: { s200: specified, s201: allowed } },
	tokenType: { section: '4.1', levels: { Bearer: specified, bearer: allowed, absent: allowed } },
	expiresIn: {
		section: '5.3',
		levels: { seconds: specified, minutes: allowed, milliseconds: allowed, asText: allowed, absent: allowed },
	},
	token: { section: '5.3', levels: { jwt: allowed, base64: allowed, short: allowed, long: allowed } },
	tokenHeader: {
		section: '5.3',
		observed: 'The token in two headers at once',
		levels: {
			authentication: specified,
			authorization: allowed,
			either: allowed,
			bare: unexpected('requires the bare token in Authentication', WRONG_HEADER),
			onlyOne: unexpected('rejects a second header with the token', WRONG_HEADER),
		},
	},
	deadToken: { section: '7', levels: { s401: allowed, s403: allowed, s400: allowed, s302: allowed } },
	scope: {
		section: '5.2',
		levels: { both: specified, esapiAlone: { ...allowed, credential: { scope: 'esapi-scope' } } },
	},
	loginRejection: {
		section: '7',
		levels: {
			oauth: specified,
			described: allowed,
			status401: allowed,
			text: allowed,
			problem: allowed,
			nested: allowed,
		},
	},
	partners: {
		section: 'observed: Listing',
		observed: 'Lists of partners and clients',
		levels: {
			listed: allowed,
			unlisted: without({ pickPlan: NOT_LISTED, pickClient: NOT_LISTED, pickFloor: NOT_LISTED }),
		},
	},
	partnerOnLookups: {
		section: '4.4',
		observed: 'The partner code on lookups',
		levels: { ignored: allowed, required: allowed },
	},
	wrongPartner: { section: '7', levels: { s403: allowed, s404: allowed } },
} satisfies Record<string, Factor>;

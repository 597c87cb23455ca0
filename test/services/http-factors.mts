import { allowed, specified, unexpected } from './level.mts';
import type { Factor } from './level.mts';

/** What stands below the JSON, and is not shown in the specification. */
export const httpFactors = {
	compression: { section: '4', levels: { none: allowed, gzip: allowed, br: allowed, deflate: allowed } },
	mediaType: {
		section: '4',
		levels: { 'application/json': specified, 'text/json': allowed, 'application/vnd.plan+json': allowed },
	},
	encoding: {
		section: '4',
		levels: {
			utf8: allowed,
			declaredUtf8: allowed,
			byteOrderMark: allowed,
			declaredOther: allowed,
		},
	},
	framing: { section: '4', levels: { length: allowed, chunked: allowed, dripping: allowed } },
	connection: { section: '4', levels: { kept: allowed, closed: allowed } },
	pace: { section: '4', levels: { atOnce: allowed, slow: allowed } },
	accepts: { section: '4', levels: { anything: allowed, jsonOnly: allowed } },
	basePath: { section: '1', levels: { none: allowed, one: allowed, two: allowed } },
	json: { section: '4', levels: { compact: allowed, indented: allowed, escaped: allowed } },
	respondsFrom: {
		section: '1',
		levels: {
			itself: specified,
			elsewhere: unexpected('redirects every call to another host', /redirects elsewhere/),
			otherServer: unexpected(
				'is another web server, with a page for each URL',
				/No plan service responds|Check Base URL/,
			),
		},
	},
	clock: {
		section: '2.2',
		levels: { right: allowed, ahead: allowed, behind: allowed },
	},
	errorBody: {
		section: '7',
		levels: {
			message: allowed,
			problem: allowed,
			nested: allowed,
			text: allowed,
			page: allowed,
			list: allowed,
			empty: allowed,
		},
	},
	unknownCode: { section: '7', levels: { s404: allowed, s400: allowed, s403: allowed, s410: allowed } },
	unknownAddress: {
		section: '4',
		levels: {
			s404: allowed,
			s401: allowed,
			s500: allowed,
			s501: allowed,
			s302: allowed,
			page: allowed,
			reset: allowed,
		},
	},
	head: { section: '4', levels: { responds: allowed, s405: allowed, reset: allowed } },
} satisfies Record<string, Factor>;

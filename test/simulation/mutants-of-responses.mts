import type { Mutant } from './mutants.mts';

const EQUALITY = 'service/plan/feature-equality.ts';
const FOLD = 'service/text/fold.ts';
const ERRORS = 'service/api/errors.ts';

/** Rules of what a response says, and of what makes two features the same. */
export const ofResponses: Mutant[] = [
	{
		name: '503 without Retry-After is certain',
		file: ERRORS,
		from: 'if (error.status === 503 && error.retryAfterMs !== undefined) return RATE_LIMITED;',
		to: 'if (error.status === 503) return RATE_LIMITED;',
	},
	{
		name: 'a 5xx is certain',
		file: ERRORS,
		from: '\t5: AMBIGUOUS,\n',
		to: '\t5: NOT_SUPPORTED,\n',
	},
	{
		name: '408 is certain',
		file: ERRORS,
		from: '\t408: AMBIGUOUS,\n',
		to: '',
	},
	{
		name: '425 and 499 are certain',
		file: ERRORS,
		from: '\t499: AMBIGUOUS,\n',
		to: '',
	},
	{
		name: 'a push that got 202 is sent again',
		file: 'nodes/PushFeatures/operations/push.operation.ts',
		from: "return { kind: 'unknown', reason: new ItemFailure(",
		to: "return { kind: 'notTaken', error: { kind: 'status', status: 429 }, reason: new ItemFailure(",
	},
	{
		name: 'a push that got a time-out is sent again',
		file: ERRORS,
		from: '\ttimeout: NO_RESPONSE,\n',
		to: '\ttimeout: NEVER_CONNECTED,\n',
	},
	{
		name: 'a broken connection is certain',
		file: ERRORS,
		from: "const NO_RESPONSE: ErrorRow = { code: 'noResponse', retry: 'transient', taken: 'maybe' };",
		to: "const NO_RESPONSE: ErrorRow = { code: 'noResponse', retry: 'transient', taken: 'no' };",
	},
	{
		name: 'letter case distinguishes features',
		file: FOLD,
		from: '.toUpperCase().toLowerCase()',
		to: '',
	},
	{
		name: 'spaces distinguish features',
		file: FOLD,
		from: ".replace(/\\s+/g, ' ')",
		to: '',
	},
	{
		name: 'spaces at the ends distinguish features',
		file: FOLD,
		from: ".replace(/\\s+/g, ' ').trim()",
		to: ".replace(/\\s+/g, ' ')",
	},
	{
		name: 'dashes distinguish features',
		file: FOLD,
		from: ".replace(DASHES, '-')",
		to: '',
	},
	{
		name: 'zero-width characters distinguish features',
		file: FOLD,
		from: ".replace(ZERO_WIDTH, '')",
		to: '',
	},
	{
		name: 'the Unicode form distinguishes features',
		file: FOLD,
		from: "text.normalize('NFKC')",
		to: 'text',
		foundBy: 'test/unit/service/plan/match.test.mts',
	},
	{
		name: 'digits that services round distinguish features',
		file: EQUALITY,
		from: 'return hasCoordinates ? Math.abs(one - other) <= tolerance() : nineDigits(one) === nineDigits(other);',
		to: 'return hasCoordinates && one === other;',
	},
	{
		name: 'an id distinguishes features',
		file: 'service/plan/plan-index.ts',
		from: 'identities = memo(() => ownIdentities(this.plan));',
		to: 'identities = memo(() => new Map());',
		foundBy: 'test/unit/service/plan/match.test.mts',
	},
	{
		name: 'an open ring is another than a closed one',
		file: EQUALITY,
		from: 'return isRing ? list.length - 1 : list.length;',
		to: 'return isRing ? list.length : list.length;',
	},
	{
		name: 'null, absent and empty are different',
		file: EQUALITY,
		from: 'if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);',
		to: 'if (isEmpty(one) || isEmpty(other)) return one === other;',
	},
];

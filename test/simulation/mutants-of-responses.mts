import type { Mutant } from './mutants.mts';

const LIKENESS = 'service/plan/likeness.ts';
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
		name: 'a broken connection is certain',
		file: ERRORS,
		from: "const NO_RESPONSE: ErrorRow = { code: 'noResponse', retry: 'transient', taken: 'maybe' };",
		to: "const NO_RESPONSE: ErrorRow = { code: 'noResponse', retry: 'transient', taken: 'no' };",
	},
	{
		name: 'letter case tells features apart',
		file: LIKENESS,
		from: '\t\t.toUpperCase()\n\t\t.toLowerCase()\n',
		to: '',
	},
	{
		name: 'blanks tell features apart',
		file: LIKENESS,
		from: ".replace(/\\s+/g, ' ')",
		to: '',
	},
	{
		name: 'blanks at the ends tell features apart',
		file: LIKENESS,
		from: '\t\t.trim()\n',
		to: '',
	},
	{
		name: 'dashes tell features apart',
		file: LIKENESS,
		from: ".replace(DASHES, '-')",
		to: '',
	},
	{
		name: 'zero-width characters tell features apart',
		file: LIKENESS,
		from: ".replace(ZERO_WIDTH, '')",
		to: '',
	},
	{
		name: 'the Unicode form tells features apart',
		file: LIKENESS,
		from: "\t\t.normalize('NFKC')\n",
		to: '',
	},
	{
		name: 'digits beyond float32 tell features apart',
		file: LIKENESS,
		from: 'return rounded(value);',
		to: 'return value;',
	},
	{
		name: 'an id tells features apart',
		file: LIKENESS,
		from: "name !== 'id' && ",
		to: '',
	},
	{
		name: 'an open ring is another than a closed one',
		file: LIKENESS,
		from: 'return isClosed ? list.slice(0, -1) : list;',
		to: 'return isClosed && list.length < 0 ? [] : list;',
	},
	{
		name: 'null, absent and empty are different',
		file: LIKENESS,
		from: 'return isEmptyValue(one) && isEmptyValue(other);',
		to: 'return one === other;',
	},
];

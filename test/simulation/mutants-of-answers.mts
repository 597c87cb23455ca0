import type { Mutant } from './mutants.mts';

const LIKENESS = 'service/plan/likeness.ts';

/** Laws of what an answer says. */
export const ofAnswers: Mutant[] = [
	{
		name: '503 is certain',
		file: 'service/api/retry.ts',
		from: 'status !== 501 && status !== 505',
		to: '![501, 503, 505].includes(status)',
	},
	{
		name: 'only 500, 502 and 504 are unknown',
		file: 'service/api/retry.ts',
		from: 'if (status >= 500) return status !== 501 && status !== 505;',
		to: 'if (status >= 500) return [500, 502, 504].includes(status);',
	},
	{
		name: '408, 425 and 499 are certain',
		file: 'service/api/retry.ts',
		from: "return status < 300 || PASSING[status] === 'unclear';",
		to: 'return status < 300;',
	},
	{
		name: 'a broken connection is certain',
		file: 'service/api/retry.ts',
		from: "if (fault.kind === 'lost') return true;",
		to: "if (fault.kind === 'lost') return false;",
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

import type { Feature } from '../../service/plan';
import type { RejectionTraits } from './scenario.mts';

interface Rejection {
	taken: Feature[];
	body: string;
	met: string;
}

/** What status 400 says of a request, and what is taken all the same; undefined where nothing is rejected. */
export function rejectionOf(
	features: Feature[],
	{ takesGood, names, archived }: RejectionTraits,
): Rejection | undefined {
	if (archived)
		return { taken: [], body: '{"message":"the plan is archived"}', met: '400 because the plan is archived' };
	const bad = features.flatMap(({ extra }, index) => (extra === 'bad' ? [index] : []));
	if (bad.length === 0) return undefined;
	const numbers = {
		all: bad,
		some: bad.slice(0, 1).filter((index) => index % 2 === 0),
		none: [],
		'from one': bad.map((index) => index + 1),
		wrong: bad.map((index) => (index === 0 ? features.length - 1 : 0)),
	}[names];
	const errors = numbers.map((index) => ({ index, message: 'is bad' }));
	return {
		taken: takesGood ? features.filter(({ extra }) => extra !== 'bad') : [],
		body: JSON.stringify({ message: 'bad', errors }),
		met: `400 that names ${names}${takesGood ? ', and takes the good' : ''}`,
	};
}

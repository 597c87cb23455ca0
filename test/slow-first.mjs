import Sequencer from '@jest/test-sequencer';

/**
 * Files that take the longest, the slowest first. A new clone has no times of earlier runs: Jest would begin with the
 * largest files, and one of these would run alone at the end.
 */
const SLOWEST = [
	'browser/panels',
	'browser/first-hour',
	'faults/random-push',
	'e2e/trigger-schedulers',
	'e2e/watched-plans',
	'e2e/spreadsheet',
	'e2e/trigger-busy',
	'laws/get-then-push',
	'credential/secrets',
	'push/random-faults',
	'trigger/patience',
	'service/linear-time',
];

const rank = ({ path }) => {
	const index = SLOWEST.findIndex((part) => path.includes(`/${part}.test.`));
	return index === -1 ? SLOWEST.length : index;
};

export default class SlowFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((one, other) => rank(one) - rank(other));
	}
}

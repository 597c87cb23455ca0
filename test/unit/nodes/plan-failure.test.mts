import { ItemFailure } from '../../../nodes/shared/item-error.ts';
import { asPush } from '../../../nodes/PushFeatures/plan-entries.ts';
import type { PlanEntry, PlanPush } from '../../../nodes/PushFeatures/plan-entries.ts';
import { failureOf } from '../../../nodes/PushFeatures/plan-failure.ts';
import type { Ending, Known } from '../../../service/push';

type Fate = Known['fate'];

const rules: PlanEntry['rules'] = {
	author: '',
	partnerCode: '',
	batchSize: 1,
	skipExisting: false,
	isolate: true,
	refusePhotos: false,
	validate: true,
	match: { by: 'feature' },
	maxRetries: 0,
	maxWaitMs: 0,
	timeoutMs: 0,
};
const reason = new ItemFailure({ code: 'serverError', message: 'The service broke', advice: 'Wait.' });

/** A push that has ended: an entry of an item of its own for each fate. */
function planOf(fates: Fate[], ending: Ending<ItemFailure>): PlanPush {
	const items = fates.map((_fate, itemIndex) => ({
		itemIndex,
		planCode: 'pln',
		settings: rules,
		json: {},
		row: undefined,
		given: [{ itemIndex, row: undefined, path: '', feature: { type: 'zone', name: `${itemIndex}` }, problems: [] }],
	}));
	const plan = asPush({ planCode: 'pln', partnerCode: '', items });
	fates.forEach((fate, index) => (plan.state.known[index].fate = fate));
	plan.state.step = { do: 'fail', ending };
	return plan;
}

describe('what is told of a push that ended early', () => {
	it('begins with what is least safe to repeat, and leaves nothing out', () => {
		const plan = planOf(
			[
				{ kind: 'pushed' },
				{ kind: 'pushed' },
				{ kind: 'unknown' },
				{ kind: 'refused', words: 'no' },
				{ kind: 'waiting' },
			],
			{ kind: 'unread', reason, unknown: [2] },
		);
		plan.state.known[0].copies = 2;
		plan.state.known[1].isSentAgain = true;

		const { message, details } = failureOf(plan, [0, 1, 2, 3, 4], 2) ?? reason;

		expect(message.split('. ')).toEqual([
			'Plan pln: The answer to a push was lost, and the plan could not be read back (The service broke)',
			'It is not known whether zone "2" of item 2 are on the plan',
			'Before that, 2 of 5 features for this plan were pushed',
			'On the plan more often than asked for: zone "0" of item 0',
			'It is not known whether zone "1" of item 1 are on the plan twice',
			'Refused: zone "3" of item 3 (no)',
			'Not pushed: zone "4" of item 4',
		]);
		expect(details).toEqual({
			code: 'outcomeUnknown',
			planCode: 'pln',
			safeToRetry: false,
			pushed: 2,
			unknown: [{ itemIndex: 2, position: 2 }],
			rejected: [{ itemIndex: 3, position: 3, serviceMessage: 'no' }],
			notPushed: [{ itemIndex: 4, position: 4 }],
			doubled: [{ itemIndex: 0, position: 0, copies: 2 }],
			uncounted: [{ itemIndex: 1, position: 1 }],
		});
	});

	it.each<[Ending<ItemFailure>['kind'] & ('blind' | 'unclear' | 'failed'), boolean, RegExp, RegExp]>([
		['blind', false, /No look at the plan showed all .* whether zone "0" of item 0 are/, /when it is up to date/],
		['blind', true, /No look at the plan showed all/, /does not give features back as they were sent: set Match By/],
		['unclear', false, /something new that is not what was sent, or only near to it/, /before you run again.*Match By/],
		['failed', false, /looked at since without finding what was sent.*"0" of item 0/, /a lost push may still arrive/],
	])('names what is unknown where looks were %s (service that changes what it stores: %s)', (kind, ...expected) => {
		const [isChanging, message, advice] = expected;
		const plan = planOf([{ kind: 'unknown' }], { kind, reason, tries: 1, unknown: [0] });
		plan.state.isChanging = isChanging;

		const failure = failureOf(plan, [0], 0) ?? reason;

		expect(failure.message).toMatch(message);
		expect(failure.advice).toMatch(advice);
		expect(failure.details).toMatchObject({ safeToRetry: false, unknown: [{ itemIndex: 0, position: 0 }] });
	});

	it('says that copies could not be counted', () => {
		const plan = planOf([{ kind: 'pushed' }], { kind: 'uncounted', reason, uncounted: [0] });
		plan.state.known[0].isSentAgain = true;

		expect(failureOf(plan, [0], 1)).toMatchObject({
			message:
				'Plan pln: All of it was pushed once more after a lost answer, and the plan could not be read to count ' +
				'copies (The service broke). It is not known whether zone "0" of item 0 are on the plan twice',
			advice: 'Look at the plan, and delete what is there twice. Do not run the item again.',
			details: { safeToRetry: false, uncounted: [{ itemIndex: 0, position: 0 }] },
		});
	});
});

import { ItemFailure } from '../../../nodes/shared/item-failure.ts';
import { LoadedPlan } from '../../../nodes/PushFeatures/loaded-plan.ts';
import { entriesOf } from '../../../nodes/PushFeatures/prepared-items.ts';
import type { PlanPush } from '../../../nodes/PushFeatures/prepared-items.ts';
import { failureOf, failuresOf, withOtherPlans } from '../../../nodes/PushFeatures/push-report.ts';
import type { Status } from '../../../service/push';
import { pushPolicy } from './push-policy.mts';

const reason = new ItemFailure({ code: 'serverError', message: 'The service broke', advice: 'Report it.' });

const of = (kind: 'pushed' | 'confirmed' | 'unknown' | 'notPushed'): Status => ({ kind });
const REJECTED: Status = { kind: 'rejected', message: 'no' };
const ALL: Status[] = [of('pushed'), of('confirmed'), of('unknown'), REJECTED, of('notPushed')];

/** A push that has ended: an entry of an item of its own for each status. */
function planOf(statuses: Status[], ended?: PlanPush['ended'], skipExisting = true): PlanPush {
	const items = statuses.map((_status, itemIndex) => ({
		itemIndex,
		planCode: 'pln',
		settings: { ...pushPolicy, skipExisting },
		json: {},
		inputs: [
			{ itemIndex, position: itemIndex, path: '', feature: { type: 'zone', name: `${itemIndex}` }, problems: [] },
		],
	}));
	const plan = {
		...{ planCode: 'pln', partnerCode: '', matchColumns: [], items },
		...{ entries: entriesOf(items), loaded: new LoadedPlan([]), requests: 0, retries: 0 },
	};
	statuses.forEach((status, index) => (plan.entries[index].status = status));
	return { ...plan, ended };
}

const WAIT =
	'Wait until the plan has come to rest, two minutes at least. Then run again with Existing Features set to Skip';

test('features are named by a value of their data where they have no name', () => {
	const plan = planOf([of('notPushed')], { reason, attempts: 1 });
	const data = [{ key: `dfld_${'r'.repeat(25)}`, name: 'Room', value: '3.01' }];
	Object.assign(plan.entries[0], { feature: { type: 'room', data } });

	expect(failureOf(plan)?.message).toMatch(/Not pushed: room "3\.01" of item 0$/);
});

describe('the report of a push that ended early', () => {
	it('begins with what is least safe to repeat, and leaves nothing out', () => {
		const { message, advice, details } = failureOf(planOf(ALL, { reason, attempts: 2 })) ?? reason;

		expect(message.split('. ')).toEqual([
			'Plan pln: The service broke (after 2 attempts)',
			'2 of 5 features for this plan were pushed',
			'The node can\'t tell whether these features were added: zone "2" of item 2',
			'Rejected: zone "3" of item 3 (no)',
			'Not pushed: zone "4" of item 4',
			'Found on the plan by reading it back: zone "1" of item 1',
		]);
		expect(advice).toContain(WAIT);
		const at = (index: number) => ({ itemIndex: index, position: index });
		expect(details).toEqual({
			code: 'outcomeUnknown',
			planCode: 'pln',
			safeToRetry: false,
			attempts: 2,
			pushed: [at(0)],
			confirmed: [at(1)],
			unknown: [at(2)],
			rejected: [{ ...at(3), serviceMessage: 'no' }],
			notPushed: [at(4)],
		});
	});

	it.each<[Status['kind'], string, boolean, boolean]>([
		['unknown', 'outcomeUnknown', false, false],
		['rejected', 'featureRejected', true, true],
		['notPushed', 'serverError', true, true],
	])('of an item whose feature is %s has its code, and says whether a retry is safe', (kind, code, ...isSafe) => {
		const status = ALL.find((one) => one.kind === kind) ?? of('notPushed');
		const safe = [true, false].map((skips) => {
			const plan = planOf([status], { reason, attempts: 1 }, skips);
			const failure = failuresOf(plan).get(0);
			expect(failure?.details.code).toBe(code);
			return failure?.details.safeToRetry;
		});

		expect(safe).toEqual(isSafe);
	});

	it('of an item with a feature on the plan is safe to retry with Skip alone, and advises it', () => {
		const failures = [true, false].map((skips) => {
			const plan = planOf([of('pushed'), of('notPushed')], { reason, attempts: 1 }, skips);
			return failureOf(plan) ?? reason;
		});

		expect(failures.map(({ details }) => details.safeToRetry)).toEqual([true, false]);
		expect(failures.map(({ advice }) => advice.includes('set to Skip'))).toEqual([false, true]);
	});

	it('names the push before where that is what is in doubt', () => {
		const plan = planOf([of('unknown'), of('notPushed')], { attempts: 0 });

		const failed = failuresOf(plan);
		expect(failed.get(0)?.message).toMatch(/^Plan pln: An earlier push of these features got no response/);
		expect(failed.get(1)?.message).toMatch(/^Plan pln: An earlier push to this plan got no response, so nothing more/);
	});

	it('tells nothing of what is on the plan, or was left out', () => {
		const plan = planOf([of('pushed'), { kind: 'skipped', differs: true }, of('confirmed')]);

		expect(failuresOf(plan)).toEqual(new Map());
		expect(failureOf(plan)).toBeUndefined();
	});

	it('reports of other plans what is not there, and which are pushed', () => {
		const failure = withOtherPlans(reason, [{ ...planOf(ALL), planCode: 'other' }, planOf([])]);

		expect(failure.message.split('. ')).toEqual([
			'The service broke',
			'Other plans: other (2 pushed)',
			'The node can\'t tell whether these features were added: zone "2" of item 2',
			'Rejected: zone "3" of item 3 (no)',
			'Not pushed: zone "4" of item 4',
		]);
		expect(failure.details.safeToRetry).toBe(false);
		expect(failure.details.otherPlans).toHaveLength(1);
	});

	it('tells what the attempts before sent, where the last one sends nothing', () => {
		const sent = (itemIndex: number, status: Status) => ({ itemIndex, position: itemIndex, path: '', status });
		const plan = {
			planCode: 'pln',
			requests: 1,
			retries: 0,
			entries: [sent(0, of('pushed')), sent(1, of('unknown')), sent(2, { kind: 'skipped', differs: false })],
		};

		const failure = withOtherPlans(reason, [plan], 'An earlier attempt sent features to');

		expect(failure.message).toContain(
			"An earlier attempt sent features to: pln (1 pushed). The node can't tell whether these features were added: " +
				'feature of item 1',
		);
		expect(failure.advice).toContain(WAIT);
		expect(failure.details).toMatchObject({
			safeToRetry: false,
			otherPlans: [{ planCode: 'pln', unknown: [{ itemIndex: 1, position: 1 }] }],
		});
		expect(withOtherPlans(reason, [])).toBe(reason);
	});
});

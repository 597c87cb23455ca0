import { MAX_CHARACTERS, failureForAgent } from '../../../nodes/shared/agent-tool';

const failed = (details: object) =>
	failureForAgent({ error: 'Refused', details: { itemIndex: 3, safeToRetry: false, code: 'refused', ...details } });

describe('what an agent learns of a failure', () => {
	it('has its longest list cut', () => {
		const features = Array.from({ length: 1000 }, (_, index) => ({ index, words: 'x'.repeat(40) }));
		const told = failed({ features, planCodes: ['pln'] });

		expect(JSON.stringify(told).length).toBeLessThanOrEqual(MAX_CHARACTERS);
		expect(told.details).toMatchObject({ itemIndex: 3, safeToRetry: false, planCodes: ['pln'] });
		expect((told.details.features as unknown[]).length).toBeGreaterThan(100);
	});

	it('has as many of its lists cut as it takes', () => {
		const [pushed, notPushed] = [2000, 1000].map((length) => Array.from({ length }, (_, position) => ({ position })));
		const { details } = failed({ pushed, notPushed, status: 403 });

		expect(JSON.stringify(details).length).toBeLessThan(MAX_CHARACTERS);
		expect(details).toMatchObject({ itemIndex: 3, code: 'refused', status: 403 });
	});

	it.each([
		['no list', { words: 'x'.repeat(MAX_CHARACTERS) }],
		['more than its list', { words: 'x'.repeat(MAX_CHARACTERS), features: [1, 2, 3] }],
	])('says at least which item it is and whether it is safe to try again, where details have %s', (_what, details) => {
		expect(failed(details)).toMatchObject({ error: 'Refused', details: { itemIndex: 3, safeToRetry: false } });
		expect(JSON.stringify(failed(details)).length).toBeLessThan(1000);
	});
});

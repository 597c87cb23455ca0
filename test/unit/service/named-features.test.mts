import fc from 'fast-check';
import { namedFeatures } from '../../../service';
import { anyJson } from '../generators/json.mts';

describe('the features that a refusal names', () => {
	it('are told by index or by path, with the words of the service', () => {
		const errors = [
			{ index: 0, message: 'no <b>such</b> icon' },
			{ path: 'features[3].data[0].key', message: 'is not registered' },
			{ path: 'features.9.name', message: 'is empty' },
			{ index: 1, path: 'features[2]', message: 'by both' },
			{ index: 4 },
			{ path: 'features[5]', message: 7 },
			{ path: 7, index: 6, message: 'by index' },
		];
		expect(namedFeatures({ message: 'refused', errors }, 10)).toEqual([
			{ index: 0, message: 'no such icon' },
			{ index: 3, message: 'features[3].data[0].key is not registered' },
			{ index: 9, message: 'features.9.name is empty' },
			{ index: 1, message: 'features[2] by both' },
			{ index: 4, message: 'refused' },
			{ index: 5, message: 'features[5] refused' },
			{ index: 6, message: 'by index' },
		]);
	});

	it('are read from paths with any index of the batch', () => {
		fc.assert(
			fc.property(fc.nat(5000), (index) => {
				const errors = [{ path: `features[${index}]` }, { path: `features.${index}.type` }];
				expect(namedFeatures({ errors }, index + 1).map((named) => named.index)).toEqual([index, index]);
			}),
		);
	});

	it.each([
		['one that was not in the batch', { index: 3 }],
		['one before the batch', { index: -1 }],
		['half a feature', { index: 0.5 }],
		['nothing', {}],
		['a path without an index', { path: 'features' }],
		['an index that is not a number', { path: 'features[x]' }],
		['a path that does not begin with features', { path: 'plan.features[0]' }],
		['an index that is text', { index: '0' }],
		['a bracket that does not close', { path: 'features[0' }],
		['something that is no object', 'features[0]'],
		['null', null],
	])('are none where one of the errors names %s', (_what, error) => {
		expect(namedFeatures({ errors: [{ index: 0 }, error] }, 3)).toEqual([]);
		expect(namedFeatures({ errors: [{ index: 0 }, { index: 2 }] }, 3)).toHaveLength(2);
	});

	it.each([undefined, null, 'text', [], {}, { errors: null }, { errors: {} }, [{ index: 0 }]])('of %j are none', (body) => {
		expect(namedFeatures(body, 3)).toEqual([]);
	});

	it('are always features of the batch, whatever the answer', () => {
		fc.assert(
			fc.property(fc.array(fc.record({ index: anyJson, path: anyJson, message: anyJson }, { requiredKeys: [] })), (errors) => {
				for (const { index } of namedFeatures({ errors }, 3)) expect([0, 1, 2]).toContain(index);
			}),
		);
	});
});

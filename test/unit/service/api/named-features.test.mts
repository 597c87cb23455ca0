import fc from 'fast-check';
import { namedFeatures, namedInBatch } from '../../../../service/api';
import { Secrets } from '../../../../service/text';
import { anyJson } from '../../../support/generators/json.mts';

/** What a refusal names of a batch. */
function named(body: unknown, batchLength: number) {
	return namedInBatch(namedFeatures(JSON.stringify(body) ?? '', new Secrets([])), batchLength);
}

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
		expect(named({ message: 'refused', errors }, 10)).toEqual([
			{ index: 0, message: 'no such icon' },
			{ index: 3, message: 'features[3].data[0].key is not registered' },
			{ index: 9, message: 'features.9.name is empty' },
			{ index: 1, message: 'features[2] by both' },
			{ index: 4, message: 'refused' },
			{ index: 5, message: 'features[5] refused' },
			{ index: 6, message: 'by index' },
		]);
	});

	it.each<[string, unknown]>([
		[
			'problem details of .NET',
			{ title: 'One or more validation errors occurred.', errors: { 'features[2].zoneType': ['is unknown.'] } },
		],
		['paths of .NET from the root', { errors: { '$.features[2].zoneType': ['is unknown.'] } }],
		[
			'ModelState of older .NET',
			{ Message: 'The request is invalid.', ModelState: { 'model.Features[2].zoneType': ['is unknown.'] } },
		],
		['pointers of JSON:API', { errors: [{ source: { pointer: '/features/2/zoneType' }, detail: 'is unknown.' }] }],
		['FastAPI', { detail: [{ loc: ['body', 'features', 2, 'zoneType'], msg: 'is unknown.' }] }],
		['paths of a text', { errors: { 'features.2.zoneType': 'is unknown.' } }],
		['violations', { violations: [{ propertyPath: 'features[2].zoneType', message: 'is unknown.' }] }],
		[
			'an error of errors',
			{ error: { code: 400, errors: [{ field: 'features[2].zoneType', message: 'is unknown.' }] } },
		],
		['paths below the request', { errors: { 'request.features/2/zoneType': ['is unknown.'] } }],
	])('are told as %s', (_by, body) => {
		expect(named(body, 3)).toEqual([
			{ index: 2, message: expect.stringMatching(/features.2.{1,2}zoneType is unknown\.$/i) },
		]);
	});

	it('are each named once, with all that is wrong with it', () => {
		const errors = { 'features[0].zoneType': ['is unknown', 'is no text'], 'features[0].name': ['is missing'] };
		expect(named({ errors }, 1)).toEqual([
			{
				index: 0,
				message: 'features[0].zoneType is unknown; features[0].zoneType is no text; features[0].name is missing',
			},
		]);
	});

	it('are read from paths with any index of the batch', () => {
		fc.assert(
			fc.property(fc.nat(5000), (index) => {
				const errors = [{ path: `features[${index}]` }, { path: `features.${index + 1}.type` }];
				expect(named({ errors }, index + 2).map(({ index: found }) => found)).toEqual([index, index + 1]);
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
		['a step that only begins with digits', { path: 'features.0th' }],
		['something that is no object', 'features[0]'],
		['null', null],
	])('are none where one of the errors names %s', (_what, error) => {
		expect(named({ errors: [{ index: 0 }, error] }, 3)).toEqual([]);
		expect(named({ errors: [{ index: 0 }, { index: 2 }] }, 3)).toHaveLength(2);
	});

	it.each([undefined, null, 'text', [], {}, { errors: null }, { errors: {} }, [{ index: 0 }]])(
		'of %j are none',
		(body) => {
			expect(named(body, 3)).toEqual([]);
		},
	);

	it('hold no secret', () => {
		const body = JSON.stringify({ errors: [{ index: 0, message: `${'x'.repeat(295)} s3cret-s3cret` }] });
		expect(namedFeatures(body, new Secrets(['s3cret-s3cret']))[0].message).not.toContain('s3');
	});

	it('are always features of the batch, whatever the answer', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ index: anyJson, path: anyJson, message: anyJson }, { requiredKeys: [] })),
				(errors) => {
					for (const { index } of named({ errors }, 3)) expect([0, 1, 2]).toContain(index);
				},
			),
		);
	});
});

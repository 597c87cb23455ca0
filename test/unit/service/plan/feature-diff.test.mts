import fc from 'fast-check';
import { PlanIndex, differingFields } from '../../../../service/plan';
import type { Feature } from '../../../../service/plan';
import { collidingFeature } from '../../../support/generators/features.mts';

const differencesFromPlan = (input: Feature, onPlan: Feature, name: (key: string) => string | undefined) =>
	new PlanIndex([onPlan]).differences(input, 0, name);

const nameOf = (key: string) => ({ k: 'Tenant', l: 'Area' })[key];

describe('the changes of a feature', () => {
	it('name members, and data fields by their names, with both values', () => {
		const given = {
			type: 'zone',
			label: 'A',
			icons: [1],
			data: [
				{ key: 'k', name: 'old name', value: 'x' },
				{ key: 'l', value: '' },
				{ key: 'm', name: 'M', value: '1' },
			],
		};
		const onPlan = {
			id: 7,
			type: 'zone',
			label: 'B',
			data: [
				{ key: 'k', value: 'y' },
				{ key: 'l', value: '5' },
			],
		};
		expect(differencesFromPlan(given, onPlan, nameOf)).toEqual([
			{ field: 'label', input: 'A', onPlan: 'B' },
			{ field: 'icons', input: [1], onPlan: null },
			{ field: 'Tenant', input: 'x', onPlan: 'y' },
			{ field: 'Area', input: null, onPlan: '5' },
			{ field: 'M', input: '1', onPlan: null },
		]);
	});

	it('do not count members that are not compared, nor data fields that are equal', () => {
		const given = {
			type: 'zone',
			position: null,
			photos: ['a'],
			label: 'A',
			data: [
				{ key: 'k', value: 'x' },
				{ key: 'l', value: '1' },
			],
		};

		expect(differencesFromPlan(given, { type: 'zone', label: 'A', data: [{ key: 'k', value: 'x' }] }, nameOf)).toEqual([
			{ field: 'Area', input: '1', onPlan: null },
		]);
	});

	it.each([[''], [7], [undefined]])('of a data field that has no name (%j) are told by its key', (name) => {
		expect(differencesFromPlan({ data: [{ key: 'm', name, value: '1' }] }, {}, nameOf)).toEqual([
			{ field: 'm', input: '1', onPlan: null },
		]);
	});

	it('of data that is no list are told whole', () => {
		expect(differencesFromPlan({ data: 'text' }, { data: [] }, nameOf)).toEqual([
			{ field: 'data', input: 'text', onPlan: null },
		]);
	});

	it.each(['data Tenant', '\0Tenant'])('of a property that is called %j are those of a property', (name) => {
		const plan = { [name]: 'Acme', data: [{ key: 'Tenant', name: 'Tenant', value: 'Acme' }] };
		expect(differencesFromPlan({ [name]: 'Beta' }, plan, nameOf)).toEqual([
			{ field: name, input: 'Beta', onPlan: 'Acme' },
		]);
	});

	it('are none exactly where the plan has all that is given', () => {
		fc.assert(
			fc.property(collidingFeature, collidingFeature, (given, onPlan) => {
				expect(differencesFromPlan(given, onPlan, nameOf).length === 0).toBe(
					differingFields(given, onPlan, { tolerance: () => 1e-7 }).length === 0,
				);
			}),
			{ numRuns: 1000 },
		);
	});
});

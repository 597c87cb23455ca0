import type { INodeParameters } from 'n8n-workflow';
import { demo } from '../../../sandbox/server.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { lookup } from '../../support/engine/steps.mts';
import { picked } from './open-list.mts';

const service = useService();

async function look(parameters: INodeParameters) {
	return await runNode({ ...lookup(parameters), items: [{}], credential: service.credential() });
}

function answerOnce(answer: object): void {
	service.sandbox.intercept({
		route: 'lookup',
		reply: { status: 200, body: JSON.stringify({ code: 'x', name: 'X', viewerTokens: {}, ...answer }) },
	});
}

test('Kinds lists floors only', async () => {
	const { success } = await look({
		resource: 'campus',
		operation: 'getDescendants',
		code: demo.campusCode,
		options: { kinds: ['floor'] },
	});

	expect(success).toHaveLength(8);
	expect(new Set(success.map(({ json }) => json.resource))).toEqual(new Set(['floor']));
});

test('a list of children that is null is an empty one', async () => {
	answerOnce({ buildings: null });
	const { success, error } = await look({ resource: 'campus', operation: 'getChildren', code: 'x' });

	expect(error).toBeUndefined();
	expect(success).toEqual([]);
});

test('a service that nests one level only is told in a hint', async () => {
	answerOnce({ campuses: [{ code: 'c', name: 'C' }] });
	const { success, hints } = await look({ resource: 'client', operation: 'getDescendants', code: 'x' });

	expect(success).toHaveLength(1);
	expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(/nests one level only/)]);
});

describe('a floor picked from lists', () => {
	const floor = {
		resource: 'floor',
		operation: 'get',
		code: picked(demo.floorCode),
		parentClient: picked(demo.clientCode),
	};

	test.each<[string, INodeParameters, number]>([
		['no further parents', {}, 3],
		[
			'its campus and its building',
			{ parentCampus: picked(demo.campusCode), parentBuilding: picked(demo.buildingCode) },
			3,
		],
	])('is looked up below %s', async (_what, parents, lookups) => {
		expect((await look({ ...floor, ...parents })).success).toHaveLength(1);
		expect(service.sandbox.requests.filter(({ route }) => route === 'lookup').length).toBeLessThanOrEqual(lookups + 1);
	});

	test.each<[string, INodeParameters, RegExp]>([
		[
			'another building',
			{ parentBuilding: picked('bldg_other') },
			new RegExp(
				`^The floor ${demo.floorCode} is in the building ${demo.buildingCode}, but the building bldg_other is chosen`,
			),
		],
		[
			'another campus',
			{ parentCampus: picked(demo.otherCampusCode), parentBuilding: picked(demo.buildingCode) },
			/^The building .* is in the campus .*, but the campus .* is chosen/,
		],
	])('is an error below %s that was picked since', async (_what, parents, words) => {
		const { error } = await look({ ...floor, ...parents });

		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/^Choose (Building|Campus) again/);
	});

	test('passes where its answer names no building, because then nothing is known', async () => {
		answerOnce({ planCode: 'pln' });

		expect((await look({ ...floor, parentBuilding: picked('bldg_other') })).success[0].json).toMatchObject({
			planCode: 'pln',
		});
		expect(service.count('lookup')).toBe(1);
	});

	test('passes where its building cannot be looked up, because then nothing is known of the campus', async () => {
		answerOnce({ buildingCode: 'bldg' });
		service.sandbox.intercept({ route: 'lookup', times: Infinity, reply: { status: 403 } });

		expect((await look({ ...floor, parentCampus: picked(demo.otherCampusCode) })).success).toHaveLength(1);
		expect(service.count('lookup')).toBe(2);
	});

	test('is not checked where it is given by its code', async () => {
		const { success } = await look({ ...floor, code: demo.floorCode, parentBuilding: picked('bldg_other') });

		expect(success).toHaveLength(1);
		expect(service.sandbox.requests.filter(({ route }) => route === 'lookup')).toHaveLength(1);
	});
});

import type { INodeParameters } from 'n8n-workflow';
import { zone, zones } from '../../support/engine/features.mts';
import { useService } from '../../support/engine/service.mts';
import { openChoices, picked } from './open-list.mts';

const service = useService();

const offered = async (parameters: INodeParameters, node = 'getFeatures') =>
	await openChoices({ node, list: 'listFeatureTypes' }, service.credential(), parameters);
const SPECIFIED = ['leaderLineIcon', 'zone', 'zonedIcon'];

describe('the list of types', () => {
	test('has those of the plan, with their number, before what is specified or chosen only', async () => {
		const [planCode] = service.plans(1, [...zones(3), zone('a desk', { type: 'desk' })]);
		const filters = { types: ['room', 'zone', 'lab'] };
		const away = 'Not on the plan';

		expect(await offered({ planCode: picked(planCode), filters })).toEqual([
			{ name: 'desk', value: 'desk', description: '1 on the plan' },
			{ name: 'zone', value: 'zone', description: '3 on the plan' },
			...['leaderLineIcon', 'zonedIcon', 'room', 'lab'].map((type) => ({
				name: type,
				value: type,
				description: away,
			})),
		]);
	});

	test.each([[''], ['={{ $json.planCode }}'], [null]])(
		'has what is specified or chosen where the plan is %j, and asks the service nothing',
		async (planCode) => {
			const choices = await offered({ planCode, filters: { types: ['room'] } });

			expect(choices).toEqual([...SPECIFIED, 'room'].map((type) => ({ name: type, value: type })));
			expect((await offered({ planCode, filters: { types: '={{ $json.types }}' } })).map(({ value }) => value)).toEqual(
				SPECIFIED,
			);
			expect(service.sandbox.requests).toEqual([]);
		},
	);

	test("counts over the trigger's plans, and reports one that can't be read", async () => {
		const plans = service.plans(2, zones(2));
		const rows = [...plans, 'pln_gone'].map((planCode) => ({ planCode: picked(planCode) }));

		const [note, ...choices] = await offered({ planCodes: { plans: rows } }, 'planFeaturesTrigger');

		expect(note).toEqual({
			name: expect.stringMatching(/^1 of 3 plans could not be listed: Plan pln_gone: /),
			value: '',
		});
		expect(choices[0]).toEqual({ name: 'zone', value: 'zone', description: '4 on the plan' });
	});

	test('says what is wrong with the plan', async () => {
		await expect(offered({ planCode: picked('pln_gone') })).rejects.toMatchObject({
			message: expect.stringMatching(/^Plan pln_gone: The service responded with status 404.*Check the code/),
		});
	});
});

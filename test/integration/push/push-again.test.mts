import { dataFields } from '../../../tools/sandbox/demo/constants.mts';
import { zone } from '../../support/engine/features.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { push } from '../../support/engine/steps.mts';

const service = useService();
const { tenant, use } = dataFields;
const WITH_TEXT = ['08:00', 'closed'];

/** A plan on which Use has these values. */
function planWith(values: string[]): string {
	const dataOf = (value: string, index: number) => [
		{ ...tenant, value: `Known ${index}` },
		{ ...use, value },
	];
	const [planCode] = service.plans(
		1,
		values.map((value, index) => zone(`known ${index}`, { data: dataOf(value, index) })),
	);
	return planCode;
}

/** Pushes a zone for each cell of Use. @returns the values that they have, and what the push says */
async function pushCells(planCode: string, values: string[], cells: unknown[]) {
	const items = cells.map((cell, index) => ({
		planCode,
		type: 'zone',
		zoneType: 'common',
		Tenant: `New ${index}`,
		Use: cell as string,
	}));
	const step = push({ existing: 'skip' }, { source: 'item' });
	const { success, error } = await runNode({ ...step, items, credential: service.credential() });
	const added = service.sandbox.features(planCode).slice(values.length);
	return {
		counts: success.map(({ json: { pushed, skipped } }) => ({ pushed, skipped })),
		error: error?.message,
		written: added.map(({ data }) =>
			(data as Array<{ key: string; value: string }>).find(({ key }) => key === use.key),
		),
	};
}

describe('what a push writes is what the next push of the same rows finds', () => {
	test.each<[string[], unknown[], string[]]>([
		[
			['12.5', '10.0'],
			[8, 12.55, '13.0'],
			['8.0', '12.55', '13.0'],
		],
		[
			['12.50', '10.00'],
			[8, '9.123', 11.5],
			['8.00', '9.123', '11.50'],
		],
		[
			['12', '8'],
			[12.5, '13.0', 7],
			['12.5', '13', '7'],
		],
		[
			['001', '002'],
			[5, '13', 1000],
			['005', '013', '1000'],
		],
		[WITH_TEXT, ['9:00', 0.75, 'by appointment'], ['09:00', '18:00', 'by appointment']],
		[
			['31.12.2026', 'unknown'],
			['1.3.2026', 46_083, 'later'],
			['01.03.2026', '02.03.2026', 'later'],
		],
	])('in a field of %j: %j', async (values, cells, expected) => {
		const planCode = planWith(values);
		const count = cells.length;

		const first = await pushCells(planCode, values, cells);
		const second = await pushCells(planCode, values, cells);

		expect(first).toMatchObject({ error: undefined, counts: [{ pushed: count, skipped: 0 }] });
		expect(second).toMatchObject({ error: undefined, counts: [{ pushed: 0, skipped: count }] });
		expect(second.written.map((entry) => entry?.value)).toEqual(expected);
	});

	test.each<[string[], unknown]>([
		[['001', '002'], '0004'],
		[['001', '002'], '-7'],
		[WITH_TEXT, '9:00:15'],
		[['31.12.2026', 'unknown'], '01/03/2026'],
	])('in a field of %j, and what would change how they are read is a problem: %j', async (values, cell) => {
		const planCode = planWith(values);

		const { error, written } = await pushCells(planCode, values, ['Lobby', cell]);

		expect(error).toMatch(new RegExp(`^Use is "${String(cell)}", but values of Use look like "${values[0]}"`));
		expect(written).toEqual([]);
	});
});

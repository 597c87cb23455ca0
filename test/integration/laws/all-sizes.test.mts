import type { IDataObject, OnError } from 'n8n-workflow';
import type { Feature } from '../../../service/plan';
import { runNode } from '../../support/engine/outcome.mts';
import { useService } from '../../support/engine/service.mts';
import { byColumns, push } from '../../support/engine/steps.mts';

/** Cells of the table, and entries on its plans. Rows, columns, data fields and plans grow by the root of it. */
const CELLS = 1 << 15;
const PART = 8;
/** An eighth takes an eighth of the time, or little more; with one size squared it takes a twenty-third. */
const MAX_PARTS = 16;
/** What each problem costs counts, too: no operation and no setting takes much longer than another. */
const MAX_RATIO = 5;
const TRIES = 3;

const service = useService();

const key = (index: number) => `dfld_${String(index).padStart(25, '0')}`;
const list = <T,>(size: number, entry: (index: number) => T): T[] =>
	Array.from({ length: size }, (_none, index) => entry(index));

interface Table {
	rows: IDataObject[];
	plans: string[];
}

/** Half of the columns are data fields of the plans, and those of `unknown` are not. */
function tableOf(cells: number, unknown: boolean): Table {
	const root = Math.round(Math.sqrt(cells));
	const count = Math.max(2, Math.round(root / 16));
	const fields = (row: number) =>
		list(root, (at) => ({ key: key(at), name: `A data field ${at}`, value: `${row} ${at}` }));
	const plans = list(count, (plan) => {
		const held = list(root / count, (at): Feature => ({
			type: 'zone',
			zoneType: 'common',
			data: fields(at * count + plan),
		}));
		return service.plans(1, held)[0];
	});
	const rows = list(root, (row) => ({
		type: 'zone',
		zoneType: 'common',
		planCode: plans[row % count],
		...Object.fromEntries(
			list(root, (at) => [`A data ${unknown && at % 2 ? `fild ${row}` : 'field'} ${at}`, `${row} ${at + 1}`]),
		),
	}));
	return { rows, plans };
}

async function msAt(cells: number, operation: string, onError: OnError, unknown: boolean): Promise<number> {
	const { rows } = tableOf(cells, unknown);
	const step = push({ existing: 'skip' }, { operation, ...byColumns('A data field 0') });
	const items = rows.map(({ ...row }) => row);
	const from = process.threadCpuUsage();
	const { success, failed, error } = await runNode({ ...step, items, credential: service.credential(), onError });
	const ms = process.threadCpuUsage(from).user / 1000;
	expect(success.length + failed.length > 0 || error !== undefined).toBe(true);
	return ms;
}

test.each([
	['push', 'stopWorkflow', true],
	['push', 'continueErrorOutput', true],
	['push', 'continueErrorOutput', false],
	['check', 'stopWorkflow', true],
	['compare', 'stopWorkflow', true],
	['compare', 'stopWorkflow', false],
] as const)(
	'%s takes time in proportion to all cells when all sizes grow together: %s, unknown columns %s',
	async (...of) => {
		const [operation, onError, unknown] = of;
		await msAt(CELLS / PART, operation, onError, unknown);
		const tries: number[][] = [];
		for (let attempt = 0; attempt < TRIES; attempt++) {
			const part = await msAt(CELLS / PART, operation, onError, unknown);
			const whole = await msAt(CELLS, operation, onError, unknown);
			const usual = await msAt(CELLS, 'push', 'stopWorkflow', true);
			tries.push([part, whole, usual]);
			if (whole < part * MAX_PARTS && whole < usual * MAX_RATIO) return;
		}
		expect(tries).toEqual('linear');
	},
);

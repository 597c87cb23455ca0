import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../../tools/n8n/driver/host-folder.mts';
import type { Feature } from '../../../service/plan';
import { changeNames, changes, richFeature } from '../../simulation/changes.mts';
import type { ChangeName } from '../../simulation/changes.mts';
import type { Step } from '../../support/engine/execution.mts';
import { runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { check, compare, push } from '../../support/engine/steps.mts';
import { useListener } from '../../support/http/listener.mts';

const service = useService();
const changing = useListener();
withShortestWaits();

const FILE = path.join(projectRoot, 'docs', 'errors.md');
const BEGIN = '<!-- changes -->';
const END = '<!-- /changes -->';
/** What became of a feature in each way of looking at it, as the tests find it: the changes of one row of the table. */
const found = new Map<string, ChangeName[]>();

/** A service that changes what it stores. A push gets no response where it is requested. */
function storing(name: ChangeName, features: Feature[] = []): { held: Feature[]; losesResponse: boolean } {
	const plan = { held: features, losesResponse: false };
	changing.respond = ({ method, body }, response) => {
		if (method === 'POST') {
			const { features: sent } = JSON.parse(body) as { features: Feature[] };
			plan.held.push(...sent.map((feature) => changes[name].change(feature, plan.held.length)));
			if (plan.losesResponse) return void response.destroy();
			return void response.setHeader('content-length', '0').end();
		}
		response.setHeader('content-type', 'application/json').end(JSON.stringify({ features: plan.held }));
	};
	return plan;
}

async function run(step: Step): Promise<{ items: Array<Record<string, unknown>>; hints: string }> {
	const { success, hints } = await runNode({
		...step,
		items: [{ planCode: 'pln_changing', features: [richFeature('room')] }],
		credential: service.credential({ baseUrl: changing.url }),
		onError: 'continueRegularOutput',
	});
	return { items: success.map(({ json }) => json), hints: hints.map(({ message }) => message).join('\n') };
}

describe.each(changeNames)('a service that stores features otherwise: %s', (name) => {
	const { leaves } = changes[name];
	const isNear = leaves === 'near';

	test('what each way of looking at them makes of it, none of it unsaid', async () => {
		const plan = storing(name);

		const [pushed] = (await run(push())).items;
		expect(pushed).toMatchObject({ pushed: 1, requests: 1, confirmed: 0 });
		expect(plan.held).toHaveLength(1);

		const lossy = storing(name);
		lossy.losesResponse = true;
		const [confirmed] = (await run(push({ existing: 'skip' }))).items;
		expect(lossy.held).toHaveLength(1);
		expect(confirmed).toMatchObject({ pushed: 1, confirmed: 1 });

		const skipping = await run(push({ existing: 'skip' }));
		expect(skipping.items).toEqual([
			expect.objectContaining({ pushed: 0, skipped: 1, requests: 0, ...(isNear ? { skippedDifferent: 1 } : {}) }),
		]);
		expect(skipping.hints.includes('differ from the plan')).toBe(isNear);
		expect(lossy.held).toHaveLength(1);

		const [checked] = (await run(check())).items;
		const results = (await run(compare({ results: ['new', 'different', 'same', 'onlyOnPlan', 'unclear'] }))).items;
		const compared = results.map(({ result }) => String(result));
		expect(compared).toEqual([isNear ? 'different' : 'same']);
		expect(checked).toMatchObject({ valid: 1, invalid: 0, [isNear ? 'different' : 'same']: 1 });

		const cells = [isNear ? 'skipped, counted in `skippedDifferent`' : 'skipped', ...compared].join('|');
		found.set(cells, [...(found.get(cells) ?? []), name]);
	});

	test('a push with Skip that is run twice adds one', async () => {
		const plan = storing(name);

		const [first] = (await run(push({ existing: 'skip' }))).items;
		const [second] = (await run(push({ existing: 'skip' }))).items;

		expect([first, second]).toEqual([
			expect.objectContaining({ pushed: 1, skipped: 0 }),
			expect.objectContaining({ pushed: 0, skipped: 1 }),
		]);
		expect(plan.held).toHaveLength(1);
	});
});

test('docs/errors.md has the table; WRITE_CHANGES=1 writes it', async () => {
	const page = await readFile(FILE, 'utf8');
	const head = ['|A service that …|Skip|Check, Compare|', '|---|---|---|'];
	const rows = [...found].map(([cells, names]) => `|${names.map((name) => changes[name].words).join('; ')}|${cells}|`);
	const table = [BEGIN, '', ...head, ...rows, '', END].join('\n');
	const written = `${page.slice(0, page.indexOf(BEGIN))}${table}${page.slice(page.indexOf(END) + END.length)}`;
	if (process.env.WRITE_CHANGES === '1') await writeFile(FILE, written);
	expect(await readFile(FILE, 'utf8')).toBe(written);
});

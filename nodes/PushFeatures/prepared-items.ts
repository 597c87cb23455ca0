import type { INodeExecutionData } from 'n8n-workflow';
import { pushFeaturesUrl } from '../../service/api';
import { isEmptyCell, withoutByteOrderMark } from '../../service/columns';
import { featureProblems } from '../../service/plan';
import type { Feature, FeatureProblem } from '../../service/plan';
import { inertText, joinFirst } from '../../service/text';
import { asItemFailure } from '../shared/failures';
import { ItemFailure } from '../shared/item-error';
import { locatePlans } from '../shared/plan-parameter';
import type { ServiceRun } from '../shared/service-run';
import { mapInPieces } from '../shared/wait';
import { InputReader, isValid } from './input-features';
import type { InputFeature, PreparedItem } from './input-features';
import { otherPlans, readPlan } from './known-plan';
import type { LoadedPlan } from './known-plan';
import { matchByColumn } from './plan-columns';
import { planCode } from './push-parameters';
import { settingsReader } from './push-settings';
import type { PushSettings } from './push-settings';

export interface PreparedItems {
	items: PreparedItem[];
	/** Items that give no plan or nothing that could be a feature, by item index. */
	failures: Map<number, ItemFailure>;
	/** Items whose plan had to be read first, and could not be. */
	unread: Map<number, ItemFailure>;
	/** What is no problem, and still not what somebody may have meant. */
	hints: string[];
}

/** What an operation needs beyond what the items ask for. */
export interface Preparation {
	/** Check the rules of the specification, also where Validate is off. */
	validate: boolean;
	/** The operation compares with the plans in any case, and an item that gives no feature is reported as any other. */
	reports: boolean;
}

/**
 * Reads every item before anything is sent. A plan is read where columns are mapped by name, or where its features must
 * be distinguished.
 */
export async function prepareItems(
	run: ServiceRun,
	input: INodeExecutionData[],
	{ validate, reports }: Preparation,
): Promise<PreparedItems> {
	const { parameters, context } = run;
	await locatePlans(run, input.length);
	const failures = new Map<number, ItemFailure>();
	const unread = new Map<number, ItemFailure>();
	const reader = new InputReader(parameters);
	const hints = new RowHints();
	const settingsOf = settingsReader(parameters, context.getMode() === 'retry');
	/** What is left of an item that gives no feature. */
	const fail = (item: PreparedItem, error: unknown): PreparedItem[] => {
		const failure = asItemFailure(error);
		if (!reports) failures.set(item.itemIndex, failure);
		return reports ? [{ ...item, inputs: [unreadable(item, failure.message)] }] : [];
	};

	let last: Pick<PreparedItem, 'planCode' | 'settings'> | undefined;
	const prepare = (json: Feature, itemIndex: number): PreparedItem[] => {
		const inputs = attempt(() => reader.inputsOf(json, itemIndex));
		const isBlank = Array.isArray(inputs) && inputs.length === 0;
		if (isBlank) hints.blanks++;
		// Always Output Data gives an item without anything, which names no plan either.
		if (isBlank && Object.keys(json).length === 0) return [];
		const settings = settingsOf(itemIndex);
		const code = planCode.read(parameters, itemIndex);
		// Rejected here, so that nothing at all is sent when one URL cannot be made.
		if (last?.planCode !== code || last.settings !== settings) pushFeaturesUrl('', code, settings.author);
		last = { planCode: code, settings };
		const item = { itemIndex, planCode: code, settings, json };
		return inputs instanceof ItemFailure ? fail({ ...item, inputs: [] }, inputs) : [{ ...item, inputs }];
	};
	const all = await mapInPieces(input.entries(), ([itemIndex, { json }]): PreparedItem[] => {
		const items = attempt(() => prepare(withoutByteOrderMark(json), itemIndex));
		if (!(items instanceof ItemFailure)) return items;
		failures.set(itemIndex, items);
		return [];
	});

	const isMatched = reader.mapping.matchingColumns.length > 0;
	const needsPlan = ({ inputs, settings }: PreparedItem) =>
		reports || reader.needsPlan(inputs) || (isMatched && settings.skipExisting);
	const loaded = await withPlans(run, all.flat(), needsPlan, unread);
	const failed = new Map<PreparedItem, ItemFailure>();
	const unreadInputs = loaded.flatMap((item) => item.inputs.filter(isUnread).map((one) => ({ item, one })));
	await mapInPieces(unreadInputs, ({ item, one }) => {
		const problem = failed.has(item) ? undefined : attempt(() => reader.read(one, item, validate));
		if (problem instanceof ItemFailure) failed.set(item, problem);
		else hints.note(one, item);
	});
	const read = loaded.flatMap((item) => (failed.has(item) ? fail(item, failed.get(item)) : [item]));
	const items = isMatched ? withMatchColumns(reader.mapping.matchingColumns, read, reports, fail) : read;
	await validateByPlans(run, items, reader.mapping.rowOf !== undefined);
	const compares = reports || items.some(({ settings }) => settings.skipExisting);
	return { items, failures, unread, hints: hints.messages(reader.ignored, compares) };
}

function attempt<T>(work: () => T): T | ItemFailure {
	try {
		return work();
	} catch (error) {
		return asItemFailure(error);
	}
}

function isUnread({ problems }: InputFeature): boolean {
	return problems.length === 0;
}

function unreadable({ itemIndex }: PreparedItem, message: string): InputFeature {
	const details = { message: `is not given: ${message}`, group: message };
	return { itemIndex, path: '', problems: [{ path: '', rule: 'match', details }] };
}

async function withPlans(
	run: ServiceRun,
	all: PreparedItem[],
	needsPlan: (item: PreparedItem) => boolean,
	unread: Map<number, ItemFailure>,
): Promise<PreparedItem[]> {
	const read = async (code: string, settings: PushSettings) => await readPlan(run, code, settings).catch(asItemFailure);
	const items = all.map(async (item): Promise<PreparedItem[]> => {
		if (!needsPlan(item)) return [item];
		const { planCode: code, settings } = item;
		const from = settings.dataFieldsFrom;
		const [plan, further] = await Promise.all([
			read(code, settings),
			from === undefined ? undefined : read(from, settings),
		]);
		if (plan instanceof ItemFailure || further instanceof ItemFailure) {
			unread.set(item.itemIndex, plan instanceof ItemFailure ? plan : (further as ItemFailure));
			return [];
		}
		return [Object.assign(item, { plan, further })];
	});
	return (await Promise.all(items)).flat();
}

/** The items with what Match By means on their plans; without those for which it means nothing. */
function withMatchColumns(
	columns: readonly string[],
	items: PreparedItem[],
	reports: boolean,
	fail: (item: PreparedItem, error: unknown) => PreparedItem[],
): PreparedItem[] {
	const input = items.flatMap(({ inputs }) => inputs.map(({ feature = {} }) => feature));
	// Items of one plan share their settings.
	const known = new Map<PushSettings, Map<string, PushSettings | ItemFailure>>();
	const settingsOf = ({ settings, planCode: code, plan, further }: PreparedItem) => {
		const ofPlans = known.get(settings) ?? new Map<string, PushSettings | ItemFailure>();
		known.set(settings, ofPlans);
		const matchColumns = () => columns.map((column) => matchByColumn(column, plan?.columns(further), input));
		const found = ofPlans.get(code) ?? attempt(() => ({ ...settings, matchColumns: matchColumns() }));
		ofPlans.set(code, found);
		return found;
	};
	return items.flatMap((item) => {
		if (!reports && !item.settings.skipExisting) return [item];
		const settings = settingsOf(item);
		return settings instanceof ItemFailure ? fail(item, settings) : [Object.assign(item, { settings })];
	});
}

/** Checks what was prepared without its plan, once Skip has read that: its outlines have to be like those there. */
export async function validateByPlan(run: ServiceRun, all: PreparedItem[], plan: LoadedPlan): Promise<PreparedItem[]> {
	const items = all.filter((item) => item.plan === undefined && item.settings.validate);
	for (const item of items) item.plan = plan;
	await mapInPieces(
		items.flatMap(({ inputs }) => inputs),
		(one) => {
			one.problems = featureProblems(one.feature, plan.outlineForms);
		},
	);
	await validateByPlans(run, items, false);
	return items.filter((item) => !isValid(item));
}

/**
 * What the plans say about problems: what a plan has in a place may be sent there, whatever Validate says, and a
 * feature without a kind is told the kinds of the plan.
 */
async function validateByPlans(run: ServiceRun, items: PreparedItem[], isMapped: boolean): Promise<void> {
	const noKinds = new Map<LoadedPlan | undefined, FeatureProblem>();
	const onPlan = (one: InputFeature, problem: FeatureProblem, plan: LoadedPlan | undefined): FeatureProblem => {
		if (problem.rule === 'kind' && isEmptyCell(one.feature?.type)) {
			// One for all rows of a plan, so that it is reported once.
			const noKind = noKinds.get(plan) ?? {
				path: 'type',
				rule: 'noKind',
				details: { kinds: plan?.kinds ?? [], isMapped },
			};
			noKinds.set(plan, noKind);
			return noKind;
		}
		if (problem.rule !== 'knownKind' || plan === undefined) return problem;
		return { ...problem, details: { ...problem.details, known: plan.possibleKinds() } };
	};
	const validateItem = async (item: PreparedItem) => {
		const { planCode: code, settings, inputs } = item;
		const isUnknown = inputs.some(hasUnknown);
		const needsPlan = settings.skipExisting || isUnknown;
		const read = item.plan ?? (needsPlan ? await readPlan(run, code, settings) : undefined);
		const plan = read instanceof ItemFailure ? undefined : read;
		const plans = [plan, ...(isUnknown ? await otherPlans(run, item) : [])];
		for (const one of inputs) {
			const isHeld = (problem: FeatureProblem) => plans.some((loaded) => loaded?.has(one.feature ?? {}, problem));
			const own = one.problems.filter((problem) => !isHeld(problem));
			one.problems = own.map((problem) => onPlan(one, problem, plan));
		}
	};
	await Promise.all(items.filter((item) => !isValid(item)).map(validateItem));
}

/** Whether a plan may know its kind or its outline, which Push Anyway reads plans for. */
function hasUnknown({ problems }: InputFeature): boolean {
	return problems.some(({ rule }) => rule === 'knownKind' || rule === 'outline');
}

const MAX_COLUMNS = 5;

/** Collects what rows of a sheet leave unsaid. */
class RowHints {
	/** Items that give nothing. */
	blanks = 0;
	private rows = 0;
	private foreignIds = 0;
	/** In how many rows a column has a cell, filled or not, and what it says where none is filled. */
	private readonly columns = new Map<string, { cells: number; isFilled: boolean; isBlank: boolean }>();

	note({ row, hasForeignId }: InputFeature, { plan, further }: PreparedItem): void {
		if (row === undefined) return;
		this.rows++;
		if (hasForeignId) this.foreignIds++;
		for (const column in row) {
			let one = this.columns.get(column);
			if (one === undefined) {
				const kind = plan?.columns(further).meaningOf(column).kind;
				one = { cells: 0, isFilled: false, isBlank: kind === 'unmapped' || kind === 'problem' };
				this.columns.set(column, one);
			}
			one.cells++;
			one.isFilled ||= !isEmptyCell(row[column]);
		}
	}

	/**
	 * @param ignored columns that Extra Columns left out, with the number of their rows
	 * @param compares what a row lacks is compared with the plan
	 */
	messages(ignored: ReadonlyMap<string, number>, compares: boolean): string[] {
		const columns = [...this.columns];
		const lacking = columns.filter(([, { cells }]) => cells < this.rows).map(([column]) => inertText(column));
		const blank = columns.filter(([, { isFilled, isBlank }]) => isBlank && !isFilled).length;
		const hints: string[] = [];
		if (compares && lacking.length > 0) {
			hints.push(
				`Some rows have no cell in ${joinFirst(MAX_COLUMNS, lacking, String)}, so nothing is said of it there. To ` +
					'empty what the plan has, switch on Include Empty Cells in the node that reads the file.',
			);
		}
		if (this.blanks > 0) hints.push(`Items without any value, which say nothing: ${this.blanks}.`);
		if (blank > 0) hints.push(`Columns without any value that the plan does not have, which say nothing: ${blank}.`);
		if (ignored.size > 0) {
			const names = joinFirst(MAX_COLUMNS, [...ignored], ([column, rows]) => `${inertText(column)} (${rows})`);
			hints.push(`Columns that Extra Columns left out, with the number of their rows: ${names}.`);
		}
		if (this.foreignIds > 0) {
			hints.push(
				`Rows whose id no feature of the plan has: ${this.foreignIds}. The id is not sent, because it may be the ` +
					'number of a row in a table.',
			);
		}
		return hints;
	}
}

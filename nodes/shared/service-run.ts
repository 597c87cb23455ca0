import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isAgentTool } from './agent-tool';
import { openSession } from './client';
import type { Session } from './client';
import { Reporter } from './reporter';
import { Parameters } from './parameters';
import { requestOptions } from './request-options';
import { asItemFailure } from './failures';
import { ItemFailure } from './item-failure';

/** One run of a node that calls the service: one session. */
export class ServiceRun {
	readonly parameters: Parameters;

	readonly reporter: Reporter<IExecuteFunctions>;

	/** Whether an AI agent runs the node. */
	readonly isTool: boolean;

	private opened: Promise<Session> | undefined;

	private endedBy: ItemFailure | undefined;

	constructor(readonly context: IExecuteFunctions) {
		this.parameters = new Parameters(context);
		this.reporter = new Reporter(context);
		this.isTool = isAgentTool(context.getNode());
	}

	/** Opened by the first item that needs it, so that what fails here fails as an item does. */
	async session(): Promise<Session> {
		this.opened ??= (async () => {
			// One bound for the run, so it is read for the first item.
			const concurrency = requestOptions.concurrency.read(this.parameters, 0, 'options.concurrency');
			return await openSession(this.reporter, 'execution', concurrency);
		})();
		const session = await this.opened;
		if (this.endedBy !== undefined) session.end(this.endedBy);
		return session;
	}

	/** Nothing more is sent, also where an item fails before the session is open. */
	end(failure: ItemFailure): void {
		this.endedBy ??= failure;
		// The item that opened the session reports why it failed.
		if (this.opened !== undefined) void this.session().catch(() => undefined);
	}
}

/**
 * The one item loop: runs the work of all items side by side, keeps the order of the input, pairs every
 * output item, and sends what failed where On Error says. Work that calls the service bounds itself.
 * @param work gives an item's output: new objects, which the loop pairs unless they are paired already. What it throws
 * is the item's failure
 */
export async function forEachItem(
	run: ServiceRun,
	work: (itemIndex: number) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[][]> {
	const { context, reporter } = run;
	const continues = context.continueOnFail();
	const outputs = await Promise.all(
		context.getInputData().map(async (_item, itemIndex) => {
			const results = await work(itemIndex).catch(asItemFailure);
			if (results instanceof ItemFailure) {
				if (continues) return [reporter.failedItem(results, itemIndex)];
				run.end(results);
				throw reporter.error(results, itemIndex);
			}
			const pairedItem = { item: itemIndex };
			for (const result of results) result.pairedItem ??= pairedItem;
			return results;
		}),
	);
	return [outputs.flat()];
}

/** JSON of the service as an item: n8n's type for it is narrower than JSON in name only. */
export function asJson(object: object): IDataObject {
	return object as IDataObject;
}

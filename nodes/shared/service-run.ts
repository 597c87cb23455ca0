import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Secrets } from '../../service/text';
import { openSession } from './client';
import type { ServiceRequest, Session } from './client';
import { Reporter } from './reporter';
import { Parameters } from './parameters';
import { readConcurrency } from './request-options';
import type { RequestOptions } from './request-options';
import { asItemFailure } from './failures';
import { ItemFailure } from './item-failure';

type ReadOptions = Pick<ServiceRequest, 'maxBytes' | 'mayBeElsewhere'>;

/** One run of a node that calls the service: one session, and equal reads requested once. */
export class ServiceRun {
	readonly parameters: Parameters;

	readonly reporter: Reporter<IExecuteFunctions>;

	private opened: Promise<Session> | undefined;

	private endedBy: ItemFailure | undefined;

	private readonly reads = new Map<string, Promise<unknown>>();

	constructor(readonly context: IExecuteFunctions) {
		this.parameters = new Parameters(context);
		this.reporter = new Reporter(context);
	}

	/** Opened by the first item that needs it, so that what fails here fails as an item does. */
	async session(): Promise<Session> {
		this.opened ??= (async () => await openSession(this.reporter, 'execution', readConcurrency(this.parameters)))();
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

	/**
	 * What the service returns at a URL, or why not. Equal reads of one run share one request and its outcome.
	 * @throws LoginFailure when the credential is incomplete, or the URL can't be made
	 */
	async read<T>(
		urlOf: (session: Session) => string,
		{ partnerCode, maxBytes, mayBeElsewhere, ...limits }: RequestOptions & ReadOptions,
		parse: (text: string, secrets: Secrets) => T,
	): Promise<T | ItemFailure> {
		const session = await this.session();
		const url = urlOf(session);
		const key = JSON.stringify([url, partnerCode === '' ? session.settings.partnerCode : partnerCode]);
		const cached = this.reads.get(key) as Promise<T | ItemFailure> | undefined;
		if (cached !== undefined) return await cached;
		const { timeoutMs } = limits;
		const request: ServiceRequest = { method: 'GET', url, partnerCode, timeoutMs, maxBytes, mayBeElsewhere };
		const outcome = session.read(request, limits, parse);
		this.reads.set(key, outcome);
		return await outcome;
	}
}

/**
 * The one item loop: runs the work of all items side by side, keeps the order of the input, pairs every
 * output item, and sends what failed where On Error says. Work that calls the service bounds itself.
 * @param work gives an item's output or its failure: new objects, which the loop pairs unless they are paired already.
 * What it throws, as reading a parameter does, is a failure too
 */
export async function forEachItem(
	run: ServiceRun,
	work: (itemIndex: number) => Promise<INodeExecutionData[] | ItemFailure>,
): Promise<INodeExecutionData[][]> {
	const { context, reporter } = run;
	const continues = context.continueOnFail();
	const outputs = await Promise.all(
		context.getInputData().map(async (_item, itemIndex) => {
			const results = await work(itemIndex).catch(asItemFailure);
			if (results instanceof ItemFailure) {
				if (continues) return [reporter.failedItem(results, itemIndex)];
				// Nothing more is sent.
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

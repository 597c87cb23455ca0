import type { IExecuteFunctions } from 'n8n-workflow';
import type { Secrets } from '../../service/text';
import { read } from './call';
import { Parameters } from './parameters';
import { readConcurrency } from './request-options';
import type { ServiceRequest } from './request';
import type { RequestOptions } from './request-options';
import { openSession } from './session';
import type { Session } from './session';
import { ItemFailure, asItemFailure } from './item-error';

/** One run of a node that calls the service: one session, and equal reads requested once. */
export class ServiceRun {
	readonly parameters: Parameters;

	private opened: Promise<Session> | undefined;

	private endedBy: ItemFailure | undefined;

	private readonly reads = new Map<string, Promise<unknown>>();

	constructor(private readonly context: IExecuteFunctions) {
		this.parameters = new Parameters(context);
	}

	/** Opened by the first item that needs it, so that what fails here fails as an item does. */
	async session(): Promise<Session> {
		this.opened ??= Promise.resolve().then(
			async () => await openSession(this.context, 'execution', readConcurrency(this.parameters)),
		);
		const session = await this.opened;
		session.endedBy ??= this.endedBy;
		return session;
	}

	/** Nothing more is sent. */
	end(failure: ItemFailure): void {
		this.endedBy ??= failure;
		void this.opened?.then(
			(session) => {
				session.endedBy ??= failure;
				session.limiter.release();
			},
			() => undefined,
		);
	}

	/**
	 * What the service answers at an address, or why it does not. Equal reads of one run share one request and its
	 * outcome.
	 * @throws InvalidInputError when the credential is incomplete, or the address cannot be made
	 */
	async read<T>(
		addressOf: (session: Session) => string,
		{ partnerCode, mostBytes, ...limits }: RequestOptions & Pick<ServiceRequest, 'mostBytes'>,
		parse: (text: string, secrets: Secrets) => T,
	): Promise<T | ItemFailure> {
		const session = await this.session();
		const url = addressOf(session);
		const key = JSON.stringify([url, partnerCode === '' ? session.settings.partnerCode : partnerCode]);
		const known = this.reads.get(key) as Promise<T | ItemFailure> | undefined;
		if (known !== undefined) return await known;
		const { timeoutMs } = limits;
		const answer = read(session, { method: 'GET', url, partnerCode, timeoutMs, mostBytes }, limits).then((text) => {
			if (text instanceof ItemFailure) return text;
			try {
				return parse(text, session.secrets);
			} catch (error) {
				return asItemFailure(error);
			}
		});
		this.reads.set(key, answer);
		return await answer;
	}
}

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { CredentialSettings } from '../../credentials/credential-settings';
import { bondIn, settingsOf, usableBond } from '../../credentials/token-cache';
import { rowOf } from '../../service/api';
import type { ClientPath } from '../../service/api';
import type { Secrets } from '../../service/text';
import type { Reporter, ServiceContext } from './reporter';
import { ItemFailure } from './item-error';
import { limiterOf, newLine } from './limiter';
import { messageOf } from './messages';
import type { Caller } from './messages';
import type { Limiter, Line } from './limiter';
import type { StartedCall } from './next-limit';

/** @throws LoginFailure when the credential is incomplete */
export async function openSession(
	reporter: Reporter,
	asker: Session['asker'],
	concurrency: number,
	cancelSignal = cancelSignalOf(reporter.context),
): Promise<Session> {
	const { context } = reporter;
	const raw = await context.getCredentials<ICredentialDataDecryptedObject>('planServiceApi');
	const session = new Session(context, asker, concurrency, raw, cancelSignal);
	reporter.keep(session.secrets);
	return session;
}

/** What one run of a node shares between its calls: the credential, read once, and what the calls learned. */
export class Session {
	readonly settings: CredentialSettings;

	/** What no error may repeat: the secrets of the credential, and every token that was in hand. */
	readonly secrets: Secrets;

	private readonly limiter: Limiter;

	private readonly line: Line;

	private ended: ItemFailure | undefined;

	private clockLeadMs = 0;

	/** The path of clients that was right, once the other one was not. */
	clientPath: ClientPath | undefined;

	/** The token that this run found in the credential, until an answer made it doubtful. */
	private foundToken: string | undefined;

	/**
	 * @param raw n8n's own object of the credential. n8n writes a renewed token into it, so the calls of a run share it
	 * @param cancelSignal ends when the execution is stopped
	 */
	constructor(
		readonly context: ServiceContext,
		readonly asker: Exclude<Caller, 'push'>,
		concurrency: number,
		readonly raw: ICredentialDataDecryptedObject,
		readonly cancelSignal: AbortSignal | undefined,
	) {
		this.settings = settingsOf(raw);
		this.secrets = this.settings.secrets;
		this.rememberToken();
		this.foundToken = this.token();
		this.limiter = limiterOf(this.settings.baseUrl);
		// With no token yet the first call goes alone: one login, and one answer if it fails.
		this.line = newLine(concurrency, !this.hasToken());
		// "Retry On Fail" runs the node of a stopped execution again.
		if (cancelSignal?.aborted) this.limiter.release(this.line);
		cancelSignal?.addEventListener('abort', () => this.limiter.release(this.line), { once: true });
	}

	/** The one way to end: nothing more is sent, and whoever waits learns why. The first reason counts. */
	end(why: ItemFailure): void {
		this.ended ??= why;
		this.limiter.release(this.line);
	}

	/** Why nothing may be sent any more, if so. */
	whyNotSend(): ItemFailure | undefined {
		return this.cancelSignal?.aborted ? cancelledFailure() : this.ended;
	}

	/** Runs a call when there is room for it. */
	async inTurn<T>(call: (started: StartedCall) => Promise<T>): Promise<T> {
		return await this.limiter.run(this.line, call);
	}

	/** Other calls need not wait for the first one any more. */
	openWay(): void {
		this.limiter.open(this.line);
	}

	/** What became of a call, so that others go faster, wait, or are not sent at all. */
	note(started: StartedCall, failure?: ItemFailure): void {
		if (failure?.isLogin) return this.end(failure);
		// Whatever failed, it was not the login: others need not wait for a service that may not answer at all.
		this.openWay();
		if (failure === undefined) return this.limiter.answeredWell();
		const { requestError: error } = failure;
		if (error?.kind === 'status' && rowOf(error).isThrottling) this.limiter.putOff(started, error.retryAfterMs);
	}

	/** The token that the next request carries. */
	token(): string | undefined {
		return usableBond(this.raw, Date.now())?.token;
	}

	hasToken(): boolean {
		return this.token() !== undefined;
	}

	/** The time by the service's clock, as far as an answer has told it. */
	serviceNowMs(): number {
		return Date.now() + this.clockLeadMs;
	}

	/** @param date the header `Date` of an answer */
	noteServiceTime(date: unknown): void {
		const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
		if (!Number.isNaN(at)) this.clockLeadMs = at - Date.now();
	}

	/** Whether a token is from before this run, and so may have died since; says so once for a token. */
	mayHaveDied(token: string | undefined): boolean {
		if (token === undefined || token !== this.foundToken) return false;
		this.foundToken = undefined;
		return true;
	}

	/** To be called after each request, because n8n may have renewed the token. */
	rememberToken(): void {
		const bond = bondIn(this.raw);
		if (bond !== undefined) this.secrets.add(bond.token);
	}
}

/** The execution was cancelled: nothing more is sent. */
export function cancelledFailure(): ItemFailure {
	return new ItemFailure({ code: 'cancelled', ...messageOf('cancelled', 'execution') });
}

export function cancelSignalOf(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** A signal that aborts with the first of the two. */
export function joinSignals(signal: AbortSignal, cancelSignal: AbortSignal | undefined): AbortSignal {
	return cancelSignal === undefined ? signal : AbortSignal.any([cancelSignal, signal]);
}

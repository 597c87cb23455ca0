import type { InputRule } from '../../service/api';

/** What a call throws; fails when it throws nothing. */
export function thrownBy(work: () => unknown): unknown {
	try {
		work();
	} catch (error) {
		return error;
	}
	throw new Error('nothing was thrown');
}

/** What a promise is rejected with; fails when it is not. */
export async function rejectionOf(work: Promise<unknown>): Promise<unknown> {
	let value: unknown;
	try {
		value = await work;
	} catch (error) {
		return error;
	}
	throw new Error(`nothing was thrown, but there was ${JSON.stringify(value)}`);
}

/** Matches an InputProblem with exactly this text, about this rule. */
export function inputProblem(message: string, rule: InputRule): object {
	return { message, rule };
}

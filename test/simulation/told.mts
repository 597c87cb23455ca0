import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FailureDetails, FeaturePlace } from '../../nodes/shared/item-error.ts';
import type { Shown } from './n8n-model.mts';

/** What a person is told of one input item. */
export interface Told {
	kind: 'done' | 'failed' | 'nothing' | 'twice';
	isSafe: boolean;
	/** It is told that more copies than asked for are, or may be, on the plan. */
	isDoubled: boolean;
	/** It is told that more copies than asked for are on the plan. */
	isCopied: boolean;
	/** It is told that some of it may or may not be there. */
	isUnknown: boolean;
	/** It is named in a list of the failure. */
	isNamed: boolean;
	/** Some of it is told to be refused. */
	isRefused: boolean;
	/** It is told that nothing at all was sent. */
	isNothingSent: boolean;
	/** What a person is told to do. */
	advice: string;
}

const NOTHING: Told = {
	kind: 'nothing',
	isSafe: false,
	isDoubled: false,
	isCopied: false,
	isUnknown: false,
	isNamed: false,
	isRefused: false,
	isNothingSent: false,
	advice: '',
};

/** Read from what n8n shows: items, their pairs and details, or the error of the node. */
export function toldBy({ output, error }: Shown, count: number): Told[] {
	const told = Array.from({ length: count }, () => ({ ...NOTHING }));
	const isNothingSent = error instanceof Error && error.message.startsWith('Nothing was sent');
	const advice = adviceOf(error);
	if (output === undefined)
		return told.map((_one, item) => ({ ...ofFailure(detailsOf(error), item), isNothingSent, advice }));
	for (const one of output) {
		const failure = failureIn(one);
		for (const item of itemsOf(one)) {
			const now =
				failure === undefined
					? { ...NOTHING, kind: 'done' as const }
					: { ...ofFailure(failure, item), advice: adviceOf(one.error ?? one.json) };
			told[item] = told[item].kind === 'nothing' ? now : { ...now, kind: 'twice' };
		}
	}
	return told;
}

export function itemsOf({ pairedItem }: INodeExecutionData): number[] {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'object' ? pair.item : pair));
}

function failureIn({ json, error }: INodeExecutionData): FailureDetails | undefined {
	if (typeof json.pushed === 'number') return undefined;
	return (
		(json.details as FailureDetails | undefined) ?? detailsOf(error) ?? { code: 'outcomeUnknown', safeToRetry: false }
	);
}

function detailsOf(error: unknown): FailureDetails | undefined {
	const { context } = Object(error) as { context?: IDataObject };
	return context?.details as FailureDetails | undefined;
}

/** The words of an item or of an error: what to do stands in its description, or in its message. */
function adviceOf(error: unknown): string {
	const { message, description } = Object(error) as { message?: unknown; description?: unknown };
	return [message, description].filter((text) => typeof text === 'string').join(' ');
}

function ofFailure(details: FailureDetails | undefined, item: number): Told {
	if (details === undefined) return { ...NOTHING, kind: 'failed' };
	const lists = [details, ...(details.otherPlans ?? [])];
	const names = (places: FeaturePlace[] = []) => places.some(({ itemIndex }) => itemIndex === item);
	const isIn = (name: 'unknown' | 'rejected' | 'notPushed' | 'onPlan' | 'notOnPlan' | 'doubled' | 'uncounted') =>
		lists.some((list) => names(list[name]));
	return {
		...NOTHING,
		kind: 'failed',
		isSafe: details.safeToRetry,
		isDoubled: isIn('doubled') || isIn('uncounted'),
		isCopied: isIn('doubled'),
		isUnknown: isIn('unknown') || isIn('notOnPlan'),
		isRefused: isIn('rejected'),
		isNamed: (['unknown', 'rejected', 'notPushed', 'notOnPlan', 'doubled', 'uncounted'] as const).some(isIn),
	};
}

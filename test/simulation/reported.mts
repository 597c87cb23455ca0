import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FailureDetails, FeaturePosition } from '../../nodes/shared/item-failure.ts';
import type { Shown } from './n8n-model.mts';

/** What is reported of one input item. */
export interface Reported {
	kind: 'done' | 'failed' | 'nothing' | 'twice';
	isSafe: boolean;
	/** It is reported that some of it may or may not be there. */
	isUnknown: boolean;
	/** It is named in a list of the failure. */
	isNamed: boolean;
	/** Some of it is reported as rejected. */
	isRejected: boolean;
	/** It is reported that nothing at all was sent. */
	isNothingSent: boolean;
}

const NOTHING: Reported = {
	kind: 'nothing',
	isSafe: false,
	isUnknown: false,
	isNamed: false,
	isRejected: false,
	isNothingSent: false,
};

/** Read from what n8n shows: items, their pairs and details, or the error of the node. */
export function reportedBy({ output, error }: Shown, count: number): Reported[] {
	const reported = Array.from({ length: count }, () => ({ ...NOTHING }));
	const message = error instanceof Error ? error.message : '';
	// By it nothing is there but what the attempts before are said to have sent.
	const isRestMissing = message.includes('Nothing was sent');
	const isNothingSent = isRestMissing && !message.includes('An earlier attempt of this execution');
	if (output === undefined)
		return reported.map((_one, item) => {
			const one = ofFailure(detailsOf(error), item);
			return { ...one, isNamed: one.isNamed || isRestMissing, isNothingSent };
		});
	for (const one of output) {
		const failure = failureIn(one);
		for (const item of itemsOf(one)) {
			const now = failure === undefined ? { ...NOTHING, kind: 'done' as const } : ofFailure(failure, item);
			reported[item] = reported[item].kind === 'nothing' ? now : { ...now, kind: 'twice' };
		}
	}
	return reported;
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

function ofFailure(details: FailureDetails | undefined, item: number): Reported {
	if (details === undefined) return { ...NOTHING, kind: 'failed' };
	const lists = [details, ...(details.otherPlans ?? [])];
	const names = (places: FeaturePosition[] = []) => places.some(({ itemIndex }) => itemIndex === item);
	const isIn = (name: 'unknown' | 'rejected' | 'notPushed') => lists.some((list) => names(list[name]));
	return {
		...NOTHING,
		kind: 'failed',
		isSafe: details.safeToRetry,
		isUnknown: isIn('unknown'),
		isRejected: isIn('rejected'),
		isNamed: (['unknown', 'rejected', 'notPushed'] as const).some(isIn),
	};
}

/** What input for the service has to be, by what a person would put right. */
export type InputRule =
	| 'address'
	| 'code'
	| 'givenCode'
	| 'planAddress'
	| 'partnerCode'
	| 'author'
	| 'viewerTokenLifetime'
	| 'hasLevelBelow'
	| 'nestsChildren'
	| 'hasViewerTokens'
	| 'opensOwnPlan'
	| 'opensPlansBelow'
	| 'viewerToken'
	| 'planOfManyPlans'
	| 'expiry';

/**
 * Input that breaks a rule, in words. What to do about it is said by whoever knows where the input came from: a node
 * (`nodes/shared/advice.ts`) or the credential. Holds no secret.
 */
export class InputProblem extends Error {
	constructor(
		message: string,
		readonly rule: InputRule,
	) {
		super(message);
		this.name = 'InputProblem';
	}
}

/** An answer that is not what the specification says. Its message fits after "The service's answer …". */
export class UnexpectedAnswerError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UnexpectedAnswerError';
	}
}

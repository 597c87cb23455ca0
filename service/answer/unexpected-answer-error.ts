/** An answer that is not what the specification says. Its message fits after "The service's answer …". */
export class UnexpectedAnswerError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UnexpectedAnswerError';
	}
}

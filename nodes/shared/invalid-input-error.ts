/** Input that a person can put right: what is wrong, and what to do next. Holds no secret. */
export class InvalidInputError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'InvalidInputError';
	}
}

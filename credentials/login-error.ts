/** Why a token could not be had, and what to do about it in the credential, in words for a person. Holds no secret. */
export class LoginError extends Error {
	constructor(
		message: string,
		readonly advice: string,
		/** The service said no to these credentials: asking again cannot help. */
		readonly refused: boolean,
	) {
		super(message);
		this.name = 'LoginError';
	}
}

import type { InputRule, RequestErrorCode } from '../../service/api';

/**
 * Whom a request is made for, because that decides what a person can do: an execution, a push of features in one, a
 * poll of the trigger, or an open list in the editor.
 */
export type Caller = 'execution' | 'push' | 'poll' | 'list';

/** What a message is made of, as far as it is known. */
export interface Facts {
	/** The status and the message of the service, or what else is known of the case. */
	reason?: string;
	host?: string;
	tokenHeader?: string;
}

interface Row {
	/** What happened; none where the service responded with a status. */
	what?: string | ((facts: Facts) => string);
	/** What to do, whoever it is. */
	advice?: string | ((facts: Facts) => string);
	/** What to do after that, where trying later helps or it depends on whom it is for. */
	then?: Partial<Record<Caller, string>>;
}

const reason = ({ reason: text = 'Something unexpected happened' }: Facts) => text;

/** Some services respond so to a token that they do not read. */
const TRY_TOKEN_HEADER = 'Where no request works, try another Token Header in the credential.';
const CHECK_BASE_URL =
	'Check Base URL in the credential. If it is right, report the response to the operator of the service.';

const LATER: Record<Caller, string> = {
	execution: 'Run the item again later.',
	push: 'Run the item again later.',
	poll: 'The next poll retries.',
	list: 'Open the list again later, or enter the code.',
};

/** Each code, what happened, and what to do. A code of a request without its row does not compile. */
const MESSAGES = {
	badRequest: {
		advice: 'Correct what the service names.',
		then: {
			...{ execution: TRY_TOKEN_HEADER, poll: TRY_TOKEN_HEADER, list: TRY_TOKEN_HEADER },
			push:
				'Then run the item again. To push the rest, set Existing Features to Skip, and Rejected Batch to Split and ' +
				'Skip Rejected Features.',
		},
	},
	unauthorized: {
		advice: ({ tokenHeader }) =>
			'The service does not accept a token that was just made. Check Base URL and Token Header ' +
			`("${tokenHeader}") in the credential, and test the credential.`,
	},
	forbidden: {
		advice:
			'Check that the API key may access this partner (role Partner User) and that Partner Code is right. ' +
			TRY_TOKEN_HEADER,
	},
	notFound: {
		advice:
			'Check the code, and that it belongs to the partner whose Partner Code is sent. Where no code works, check ' +
			'Base URL in the credential.',
	},
	contentTooLarge: {
		then: {
			execution: 'Check the parameters of the node and the credential.',
			push: 'Lower Batch Size in the options.',
		},
	},
	unexpectedStatus: { advice: 'Check the parameters of the node and the credential.' },
	unexpectedResponse: {
		what: ({ reason: text = '' }) => `The service's response ${text}`,
		advice: CHECK_BASE_URL,
	},
	planLocked: { advice: 'The plan is being changed.', then: {} },
	planMigrating: {
		advice: 'The plan is being changed or migrated.',
		then: { push: 'Raise Max Retries in the options, or run the item again later.' },
	},
	rateLimited: {
		advice: 'The service is rate limiting.',
		then: {
			execution: 'Lower Concurrency or raise Max Wait (Seconds) in the options, or run later.',
			push: 'Lower Concurrency, raise Max Retries or Max Wait (Seconds) in the options, or run later.',
			poll: 'The next poll retries. Where many plans are watched, lower Concurrency in the options.',
		},
	},
	serverError: { advice: 'The service has an error of its own.', then: {} },
	redirected: {
		advice:
			'The service redirects elsewhere, and the token is not sent on. Set Base URL in the credential to the ' +
			`final URL. ${TRY_TOKEN_HEADER}`,
	},
	noResponse: {
		what: reason,
		then: {
			execution: 'Raise Timeout (Seconds) in the options, or request less at once.',
			push: 'Raise Timeout (Seconds) or lower Batch Size in the options.',
			poll: 'The next poll retries. If this goes on, ask the operator of the service.',
		},
	},
	noPartnerCode: {
		what: 'No Partner Code is known, and the service needs it for plans. Nothing was sent',
		advice:
			'Enter Partner Code in the credential, or in the options of this node: the code of the partner that owns the ' +
			'plan.',
	},
	cancelled: { what: 'The execution was cancelled', advice: 'Run it again when you are ready.' },
	n8nError: { what: reason, advice: 'Check the parameters of the node.' },
	notAPlanService: {
		what: ({ host }) => `No plan service responds at ${host}: it gave a web page with status 404`,
		advice: 'Check Base URL in the credential. Where other codes work, check the code.',
	},
	responseTooLarge: {
		what: ({ reason: size }) => `The service's response is longer than ${size}, so it was not read to its end`,
		advice: CHECK_BASE_URL,
	},
	// What happened and what to do depends on the connection, the login (`credentials`), the input, or the whole push.
	unreachable: {},
	tlsError: {},
	blockedByN8n: {},
	loginFailed: {},
	invalidInput: {},
	invalidFeatures: {},
	featureRejected: {},
	outcomeUnknown: {},
} satisfies Record<RequestErrorCode, Row> & Record<string, Row>;

/** `details.code` of a failed item. `docs/errors.md` has a row for each, with an anchor. */
export type FailureCode = keyof typeof MESSAGES;

export const FAILURE_CODES = Object.keys(MESSAGES);

/** The message of a failure, unless the caller knows more. */
export function messageOf(code: FailureCode, caller: Caller, facts: Facts = {}): { message: string; advice: string } {
	const { what = `The service responded with ${facts.reason ?? ''}`, advice = '', then }: Row = MESSAGES[code];
	const message = typeof what === 'function' ? what(facts) : what;
	const forAll = typeof advice === 'function' ? advice(facts) : advice;
	return { message, advice: `${forAll} ${then?.[caller] ?? (then && LATER[caller]) ?? ''}`.trim() };
}

/** What to do about input that breaks a rule of the service. */
export const INPUT_ADVICE: Record<InputRule, string> = {
	url: 'Correct the URL in the credential.',
	code: "Give the code as the service's account management console or a lookup shows it.",
	missingPlanCode:
		'The item has none. Only a campus and a floor have a plan, and their planCode is null where the token does not ' +
		'reach it. After Edit Fields, switch on its Include Other Input Fields. Where nothing is before the node, choose ' +
		'From List.',
	planUrl: 'Give the URL of the interactive plan, or switch Plan Code to By Code and give the code.',
	partnerCode: 'Correct Partner Code in the options of this node: give the code of the partner, not its name.',
	author: 'Remove line breaks and other control characters from Author.',
	hasLevelBelow: 'Choose a client, campus or building, or the operation Get.',
	nestsChildren: 'This deployment does not nest children in lookups. Look each resource up by its own code.',
	hasViewerTokens:
		'Connect a Plan Hierarchy Lookup of the resource itself before this node, or set Token Source to Look It Up.',
	opensOwnPlan:
		'A client or building has no plan of its own, nor has a campus or floor whose planCode is null. To show a plan ' +
		'below it, set Access to "All Areas and Children" and give the code of that plan.',
	opensPlansBelow: 'Look the resource up again, or choose another access level.',
	viewerToken: 'Give Viewer Token as a lookup shows it.',
	planOfManyPlans:
		'A token for "All Areas and Children" opens many plans: set Plan Code to the one to show, such as the ' +
		'planCode of a floor.',
	queryParameter: 'Give each query parameter in the options its own name, other than viewerToken and planCode.',
	expiry: 'Connect the output of a Plan Hierarchy Lookup unchanged.',
};

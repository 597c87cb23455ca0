import { passingOf } from '../../service/api';
import type { InputRule, Passing } from '../../service/api';
import type { CredentialSettings } from '../../credentials/credential-settings';

/**
 * Who a call is made for, because that decides what a person can set for it: an execution, a push of features in one, a
 * poll of the trigger, or an open list in the editor, for which nothing can be set.
 */
export type Asker = 'execution' | 'push' | 'poll' | 'list';

/** Some services answer so to a token that they do not read. */
const ELSE_TEST = 'Where no call works, test the credential: it tells which Token Header is right.';

/** What a person can do about a status that the service answered with. */
export function statusAdvice(
	status: number,
	asker: Asker,
	{ tokenHeader }: Pick<CredentialSettings, 'tokenHeader'>,
): string {
	switch (status) {
		case 400:
			return asker === 'push'
				? 'Correct what the service names, then run the item again. On Batch Error set to Isolate pushes the rest.'
				: `Correct what the service names. ${ELSE_TEST}`;
		case 401:
			return (
				'The service does not accept a token that was just made. Check Base URL and Token Header ' +
				`("${tokenHeader}") in the credential, and test the credential.`
			);
		case 403:
			return (
				'Check that the API key may access this partner (role Partner User) and that Partner Code is right. ' +
				ELSE_TEST
			);
		case 404:
			return 'Check the code, and that it belongs to the partner whose Partner Code is sent.';
		case 413:
			if (asker === 'push') return 'Lower Batch Size in the options.';
			break;
	}
	const passing = passingOf(status);
	if (passing !== undefined) return PASSING_ADVICE[passing](asker);
	if (status >= 300 && status < 400) {
		return (
			'The service redirects elsewhere, and the token is not sent on. Set Base URL in the credential to the address ' +
			`that answers itself. ${ELSE_TEST}`
		);
	}
	if (status >= 500) return PASSING_ADVICE.unclear(asker);
	return 'Check the parameters of the node and the credential.';
}

const LATER: Record<Asker, string> = {
	execution: 'Run the item again later.',
	push: 'Run the item again later.',
	poll: 'The next poll asks again.',
	list: 'Open the list again later, or enter the code.',
};

const SLOWER: Record<Asker, string> = {
	execution: 'Lower Concurrency or raise Max Wait (Seconds) in the options, or run later.',
	push: 'Lower Concurrency, raise Max Retries or Max Wait (Seconds) in the options, or run later.',
	poll: 'The next poll asks again. Where many plans are watched, lower Concurrency in the options.',
	list: 'Open the list again later, or enter the code.',
};

const PASSING_ADVICE: Record<Passing, (asker: Asker) => string> = {
	unclear: (asker) => `The service has a fault of its own. ${LATER[asker]}`,
	planChanges: (asker) => `The plan is being changed. ${LATER[asker]}`,
	migration: (asker) =>
		'The plan is being changed or migrated. ' +
		(asker === 'push' ? 'Raise Max Retries in the options, or run the item again later.' : LATER[asker]),
	slowDown: (asker) => `The service asks to slow down. ${SLOWER[asker]}`,
};

export const TIMEOUT_ADVICE: Record<Asker, string> = {
	execution: 'Raise Timeout (Seconds) in the options, or ask for less at once.',
	push: 'Raise Timeout (Seconds) or lower Batch Size in the options.',
	poll: 'The next poll asks again. If this goes on, ask the operator of the service.',
	list: 'Open the list again later, or enter the code.',
};

/** @param hasOption whether the bound of the answer is an option of the node */
export function tooLargeAdvice(hasOption: boolean): string {
	return hasOption
		? 'If the plan is that large, raise Max Plan Size (MB) in the options. Otherwise check Base URL in the credential.'
		: ODD_ANSWER_ADVICE;
}

export const ODD_ANSWER_ADVICE =
	'Check Base URL in the credential. If it is right, report the answer to the operator of the service.';

export const NO_PARTNER_ADVICE =
	'Enter Partner Code in the credential, or in the options of this node: the code of the partner that owns the plan.';

/** What to do about input that breaks a rule of the service. */
export const INPUT_ADVICE: Record<InputRule, string> = {
	address: 'Correct the address in the credential.',
	code: "Give the code as the service's account management console or a lookup shows it.",
	givenCode:
		'The item has none. After Edit Fields, switch on its Include Other Input Fields. Where nothing is before the ' +
		'node, choose From List.',
	planAddress: 'Give the address of the interactive plan, or switch Plan Code to By Code and give the code.',
	partnerCode: 'Correct Partner Code in the options of this node: give the code of the partner, not its name.',
	author: 'Remove line breaks and other control characters from Author.',
	viewerTokenLifetime: 'Correct Viewer Token Lifetime (Minutes) in the options.',
	hasLevelBelow: 'Choose a client, campus or building, or the operation Get.',
	nestsChildren: 'This deployment does not nest children in lookups. Look each resource up by its own code.',
	hasViewerTokens: 'Connect a Plan Hierarchy Lookup before this node, or set Token Source to "Enter a Token".',
	opensOwnPlan:
		'A client or building has no plan of its own: set Access to "All Areas and Children" and give the code of the ' +
		'plan to show.',
	opensPlansBelow: 'Look the resource up again, or choose another access level.',
	viewerToken: 'Give a viewer token as a lookup shows it.',
	planOfManyPlans:
		'A token for "All Areas and Children" opens many plans: set Plan Code to the one to show, such as the ' +
		'planCode of a floor.',
	expiry: 'Connect the output of a Plan Hierarchy Lookup unchanged.',
};

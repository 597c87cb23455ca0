import { joinFirst, wordsOf } from '../service/text';
import type { Secrets } from '../service/text';
import { labelOf } from './credential-fields';

/** A partner as a service lists it, observed beside the specification. */
export interface Partner {
	code: string;
	name: string;
}

const MOST_IN_WORDS = 5;

/**
 * What is wrong with the partner code of a credential, in words, where the service lists the partners that the key may
 * access. Plans belong to a partner, and sections 4.2 and 4.3 require its code. Undefined where nothing is wrong.
 */
export function partnerProblem(partnerCode: string, partners: Partner[], secrets: Secrets): string | undefined {
	const label = labelOf('partnerCode');
	const wanted = partnerCode.toLowerCase();
	if (partners.some(({ code }) => code.toLowerCase() === wanted)) return undefined;
	const choice = wordsOf(choiceOf(partners), secrets);
	if (partnerCode === '') return `${label} is empty, and plans need it. ${choice}`;
	// A service that lists nobody to this key says nothing about the code.
	if (partners.length === 0) return undefined;
	const named = partners.find(({ name }) => name.trim().toLowerCase() === wanted);
	if (named !== undefined) return wordsOf(`${label} is the name of a partner. Enter its code, ${named.code}`, secrets);
	return `${label} is not the code of a partner that this API Key may access. ${choice}`;
}

function choiceOf(partners: Partner[]): string {
	if (partners.length === 0) return 'Enter the code of the partner that owns the plans';
	const words = joinFirst(MOST_IN_WORDS, partners, ({ code, name }) => `${code} (${name})`);
	if (partners.length === 1) return `The key may access one partner: enter ${words}`;
	return `Enter the code of the partner that owns the plans: ${words}`;
}

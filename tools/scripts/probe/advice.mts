import { TOKEN_HEADERS } from '../../../credentials/credential-fields.ts';
import { isJsonEqual } from '../../../service/text/json.ts';
import { featuresOf } from './responses.mts';
import { otherScopeOf } from './survey.mts';
import { KNOWN } from './known.mts';
import type { Survey } from './survey.mts';

/** Something to set, by the label that stands in n8n, and why. */
export interface Advice {
	setting: string;
	value: string;
	reason: string;
	/** Where it is set. */
	where: 'credential' | 'Plan Hierarchy Lookup' | 'Push Plan Features';
}

/** What has to be set for the nodes to work with this service. */
export function adviceOf(survey: Survey): Advice[] {
	const { inputs, login, otherScope, tokenHeader, problem } = survey;
	if (problem !== undefined) return [];
	const header = TOKEN_HEADERS.find(({ value }) => value === tokenHeader);
	return [
		...(otherScope === undefined
			? []
			: [
					{
						setting: 'Scope',
						value: otherScopeOf(inputs),
						reason: `the other one is rejected (status ${login.status})`,
						where: 'credential' as const,
					},
				]),
		...(header === undefined || header.value === 'both'
			? []
			: [
					{
						setting: 'Token Header',
						value: header.name,
						reason: 'the service does not read the token where both headers are sent',
						where: 'credential' as const,
					},
				]),
		...partnerAdvice(survey),
		...clientPathAdvice(survey),
		...matchAdvice(survey),
	];
}

function partnerAdvice({ inputs, partners }: Survey): Advice[] {
	if (inputs.partnerCode !== '') return [];
	const listed = Array.isArray(partners?.body) ? partners.body.length : 0;
	const where = 'credential';
	const reason = `plans need it${listed === 0 ? '' : `; the service lists ${listed} to choose from`}`;
	return [{ setting: 'Partner Code', value: 'the code of the partner that owns the plans', reason, where }];
}

function clientPathAdvice({ lookups, clientBySingular }: Survey): Advice[] {
	if (clientBySingular === undefined || lookups.client !== clientBySingular) return [];
	const reason = 'the service does not respond at Clients';
	return [{ setting: 'Client Path', value: 'Client', reason, where: 'Plan Hierarchy Lookup' }];
}

/** Features that come back changed can't be identified by the whole of them. */
function matchAdvice(survey: Survey): Advice[] {
	const reasons = whyNotWhole(survey);
	if (reasons.length === 0) return [];
	const features = featuresOf(survey.plans[0]);
	const isOwn = (values: unknown[]) =>
		values.every((value) => !!value) && new Set(values).size === features.length && features.length > 0;
	const identity = KNOWN.identities.find((name) => isOwn(features.map((feature) => feature[name])));
	const value =
		!reasons.includes('ids') && identity !== undefined ? identity : 'a column whose value is unique on the plan';
	const reason = `${reasons.join(' and ')} come back otherwise each time that a plan is read`;
	return [{ setting: 'Match By', value, reason, where: 'Push Plan Features' }];
}

/** What differs between two reads of one plan. Addresses of photos always may. */
function whyNotWhole({ plans, again }: Survey): string[] {
	const [first, second] = [featuresOf(plans[0]), featuresOf(again)];
	if (first.length !== second.length) return [];
	const names = first.flatMap((feature, index) =>
		[...new Set([...Object.keys(feature), ...Object.keys(second[index])])].filter(
			(name) => name !== 'photos' && !isJsonEqual(feature[name], second[index][name]),
		),
	);
	const kinds = names.map((name) =>
		KNOWN.identities.includes(name)
			? 'ids'
			: name === 'geometry' || name === 'position'
				? 'numbers'
				: name === 'data'
					? 'nulls'
					: 'members',
	);
	return [...new Set(kinds)];
}

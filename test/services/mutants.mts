import type { Mutant } from '../simulation/mutants.mts';

/** Each wires one factor to one level in the nodes, and is named by both. */
export const mutants: Mutant[] = [
	{
		name: 'tokenStatus: s200',
		file: 'service/api/token-response.ts',
		from: 'const isSuccess = status >= 200 && status <= 299;',
		to: 'const isSuccess = status === 200;',
	},
	{
		name: 'deadToken: s401',
		file: 'nodes/shared/client.ts',
		from: "if (mayBeToken !== 'ofAny' && !",
		to: 'if (status !== 401 && !',
	},
	{
		name: 'loginRejection: oauth',
		file: 'service/api/token-response.ts',
		from: '(found.length === 1 ? found[0] : undefined)',
		to: 'undefined',
	},
	{
		name: 'tokenType: Bearer',
		file: 'service/api/token-response.ts',
		from: '.regex(/^bearer$/i)\n\t\t.optional()',
		to: '.regex(/^Bearer$/)',
	},
	{
		name: 'tokenHeader: authorization',
		file: 'credentials/authenticate-request.ts',
		from: '...TOKEN_IN[tokenHeader](token),',
		to: "...TOKEN_IN[tokenHeader === 'both' ? 'authorization' : tokenHeader](token),",
	},
	{
		name: 'clock: right',
		file: 'service/api/errors.ts',
		from: 'return httpDateMs(date) ?? nowMs;',
		to: 'return nowMs;',
	},
	{
		name: 'clock: right, for viewer tokens',
		file: 'nodes/shared/client.ts',
		from: 'return Date.now() + this.clockLeadMs;',
		to: 'return Date.now() - this.clockLeadMs;',
	},
	{
		name: 'clientPath: plural',
		file: 'nodes/shared/lookup-resource.ts',
		from: 'if (!mayBeAtOther(response)) throw response;',
		to: 'if (mayBeAtOther(response) !== undefined) throw response;',
	},
	{
		name: 'migration: ofPushes',
		file: 'nodes/shared/client.ts',
		from: 'maxRetries: MAX_READ_RETRIES }',
		to: 'maxRetries: 0 }',
	},
	{
		name: 'encoding: byteOrderMark',
		file: 'service/api/bounded-read.ts',
		from: "new TextDecoder('utf-8', { fatal: true })",
		to: "new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })",
	},
	{
		name: 'planResponse: total',
		file: 'service/api/responses.ts',
		from: 'if (more !== undefined)\n',
		to: 'if (more === null)\n',
	},
	{
		name: 'geometry: geoJson',
		file: 'service/plan/feature-rules.ts',
		from: "isObjectOrNone(value) || Array.isArray(value) || (typeof value === 'string' && outlineForm(value).isArea);",
		to: 'isObjectOrNone(value) || (value === 0 && outlineForm(value).isArea);',
	},
	{
		name: 'noValue: empty',
		file: 'service/plan/feature-rules.ts',
		from: "if (!isNone(value) && typeof value !== 'string') problems",
		to: "if (typeof value !== 'string') problems",
	},
	{
		name: 'planCodeAt: planCode',
		file: 'nodes/shared/plan-source.ts',
		from: '({ resource: { resource, planCode, path } }): NamedPlan[]',
		to: '({ resource: { resource, plan: planCode, path } }): NamedPlan[]',
	},
	{
		name: 'codes: prefixed',
		file: 'service/api/urls.ts',
		from: 'return encodeURIComponent(text);',
		to: 'return text;',
	},
];

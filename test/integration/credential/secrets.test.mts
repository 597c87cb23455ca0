import { inspect } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Intercept } from '../../../tools/sandbox/server.mts';
import { zone } from '../../support/engine/features.mts';
import { ON_ERROR, runNode } from '../../support/engine/outcome.mts';
import { useService, withShortestWaits } from '../../support/engine/service.mts';
import { check, embed, getMany, lookup, push } from '../../support/engine/steps.mts';
import type { StoredCredential } from '../../support/engine/stored-credential.mts';

const service = useService();
withShortestWaits();

const steps = {
	lookup: (options: INodeParameters) => lookup({ options }),
	features: (options: INodeParameters) => getMany(options),
	push: (options: INodeParameters) => push(options),
};

/** Every form in which a secret of the credential could leave. */
function secretsOf(credential: StoredCredential): string[] {
	const { applicationSecret, apiKey, apiSecret, accessToken } = credential.data;
	const token = String(accessToken).split('|').at(-1) ?? '';
	return [applicationSecret, apiKey, apiSecret, token]
		.map(String)
		.filter((secret) => secret !== '')
		.flatMap((secret) => [secret, encodeURIComponent(secret)]);
}

/** Where a secret stands in a text; nothing when it does not. */
function around(text: string, secret: string): string {
	const at = text.indexOf(secret);
	return at < 0 ? '' : text.slice(Math.max(0, at - 200), at + 100);
}

function expectNoSecret(output: unknown, secrets: string[]): void {
	const texts = [JSON.stringify(output), inspect(output, { depth: 20, maxStringLength: null, showHidden: true })];
	for (const secret of secrets) {
		for (let start = 0; start + 8 <= secret.length; start++) {
			const run = secret.slice(start, start + 8);
			for (const text of texts) if (text.includes(run)) expect(around(text, run)).toBe('');
		}
	}
}

/** Responses that say back what they were sent, as careless services and proxies do. */
function echoing(secrets: string[]): Array<[string, Intercept['reply']]> {
	const said = secrets.join(' ');
	return [
		[
			'JSON that says them back',
			{ status: 400, body: JSON.stringify({ message: said, errors: [{ index: 0, message: said }] }) },
		],
		['problem details that say them back across the cut', { status: 400, body: acrossTheCut(secrets) }],
		['a web page that says them back', { status: 500, body: `<p>${said}</p>` }],
		['a success that is no JSON and says them back', { status: 200, body: `x ${said}` }],
		['a redirect', { status: 302, headers: { location: `/?token=${encodeURIComponent(said)}` } }],
		['a reset', 'reset'],
		['no answer', 'hang'],
		['status 401', { status: 401, body: said }],
	];
}

/** As .NET writes JSON, each secret where what the service says is cut. */
function acrossTheCut(secrets: string[]): string {
	const errors = secrets.map((secret, index) => [
		`features[${index}].name`,
		[`${'x '.repeat(130 + (index % 20))}${secret}`],
	]);
	const json = JSON.stringify({
		title: 'One or more validation errors occurred.',
		errors: Object.fromEntries(errors) as object,
	});
	return json.replace(/[+&<>'=]/g, (character) => `\\u00${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

const cases = echoing([]).map(([name]) => name);

describe.each(Object.entries(steps))('%s', (route, step) => {
	test.each(cases)('no secret leaves after %s', async (name) => {
		const items = [{ planCode: service.plans(1)[0], code: 'flr', features: [zone('a')] }] as IDataObject[];
		const credential = service.credential();
		await runNode({ ...getMany(), items, credential });
		for (const onError of name === 'no answer' ? ['continueErrorOutput' as const] : ON_ERROR) {
			service.sandbox.clearIntercepts();
			const secrets = secretsOf(credential);
			const [, reply] = echoing(secrets).find(([known]) => known === name) ?? [];
			if (reply === undefined) throw new Error(name);
			service.sandbox.intercept({ route, times: Infinity, reply });

			const outcome = await runNode({
				...step({ timeoutSeconds: reply === 'hang' ? 0.2 : 60 }),
				items,
				credential,
				onError,
			});

			expect(outcome.error ?? outcome.success[0] ?? outcome.failed[0]).toBeDefined();
			expectNoSecret(outcome, [...secrets, ...secretsOf(credential)]);
		}
	});
});

test.each(['token', 'features'])('no secret leaves when the %s endpoint refuses and says them back', async (route) => {
	for (const onError of ON_ERROR) {
		const credential = service.credential({ apiSecret: `0wn-s3cr3t-0f-${ON_ERROR.indexOf(onError)}` });
		const said = secretsOf(credential).join(' ');
		for (const error of ['invalid_grant', said]) {
			service.sandbox.clearIntercepts();
			service.sandbox.intercept({
				route,
				times: Infinity,
				reply: { status: 400, body: JSON.stringify({ error, error_description: said }) },
			});

			const outcome = await runNode({ ...getMany(), items: [{ planCode: 'pln' }], credential, onError });

			expectNoSecret(outcome, secretsOf(credential));
		}
	}
});

test('no token of another execution leaves', async () => {
	const items = [{ planCode: service.plans(1)[0] }];
	const other = service.credential();
	await runNode({ ...getMany(), items, credential: other });
	service.sandbox.revokeTokens();
	await runNode({ ...getMany(), items, credential: other });
	expect(service.sandbox.tokens).toHaveLength(2);

	for (const status of [400, 401, 403, 500]) {
		const body = JSON.stringify({ message: `The token ${service.sandbox.tokens[0]} is not known` });
		service.sandbox.intercept({ route: 'features', times: Infinity, reply: { status, body } });
		const outcome = await runNode({
			...getMany({ maxWaitSeconds: 0 }),
			items,
			credential: service.credential({ accessToken: other.data.accessToken }),
		});

		expect(outcome.error?.message).toContain('The token [redacted] is not known');
		expectNoSecret(outcome, service.sandbox.tokens);
	}
});

test('no secret leaves with what succeeds', async () => {
	const [planCode] = service.plans(1, [zone('a')]);
	const credential = service.credential();
	const items = [{ planCode, code: 'flr', features: [zone('b')], token: 'viewer' }];
	for (const step of [
		getMany(),
		push(),
		check(),
		embed({ tokenSource: 'manual', viewerToken: '={{ $json.token }}' }),
	]) {
		const outcome = await runNode({ ...step, items, credential });

		expect(outcome.success).not.toEqual([]);
		expectNoSecret(outcome, secretsOf(credential));
	}
});

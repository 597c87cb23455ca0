import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { credentialFields, filledFields } from '../../../credentials/credential-fields';
import { readSettings, readUrl } from '../../../credentials/credential-settings';
import { thrownBy } from '../thrown.mts';
import { credentialFor } from './sample.mts';

const stored = credentialFor('https://plans.example.com') as INodeParameters;

/** What n8n hands over of a stored credential, but for the expressions, which it resolves after this. */
function handedOver(changes: INodeParameters): ICredentialDataDecryptedObject {
	const data = NodeHelpers.getNodeParameters(credentialFields, { ...stored, ...changes }, true, false, null, null);
	return { ...data } as ICredentialDataDecryptedObject;
}

const URLS = [
	['Base URL', 'baseUrl'],
	['Authentication URL', 'authUrl'],
] as const;

describe.each(URLS)('%s', (label, name) => {
	it.each([
		'={{ $json.a }}',
		'={{$("Node").item.json.a}}',
		// Whoever may only use a shared credential makes a project variable of this name, and receives both secrets.
		'={{ $vars.planUrl }}',
		'={{ $env.PLAN_URL }}',
		'={{ $secrets.a.b }}{{ $json.a }}',
		'={{ $secrets[$json.a] }}',
		'={{ $secrets["a}} {{ $json.a }} {{"] }}',
		'={{ $secrets }}',
		'={{ $secretsOf.a }}',
		'={{ $secrets.a',
		'={{ {{ $secrets.a }} }}',
		'={{ "fixed" }}',
	])('is rejected as %j', (url) => {
		expect(thrownBy(() => readSettings(handedOver({ [name]: url })))).toMatchObject({
			what: expect.stringMatching(new RegExp(`^${label} in the Plan Service credential is an expression`)),
			advice: `Enter ${label} as it is, or as a path of $secrets.`,
			isRejected: true,
		});
	});

	it.each([
		'https://plans.example.com',
		' =text',
		'',
		'<',
		'{{ $json.a }}',
		'~',
		'é',
		'=',
		'=text',
		'=a{b}c',
		'={{ $secrets.vault.key }}',
		'=https://{{$secrets["my-key"]}}/eu',
		"={{ $secrets['a b'].c_d }}",
	])('may be %j', (url) => {
		expect(handedOver({ [name]: url })).not.toHaveProperty(`${name}IsExpression`);
	});

	it('is rejected as an expression because of whoever may use the credential', () => {
		expect(thrownBy(() => readSettings(handedOver({ [name]: '={{ $vars.planUrl }}' })))).toMatchObject({
			what:
				`${label} in the Plan Service credential is an expression: ` +
				'whoever uses the credential could decide where its secrets go',
		});
	});

	it.each([true, false])('is no URL as %j, and no expression either', (url) => {
		expect(thrownBy(() => readSettings(handedOver({ [name]: url })))).toMatchObject({
			what: expect.stringMatching(new RegExp(`^${label} is `)),
		});
	});

	it('is judged as it is stored, whatever else is stored', () => {
		const data = { [`${name}IsExpression`]: 'yes' };
		expect(() => readSettings(handedOver(data))).not.toThrow();
		expect(() => readSettings(handedOver({ ...data, [name]: '={{ $vars.a }}' }))).toThrow(label);
	});
});

test('every other field may be an expression, which n8n resolves once for all items', () => {
	const others = filledFields.filter(({ name }) => !URLS.some(([, url]) => url === name));
	for (const { name } of others)
		expect(Object.keys(handedOver({ [name]: '={{ $vars.a }}' }))).toEqual(expect.arrayContaining([name]));
	expect(credentialFields.filter(({ name }) => name.endsWith('IsExpression')).map(({ name }) => name)).toEqual([
		'baseUrlIsExpression',
		'authUrlIsExpression',
	]);
});

test('where only Base URL is read, it is judged alone', () => {
	expect(readUrl(handedOver({ authUrl: '={{ $json.a }}' }), 'baseUrl')).toBe('https://plans.example.com');
	expect(() => readUrl(handedOver({ baseUrl: '={{ $json.a }}' }), 'baseUrl')).toThrow(/^Base URL .* is an expression/);
});

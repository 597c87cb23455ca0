import { NodeHelpers } from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { credentialFields, filledFields } from '../../../credentials/credential-fields';
import { readBaseUrl, readSettings } from '../../../credentials/credential-settings';
import { thrownBy } from '../thrown.mts';
import { credentialFor } from './sample.mts';

const stored = credentialFor('https://plans.example.com') as INodeParameters;

/** What n8n hands over of a stored credential, but for the expressions, which it resolves after this. */
function handedOver(changes: INodeParameters): ICredentialDataDecryptedObject {
	const data = NodeHelpers.getNodeParameters(credentialFields, { ...stored, ...changes }, true, false, null, null);
	return { ...data } as ICredentialDataDecryptedObject;
}

describe('a field of the credential', () => {
	it.each(filledFields.map(({ name, displayName }) => [displayName, name]))(
		'%s is refused as an expression of the item',
		(label, name) => {
			expect(thrownBy(() => readSettings(handedOver({ [name]: '={{ $json.own }}' })))).toMatchObject({
				what: `${label} in the Plan Service credential is an expression, which n8n does not resolve for each item`,
				advice: expect.stringContaining('Use one credential for each account'),
			});
		},
	);

	it.each([
		'={{ $json.a }}',
		'={{$("Node").item.json.a}}',
		'=a{{ $itemIndex }}b',
		'={{ $secrets.a.b }}{{ $json.a }}',
		'={{ $vars.a + $json.a }}',
		'={{ $vars[$json.a] }}',
		'={{ $vars["a}} {{ $json.a }} {{"] }}',
		'={{ $env }}',
		'={{ $varsity.a }}',
		'={{ $vars.a',
		'={{ {{ $vars.a }} }}',
		'={{ "fixed" }}',
	])('is refused as %j', (apiKey) => {
		expect(thrownBy(() => readSettings(handedOver({ apiKey })))).toMatchObject({
			message: expect.stringMatching(/^API Key .* is an expression/),
		});
	});

	it.each([
		'text',
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
		'=a {{$vars["my-key"]}}/{{ $env.KEY }} b',
		"={{ $secrets['a b'].c_d }}",
	])('may be %j', (partnerCode) => {
		expect(handedOver({ partnerCode })).not.toHaveProperty('partnerCodeIsExpression');
	});

	it('is judged as it is stored, whatever else is stored', () => {
		const data = { baseUrlIsExpression: 'yes', apiKeyIsExpression: '' };
		expect(readSettings(handedOver(data))).toMatchObject({ apiKey: 'key-of-the-api' });
		expect(thrownBy(() => readSettings(handedOver({ ...data, apiKey: '={{ $json.a }}' })))).toMatchObject({
			message: expect.stringMatching(/^API Key/),
		});
	});

	it('other than Base URL may be anything where only Base URL is read', () => {
		expect(readBaseUrl(handedOver({ apiKey: '={{ $json.a }}' }))).toBe('https://plans.example.com');
		expect(thrownBy(() => readBaseUrl(handedOver({ baseUrl: '={{ $json.a }}' })))).toMatchObject({
			message: expect.stringMatching(/^Base URL .* is an expression/),
		});
	});
});

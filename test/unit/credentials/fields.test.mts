import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { labelOf } from '../../../credentials/credential-fields';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials';

const credential = new PlanServiceApi();
const fields = new Map(credential.properties.map((field) => [field.name, field]));

describe('the credential type', () => {
	it('is the one that saved workflows name', () => {
		expect(credential).toMatchObject({ name: 'planServiceApi', displayName: 'Plan Service API' });
		expect(credential.documentationUrl).toMatch(/^https:\/\/github\.com\/.*docs\/credential\.md$/);
	});

	it('has an icon for light and dark that exists', () => {
		for (const file of Object.values(credential.icon)) {
			expect(file).toMatch(/^file:.+\.svg$/);
			expect(existsSync(join(__dirname, '../../../credentials', file.replace(/^file:/, '')))).toBe(true);
		}
		expect(Object.keys(credential.icon)).toEqual(['light', 'dark']);
	});

	it('has the fields of the contract with their labels and defaults', () => {
		const shown = credential.properties.filter(({ name }) => !name.endsWith('IsExpression'));
		expect(shown.map(({ name, displayName, type, default: value }) => [name, displayName, type, value])).toEqual([
			['baseUrl', 'Base URL', 'string', ''],
			['authUrl', 'Authentication URL', 'string', ''],
			['applicationId', 'Application ID', 'string', ''],
			['applicationSecret', 'Application Secret', 'string', ''],
			['apiKey', 'API Key', 'string', ''],
			['apiSecret', 'API Secret', 'string', ''],
			['scope', 'Scope', 'string', 'openid esapi-scope'],
			['partnerCode', 'Partner Code', 'string', ''],
			['tokenHeader', 'Token Header', 'options', 'both'],
			['allowUnauthorizedCerts', 'Ignore SSL Issues (Insecure)', 'boolean', false],
			['accessToken', 'Access Token', 'hidden', ''],
		]);
	});

	it('asks for everything that a login needs', () => {
		const required = credential.properties.filter((field) => field.required).map(({ name }) => name);
		expect(required).toEqual([
			'baseUrl',
			'authUrl',
			'applicationId',
			'applicationSecret',
			'apiKey',
			'apiSecret',
			'scope',
		]);
	});

	it('hides the secrets and the token from the browser, and has n8n renew the token', () => {
		const hidden = credential.properties
			.filter((field) => field.typeOptions?.password === true)
			.map(({ name }) => name);
		expect(hidden).toEqual(['applicationSecret', 'apiKey', 'apiSecret', 'accessToken']);
		expect(fields.get('accessToken')?.typeOptions?.expirable).toBe(true);
	});

	it('offers the four ways to carry the token', () => {
		expect(fields.get('tokenHeader')?.options).toMatchObject([
			{ name: 'Both', value: 'both' },
			{ name: 'Authentication', value: 'authentication' },
			{ name: 'Authentication, Token Alone', value: 'authenticationBare' },
			{ name: 'Authorization', value: 'authorization' },
		]);
	});

	it('explains every field and choice, but for those whose label says all', () => {
		const visible = credential.properties.filter(({ type }) => type !== 'hidden');
		const silent = visible.filter((field) => field.description === undefined).map(({ name }) => name);
		expect(silent).toEqual(['applicationSecret', 'apiSecret']);
		const texts = credential.properties.flatMap(({ description, placeholder, options = [] }) => [
			description,
			placeholder,
			...options.map((option) => ('description' in option ? option.description : undefined)),
		]);
		for (const text of texts) expect(text ?? 'no text').toMatch(/^\S.*[^.\s]|^\S.+ .+\.$/);
	});

	it.each([
		['applicationId', 'Application', 'Its Allowed Grant Type must be Resource Owner Password.'],
		['apiKey', 'API Key', 'Its role must be Partner User.'],
	])('says of its %s when it is shown and what it must allow', (name, what, condition) => {
		const description = fields.get(name)?.description;
		expect(description).toContain(`Shown once when the ${what} is created in the account management console.`);
		expect(description).toContain(condition);
	});

	it('says of which fields an expression is resolved once for all items', () => {
		const once = credential.properties.filter(({ description = '' }) =>
			description.endsWith(' An expression is resolved once for all items.'),
		);
		expect(once.map(({ name }) => name)).toEqual(['applicationId', 'apiKey', 'scope', 'partnerCode']);
	});

	it('calls a field by its label, and what is no field of its own by its name', () => {
		expect(['apiKey', 'accessToken'].map(labelOf)).toEqual(['API Key', 'accessToken']);
	});

	it('shows an example where the shape of the text matters', () => {
		expect(credential.properties.flatMap(({ placeholder }) => placeholder ?? [])).toEqual([
			'e.g. https://plans.example.com',
			'e.g. https://auth.example.com',
			'e.g. ptnr_…',
		]);
	});
});

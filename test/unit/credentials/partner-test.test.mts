import { readSettings } from '../../../credentials/credential-settings';
import { testService } from '../../../credentials/credential-test';
import type { LoginFailure } from '../../../credentials/login-error';
import { RequestHelper } from '../../support/http/request-helper.mts';
import { useLocalServers } from '../../support/http/local-server.mts';
import { rejectionOf } from '../thrown.mts';
import { SECRETS, credentialFor } from './sample.mts';

const start = useLocalServers();
const TOKEN = 'T-very-secret';
const ENTER = 'Enter the code of the partner that owns the plans';
const EMPTY = `Partner Code is empty, and plans need it. ${ENTER}`;
const OTHER = `Partner Code is not the code of a partner that this API Key may access. ${ENTER}`;

async function probe(address: string, more = {}) {
	return await testService(new RequestHelper(), readSettings(credentialFor(address, more)), TOKEN);
}

async function startService({ partners }: { partners: { body: unknown } }) {
	return await start(({ path, headers }) => {
		if (path.endsWith('/Partners')) return partners;
		return { status: headers.authentication === `Bearer ${TOKEN}` ? 404 : 401 };
	});
}

describe('a service that lists partners', () => {
	const one = [{ code: 'ptnr_a', name: 'Alpha' }];
	const more = [...one, { code: 'ptnr_b', name: 'Beta' }];
	const many = Array.from({ length: 7 }, (_none, index) => ({ code: `p${index}`, name: `N${index}` }));

	it.each<[string, object[], string]>([
		['ptnr_a', one, ''],
		['PTNR_A', more, ''],
		['ptnr_x', [], ''],
		[' ptnr_a ', one, ''],
		['', one, `${EMPTY}: ptnr_a (Alpha)`],
		['', more, `${EMPTY}: ptnr_a (Alpha), ptnr_b (Beta)`],
		['', [], EMPTY],
		['', many, `${EMPTY}: p0 (N0), p1 (N1), p2 (N2), p3 (N3), p4 (N4) and 2 more`],
		['ptnr_x', one, `${OTHER}: ptnr_a (Alpha)`],
		['beta', more, `${OTHER}: ptnr_a (Alpha), ptnr_b (Beta)`],
	])('is asked about the Partner Code %j among %j', async (partnerCode, partners, advice) => {
		const server = await startService({ partners: { body: partners } });
		const asked = probe(server.address, { partnerCode });
		if (advice === '') return await expect(asked).resolves.toBe('HEAD');
		expect(await rejectionOf(asked)).toMatchObject({
			what: 'The login works, but a node could not read plans with it',
			advice,
			isRejected: true,
		});
	});

	it('says no secret that it lists', async () => {
		const body = [{ code: `ptnr_${SECRETS[0]}`, name: TOKEN }];
		const server = await startService({ partners: { body } });
		const { advice } = (await rejectionOf(probe(server.address))) as LoginFailure;
		expect(advice).toContain('[redacted]');
		for (const secret of [...SECRETS, TOKEN]) expect(advice).not.toContain(secret);
	});
});

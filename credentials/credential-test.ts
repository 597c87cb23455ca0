import type { IHttpRequestHelper } from 'n8n-workflow';
import { featuresAddress, isWebPage, mostBytesAt, partnersAddress, readNamedList, serviceWords } from '../service/api';
import type { Secrets } from '../service/text';
import { TOKEN_HEADERS, labelOf } from './credential-fields';
import type { TokenHeader } from './credential-fields';
import { partnerProblem } from './credential-settings';
import type { CredentialSettings, Partner } from './credential-settings';
import { LoginFailure } from './login-error';
import { signedHeaders } from './authenticate-request';
import { requestOnce } from './token-exchange';
import type { OwnAnswer, TokenBond } from './token-exchange';

/** No plan has this code, and no service takes this token. */
const NO_PLAN = 'credential-test';
const NO_TOKEN = 'credential-test';

/** What n8n sends itself once the test has passed. */
export interface TestedRequest {
	method: 'HEAD' | 'GET';
	url: string;
}

/**
 * Asks the service itself whether it reads a token that was just made: for the features (section 4.3) of a plan that
 * cannot be, with the token and with one that cannot be valid. Unequal answers prove that it does.
 * @returns a request that the service has answered
 * @throws LoginFailure
 */
export async function testService(
	helper: IHttpRequestHelper,
	settings: CredentialSettings,
	{ token }: TokenBond,
): Promise<TestedRequest> {
	const test = new ServiceTest(helper, settings, token);
	await test.assertTokenIsRead();
	await test.assertPartner();
	return await test.answeredRequest();
}

/** What two answers say: to the token, and to one that cannot be valid. */
type Verdict = 'read' | 'refused' | 'unclear' | 'redirect' | 'noService' | 'busy';

class ServiceTest {
	private readonly secrets: Secrets;

	private readonly plan: string;

	constructor(
		private readonly helper: IHttpRequestHelper,
		private readonly settings: CredentialSettings,
		private readonly token: string,
	) {
		this.secrets = settings.secrets;
		this.secrets.add(token);
		this.plan = featuresAddress(settings.baseUrl, NO_PLAN);
	}

	async assertTokenIsRead(): Promise<void> {
		const { tokenHeader } = this.settings;
		const answer = await this.request(this.plan, this.token, tokenHeader);
		const verdict = await this.verdictOn(answer, tokenHeader);
		if (verdict === 'read') return;
		const others = TOKEN_HEADERS.filter(({ value }) => value !== tokenHeader);
		for (const { name, value } of verdict === 'busy' || verdict === 'noService' ? [] : others) {
			const other = await this.request(this.plan, this.token, value);
			if ((await this.verdictOn(other, value)) === 'read') throw this.headerFailure(name);
		}
		// A service that answers each token alike may look at the code first, so this says nothing against it.
		if (verdict !== 'unclear') throw this.failure(verdict, answer);
	}

	/** Where the service lists partners, which it need not, the test tells whether Partner Code is one of them. */
	async assertPartner(): Promise<void> {
		let partners: Partner[];
		try {
			// Without Partner Code, because a service may refuse to list partners for one that is wrong.
			const answer = await this.request(
				partnersAddress(this.settings.baseUrl),
				this.token,
				this.settings.tokenHeader,
				'',
			);
			if (answer.status !== 200) return;
			partners = readNamedList(answer.text, this.secrets);
		} catch {
			return;
		}
		const problem = partnerProblem(this.settings.partnerCode, partners, this.secrets);
		if (problem !== undefined)
			throw new LoginFailure('The login works, but a node could not read plans with it', problem, true);
	}

	/** Of HEAD n8n would read nothing, and of GET an answer of any length; but some services do not answer HEAD. */
	async answeredRequest(): Promise<TestedRequest> {
		const { tokenHeader, partnerCode } = this.settings;
		try {
			await this.request(this.plan, this.token, tokenHeader, partnerCode, 'HEAD');
			return { method: 'HEAD', url: this.plan };
		} catch {
			return { method: 'GET', url: this.plan };
		}
	}

	private async verdictOn(answer: OwnAnswer, header: TokenHeader): Promise<Verdict> {
		const { status, text } = answer;
		if (status === 429 || status === 503) return 'busy';
		if (status >= 300 && status < 400) return 'redirect';
		if (status === 401) return 'refused';
		if (status < 300 && isWebPage(text)) return 'noService';
		const invalid = await this.request(this.plan, NO_TOKEN, header);
		if (invalid.status !== 429 && invalid.status !== 503 && this.digest(invalid) !== this.digest(answer)) return 'read';
		if (status === 404 && isWebPage(text)) return 'noService';
		if (status >= 500) return 'busy';
		return status === 403 ? 'refused' : 'unclear';
	}

	/** Status and words, without what is new in each answer, such as a time or the number of a trace. */
	private digest({ status, text }: OwnAnswer): string {
		const words = serviceWords(text, this.secrets).split(/\s+/);
		return [status, ...words.filter((word) => !/\d/.test(word))].join(' ');
	}

	/** @throws LoginFailure where there is no answer */
	private async request(
		url: string,
		token: string,
		tokenHeader: TokenHeader,
		partnerCode = this.settings.partnerCode,
		method: 'GET' | 'HEAD' = 'GET',
	): Promise<OwnAnswer> {
		const answer = await requestOnce(this.helper, this.settings, {
			method,
			field: 'baseUrl',
			url,
			headers: signedHeaders({ tokenHeader, partnerCode }, token),
			// Of an answer that is too long the beginning tells enough: whether it is a web page, and what it says.
			mostBytes: mostBytesAt(partnersAddress('')),
			secrets: this.secrets,
		});
		if (answer instanceof LoginFailure)
			throw new LoginFailure(`The login works, but: ${answer.what}`, answer.advice, answer.refused);
		return answer;
	}

	private headerFailure(name: string): LoginFailure {
		const label = labelOf('tokenHeader');
		return new LoginFailure(
			`The login works, but ${this.settings.baseUrl} does not read the token with this ${label}`,
			`Set ${label} to ${name}: with it the token is read.`,
			true,
		);
	}

	private failure(verdict: Exclude<Verdict, 'read' | 'unclear'>, { status, text }: OwnAnswer): LoginFailure {
		const { baseUrl } = this.settings;
		const label = labelOf('baseUrl');
		const words = serviceWords(text, this.secrets);
		const said = words === '' ? '' : `: ${words}`;
		switch (verdict) {
			case 'refused':
				return new LoginFailure(
					`The login works, but ${baseUrl} does not accept its token (status ${status})${said}`,
					`Check ${label}. No ${labelOf('tokenHeader')} makes it accept the token.`,
					true,
				);
			case 'redirect':
				return new LoginFailure(
					`The login works, but ${baseUrl} redirects elsewhere (status ${status})`,
					`Set ${label} to the address that answers itself, with https:// if it has it.`,
					true,
				);
			case 'noService':
				return new LoginFailure(
					`The login works, but ${baseUrl} answers with a web page, not as a plan service`,
					`Check ${label} in the credential.`,
					true,
				);
			case 'busy':
				return new LoginFailure(
					`The login works, but ${baseUrl} answered with status ${status}${said}`,
					'The service cannot answer at the moment. Try again later.',
					false,
				);
		}
	}
}

import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { credentialFields } from './credential-fields';
import { readSettings } from './credential-settings';
import { InvalidInputError } from './invalid-input-error';
import { LoginError } from './login-error';
import { LoginFault } from './login-fault';
import { recordOf } from './login-record';
import { logIn, sign } from './login-steps';
import { testRequest } from './test-request';
import { bondText } from './token-bond';

export class PlanServiceApi implements ICredentialType {
	name = 'planServiceApi';

	displayName = 'Plan Service API';

	icon: Icon = { light: 'file:planService.svg', dark: 'file:planService.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-plan-service/n8n-nodes-plan-service/blob/main/README.md#the-credential';

	properties: INodeProperties[] = credentialFields;

	test: ICredentialTestRequest = { request: testRequest };

	/** The password-grant exchange of section 5.2. n8n calls it without a token and after a status 401. */
	async preAuthentication(this: IHttpRequestHelper, raw: ICredentialDataDecryptedObject): Promise<IDataObject> {
		return await withFaultNoted(raw, async () => {
			const login = await logIn(this, raw, readSettings(raw));
			if (login instanceof LoginError) throw login;
			return login === undefined ? {} : { accessToken: bondText(login) };
		});
	}

	/** Signs a request to the service, and to no other host. What it hands on holds only what it chose. */
	async authenticate(raw: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> {
		return await withFaultNoted(raw, async () => await Promise.resolve(sign(raw, readSettings(raw), request)));
	}
}

/** @throws LoginFault for every fault that a person can put right */
async function withFaultNoted<T>(raw: ICredentialDataDecryptedObject, work: () => Promise<T>): Promise<T> {
	const record = recordOf(raw);
	try {
		const done = await work();
		record.lastFault = undefined;
		return done;
	} catch (error) {
		record.lastFault = asLoginFault(error);
		throw record.lastFault ?? error;
	}
}

function asLoginFault(error: unknown): LoginFault | undefined {
	if (error instanceof LoginError) return new LoginFault(error);
	if (!(error instanceof InvalidInputError)) return undefined;
	const { message, advice } = error;
	return new LoginFault({ message, advice, refused: true });
}

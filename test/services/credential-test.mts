import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { PlanServiceApi } from '../../credentials/PlanServiceApi.credentials.ts';
import { RequestHelper } from '../support/http/request-helper.mts';
import { Reported } from './reported.mts';

const type = new PlanServiceApi();

/** What n8n does when a person presses "Test". @throws Reported in the words that the screen shows */
export async function pressTest(data: object): Promise<void> {
	const credential = { ...data } as ICredentialDataDecryptedObject;
	const helper = new RequestHelper();
	const { url = '', headers } = type.test.request;
	const request = { url, baseURL: String(credential.baseUrl), headers: headers as IHttpRequestOptions['headers'] };
	const logInAndSign = async () => {
		Object.assign(credential, await type.preAuthentication.call(helper, credential));
		return await type.authenticate(credential, request);
	};
	try {
		const signed = await logInAndSign().catch(async (error: unknown) => {
			// n8n logs in once more after a status 401.
			if ((error as { response?: { status?: number } }).response?.status !== 401) throw error;
			return await logInAndSign();
		});
		await helper.helpers.httpRequest({ ...signed, ignoreHttpStatusErrors: true });
	} catch (error) {
		throw new Reported((error as Error).message);
	}
}

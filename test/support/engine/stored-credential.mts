import { ICredentialsHelper, NodeHelpers, sleep } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
} from 'n8n-workflow';
import { PlanServiceApi } from '../../../credentials/PlanServiceApi.credentials.ts';

const type = new PlanServiceApi();

/**
 * A credential as n8n stores it, and the part of n8n's own credentials helper that decides when a token
 * is obtained, signed with and persisted. Only encryption and the database are left out.
 */
export class StoredCredential extends ICredentialsHelper {
	private row: string;

	/** How long the database takes for each write, one after the other. */
	writeMs = 0;

	private lastWrite: Promise<void> = Promise.resolve();

	constructor(data: object) {
		super();
		this.row = JSON.stringify(data);
	}

	get data(): ICredentialDataDecryptedObject {
		return JSON.parse(this.row) as ICredentialDataDecryptedObject;
	}

	/** What a person's edit does: the stored token stays. */
	edit(changes: object): void {
		this.row = JSON.stringify({ ...this.data, ...changes });
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await type.authenticate(credentials, requestOptions);
	}

	override async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		if (credentials.accessToken !== '' && !credentialsExpired) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials);
		if (output?.accessToken === undefined || node.credentials === undefined) return undefined;
		this.lastWrite = this.lastWrite.then(async () => await sleep(this.writeMs));
		if (this.writeMs > 0) await this.lastWrite;
		this.edit(output);
		return Object.assign(credentials, output);
	}

	override async runPreAuthentication(
		{ helpers }: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const narrowed: IHttpRequestHelper = {
			helpers: { httpRequest: async (options) => await helpers.httpRequest(options) },
		};
		return (await type.preAuthentication.call(narrowed, credentials)) as ICredentialDataDecryptedObject;
	}

	override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		const data = NodeHelpers.getNodeParameters(type.properties, this.data as never, true, false, null, null);
		return await Promise.resolve({ ...data } as ICredentialDataDecryptedObject);
	}

	override getCredentialsProperties(): INodeProperties[] {
		return type.properties;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async updateCredentials(
		_nodeCredentials: INodeCredentialsDetails,
		_typeName: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await Promise.resolve(this.edit(data));
	}

	override async updateCredentialsOauthTokenData(): Promise<void> {
		return await Promise.reject(new Error('The credential is no OAuth credential of n8n'));
	}

	override async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('n8n asks for a stored credential only in its own helper'));
	}
}

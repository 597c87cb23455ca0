import type { ILoadOptionsFunctions } from 'n8n-workflow';
import {
	lookupAddress,
	partnerClientsAddress,
	partnersAddress,
	readLookupAnswer,
	readNamedList,
} from '../../../service/answer';
import type { ClientPath } from '../../../service/answer';
import type { JsonObject } from '../../../service/text';
import { ItemFailure, asItemFailure, unwrap } from '../item-error';
import type { Session } from '../session';
import { ask, gather, panelPartner, panelText } from './offered-list';
import type { Gathered } from './offered-list';

/** A client, and the partner that it was listed for. */
export interface ListedClient {
	code: string;
	name: string;
	partnerCode: string;
}

/**
 * The clients of the partner that the panel or the credential names, or else of every partner that the service lists
 * (observed beside the specification).
 */
export async function listClients(context: ILoadOptionsFunctions, session: Session): Promise<Gathered<ListedClient>> {
	const { baseUrl } = session.settings;
	const partner = panelPartner(context) || session.settings.partnerCode;
	const partners =
		partner === ''
			? await ask(session, { url: partnersAddress(baseUrl), partnerCode: '' }, readNamedList)
			: [{ code: partner }];
	return await gather(partners, 'partners', async ({ code: partnerCode }) => {
		const clients = await ask(
			session,
			{ url: partnerClientsAddress(baseUrl, partnerCode), partnerCode, subject: { partnerCode } },
			readNamedList,
		);
		return clients.map(({ code, name }) => ({ code, name, partnerCode }));
	});
}

/**
 * What the service answers for a client, with everything below it nested (observed beside the specification). Section
 * 4.4 lists the plural path and shows a sample of the singular one; a list asks the other one where the first is not
 * there, because the panels of most nodes that list plans have no Client Path.
 * @throws ItemFailure
 */
export async function askClient(
	context: ILoadOptionsFunctions,
	session: Session,
	{ code, partnerCode }: Pick<ListedClient, 'code' | 'partnerCode'>,
): Promise<JsonObject> {
	const askAt = async (clientPath: ClientPath) => {
		const url = lookupAddress(session.settings.baseUrl, 'client', code, { clientPath });
		return await ask(session, { url, partnerCode, subject: { resource: 'client', code } }, readLookupAnswer).catch(
			asItemFailure,
		);
	};
	const paths: ClientPath[] =
		panelText(context, 'options.clientPath') === 'Client' ? ['Client', 'Clients'] : ['Clients', 'Client'];
	const answer = await askAt(paths[0]);
	if (!(answer instanceof ItemFailure) || ![404, 405].includes(Number(answer.details.status))) return unwrap(answer);
	const other = await askAt(paths[1]);
	return unwrap(other instanceof ItemFailure ? answer : other);
}

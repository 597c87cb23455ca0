import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { partnerClientsAddress, partnersAddress, readNamedList } from '../../../service';
import type { Session } from '../session';
import { ask, gather, panelText } from './offered-list';
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
	const partner = panelText(context, 'options.partnerCode') || session.settings.partnerCode;
	const partners =
		partner === ''
			? await ask(session, { url: partnersAddress(baseUrl), partnerCode: '' }, readNamedList)
			: [{ code: partner }];
	return await gather(partners, 'partners', async ({ code: partnerCode }) => {
		const clients = await ask(session, { url: partnerClientsAddress(baseUrl, partnerCode), partnerCode }, readNamedList);
		return clients.map(({ code, name }) => ({ code, name, partnerCode }));
	});
}

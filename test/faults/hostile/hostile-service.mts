import type { OutgoingHttpHeaders } from 'node:http';
import { useListener } from '../../support/http/listener.mts';
import type { Listener } from '../../support/http/listener.mts';

export interface HostileResponse {
	status?: number;
	headers?: OutgoingHttpHeaders;
	body?: string | Buffer;
	/** A push to it gets what the specification says: status 200, no body. */
	takesPushes?: boolean;
	/** The connection breaks after the body, although more was announced. */
	breaksOff?: boolean;
}

export interface HostileService extends Listener {
	/** What it responds with from now on, by the code in the address. */
	readonly responses: Map<string, HostileResponse>;
}

/** A server in place of the service: it responds to each code as a test says. */
export function useHostileService(): HostileService {
	const listener = useListener();
	const responses = new Map<string, HostileResponse>();
	beforeEach(() => {
		responses.clear();
		listener.respond = ({ method, url }, response) => {
			const code = url.split('/').find((part) => responses.has(part)) ?? '';
			const {
				status = 200,
				headers = {},
				body = '',
				breaksOff = false,
				takesPushes = false,
			} = responses.get(code) ?? { status: 404 };
			if (takesPushes && method === 'POST') return void response.end();
			const bytes = Buffer.from(body);
			response.writeHead(status, {
				'content-type': 'application/json',
				...headers,
				'content-length': bytes.length + (breaksOff ? 1 : 0),
			});
			response.write(bytes, () => (breaksOff ? response.destroy() : response.end()));
		};
	});
	return Object.assign(Object.create(listener) as Listener, { responses });
}

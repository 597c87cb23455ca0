import type { INodeParameters } from 'n8n-workflow';
import { zone } from '../../../support/engine/features.mts';
import { runNode } from '../../../support/engine/outcome.mts';
import type { Service } from '../../../support/engine/service.mts';
import { useService } from '../../../support/engine/service.mts';
import { getMany } from '../../../support/engine/steps.mts';
import type { Listener } from '../../../support/http/listener.mts';
import { useListener } from '../../../support/http/listener.mts';

export const PICTURE = { 'content-type': 'image/png' };
export const PNG = Buffer.from('89504e470d0a1a0a00ff1b5b', 'hex');

interface Photos {
	service: Service;
	/** A host that photos lie on. It responds with a picture. */
	host: Listener;
	other: Listener;
	/** What Get gives of the photos at these addresses. */
	get(
		addresses: unknown[],
		options?: INodeParameters,
		credential?: object,
	): Promise<{ names: string[]; files: object[]; hint: string; photosSkipped: unknown }>;
}

/** A service whose features have photos, and the hosts of these, which are never told who asks. */
export function usePhotos(): Photos {
	const service = useService();
	const host = useListener();
	const other = useListener();
	beforeEach(() => {
		host.respond = (_request, response) => void response.writeHead(200, PICTURE).end(PNG);
	});
	afterEach(() => {
		for (const { headers } of [...host.heard, ...other.heard]) {
			expect(Object.keys(headers).filter((name) => /^auth|cookie|partner/i.test(name))).toEqual([]);
			expect(JSON.stringify(headers)).not.toContain('Bearer');
		}
	});
	async function get(addresses: unknown[], options: INodeParameters = {}, credential: object = {}) {
		const [planCode] = service.plans(1);
		const features = [{ ...zone('a'), photos: addresses.map((imageUrl) => ({ imageUrl })) }];
		service.sandbox.intercept({ route: 'features', reply: { status: 200, body: JSON.stringify({ features }) } });
		const run = {
			...getMany({ downloadPhotos: true, ...options }),
			items: [{ planCode }],
			credential: service.credential(credential),
		};
		const { success, error, hints } = await runNode(run);
		expect(error).toBeUndefined();
		expect(success).toHaveLength(1);
		const { photosSkipped = [] } = success[0].json;
		return {
			names: Object.keys(success[0].binary ?? {}),
			files: Object.values(success[0].binary ?? {}).map(({ fileName, mimeType }) => ({ fileName, mimeType })),
			hint: hints.map(({ message }) => message).join(),
			photosSkipped,
		};
	}
	return { service, host, other, get };
}

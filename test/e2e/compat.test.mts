import { createCredential } from '../../tools/n8n/driver/credentials.mts';
import { chosenHost } from '../../tools/n8n/driver/host-folder.mts';
import { RunningN8n } from '../../tools/n8n/driver/running-n8n.mts';
import { runFrozen } from '../../tools/scripts/compat/frozen-run.mts';
import { frozenVersions, readFrozen } from '../../tools/scripts/compat/frozen-version.mts';

describe(`workflows of released versions, in the ${chosenHost()} n8n`, () => {
	let n8n: RunningN8n;

	beforeAll(async () => {
		n8n = RunningN8n.join(await sharedN8n());
	});

	const credentialFor = async (data: Record<string, unknown>) =>
		await createCredential(n8n.session, { name: 'Sandbox', type: 'planServiceApi', data });

	test('give what they gave then; members may have been added', async () => {
		const versions = await frozenVersions();
		expect(versions).not.toEqual([]);
		for (const version of versions) {
			const { workflows, starts, outputs } = await readFrozen(version);
			for (const [file, start] of Object.entries(starts)) {
				const now = await runFrozen(n8n, credentialFor, workflows[file], start);
				// The name is compared along, so that a difference says where it is.
				expect({ version, file, now }).toMatchObject({ version, file, now: outputs[file] });
			}
		}
	});
});

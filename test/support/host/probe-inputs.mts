import { demo } from '../../../sandbox/server.mts';
import type { Sandbox } from '../../../sandbox/server.mts';
import type { ProbeInputs } from '../../../scripts/probe/inputs.mts';

/** What somebody types who probes the sandbox. */
export function inputsOf({ credential }: Sandbox): ProbeInputs {
	const { clientCode, campusCode, buildingCode, floorCode } = demo;
	return { ...credential, clientCode, campusCode, buildingCode, floorCode, planCode: '' };
}

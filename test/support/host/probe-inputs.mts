import { demo } from '../../../tools/sandbox/server.mts';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import type { ProbeInputs } from '../../../tools/scripts/probe/inputs.mts';

/** What somebody types who probes the sandbox. */
export function inputsOf({ credential }: Sandbox): ProbeInputs {
	const { clientCode, campusCode, buildingCode, floorCode } = demo;
	return { ...credential, clientCode, campusCode, buildingCode, floorCode, planCode: '' };
}

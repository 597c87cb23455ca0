/** A job that reports why it fails. */
export class Reported extends Error {}

/** What a service holds is not what the nodes say. */
export class Wrong extends Error {}

/** @throws Wrong where something is not as it has to be */
export function wants(given: unknown, wanted: unknown, what: string): void {
	if (given !== wanted) throw new Wrong(`${what}: ${String(given)} in place of ${String(wanted)}`);
}

/** A job that was told why it cannot be done. */
export class Told extends Error {}

/** What a service holds is not what the nodes say. */
export class Wrong extends Error {}

/** @throws Wrong where something is not as it has to be */
export function wants(given: unknown, wanted: unknown, what: string): void {
	if (given !== wanted) throw new Wrong(`${what}: ${String(given)} in place of ${String(wanted)}`);
}

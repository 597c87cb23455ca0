import { readFileSync } from 'node:fs';

const SAMPLE_MS = 10;

/** Resident memory of a process in bytes; undefined where the system does not tell (only Linux does this way). */
function residentBytes(pid: number): number | undefined {
	try {
		const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}

/** Processor time of a process so far, its own and the system's for it, in milliseconds (Linux only). */
export function processorMs(pid: number): number | undefined {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /s, '')
			.split(' ');
		return (Number(fields[11]) + Number(fields[12])) * 10; // in ticks, of which Linux has 100 a second
	} catch {
		return undefined;
	}
}

export interface Sampling<T> {
	result: T;
	/** What the process took beyond what it had before, at its highest. */
	extraBytes: number | undefined;
}

/** Samples the resident memory of a process while some work goes on. */
export async function sampled<T>(pid: number, work: () => Promise<T>): Promise<Sampling<T>> {
	const before = residentBytes(pid);
	let peak = before ?? 0;
	const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid) ?? 0)), SAMPLE_MS);
	try {
		const result = await work();
		peak = Math.max(peak, residentBytes(pid) ?? 0);
		return { result, extraBytes: before === undefined ? undefined : peak - before };
	} finally {
		clearInterval(timer);
	}
}

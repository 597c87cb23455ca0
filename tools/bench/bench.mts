import type { BenchHost } from './n8n/bench-host.mts';
import type { Floor } from './floor.mts';
import type { Service } from './service/service.mts';

/** What every row of the table measures with. */
export interface Bench {
	host: BenchHost;
	service: Service;
	/** The same requests without n8n. */
	floor: Floor;
	/** How often each side is measured; medians are shown. */
	runs: number;
	/** Three times as many, where garbage decides and means are shown. */
	meanRuns: number;
	/** The same for what takes long. */
	longRuns: number;
	tarball: string;
}

/** One line of the table. */
export interface Row {
	work: string;
	target: string;
	/** This package. */
	ours: string;
	/** What it is measured against. */
	against: string;
	ratio: string;
	/** Undefined for a line that has no target. */
	met?: boolean;
}

/** Rows that are measured together. */
export interface RowGroup {
	/** For `npm run bench -- --only=<name>`. */
	name: string;
	measure: (bench: Bench) => Promise<Row[]>;
}

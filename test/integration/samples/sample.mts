import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../../tools/sandbox/server.mts';
import type { Step } from '../../support/engine/execution.mts';
import type { Form } from './forms.mts';
import type { Shortening } from './shortening.mts';

/** What a page shows of a real run: what runs, and how its items are written for the reader. */
export interface Sample {
	/** What the service holds and does; without it the demo data, and nothing out of the ordinary. */
	before?: (sandbox: Sandbox) => void;
	run: Chain | Watch;
	/** Done with each item, in this order. */
	shorten?: Shortening[];
	/** A list of items as JSON unless given. */
	form?: Form;
}

/** Nodes one after the other; what the last one gives is shown. */
export interface Chain {
	items: IDataObject[];
	steps: Step[];
	/** Which output of the last node; the success output unless given. */
	output?: 'success' | 'failed';
}

/** The trigger; what it gives at the poll after a change of the plan is shown. */
export interface Watch {
	trigger: INodeParameters;
	change: (sandbox: Sandbox) => void;
}

/** By the name that stands in the pages. */
export type Samples = Record<string, Sample>;

import type { INodeParameters } from 'n8n-workflow';
import type { Step } from './execution.mts';

/**
 * Pushes the features that an item's field `features` holds to the plan that its field `planCode` names, whatever is
 * there, so that a test sees the requests of the push alone.
 */
export function push(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return {
		node: 'pushFeatures',
		parameters: {
			operation: 'push',
			planCode: '={{ $json.planCode }}',
			source: 'json',
			featureJson: '={{ $json.features }}',
			options: { existing: 'push', ...options },
			...parameters,
		},
	};
}

export function check(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return push(options, { operation: 'check', ...parameters });
}

export function compare(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return push(options, { operation: 'compare', ...parameters });
}

/** The parameters with which each item is a row or a feature, matched by columns. */
export function byColumns(...matchingColumns: string[]): INodeParameters {
	return { source: 'item', columns: { mappingMode: 'autoMapInputData', value: null, matchingColumns } };
}

/** The parameters with which columns are mapped by hand. @param value the cell of each column, mostly an expression */
export function byHand(value: INodeParameters, ...matchingColumns: string[]): INodeParameters {
	return { source: 'item', columns: { mappingMode: 'defineBelow', value, matchingColumns } };
}

/** Gets the plan that an item's field `planCode` names. */
export function getMany(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return {
		node: 'getFeatures',
		parameters: { operation: 'getMany', planCode: '={{ $json.planCode }}', options, ...parameters },
	};
}

export function getPlan(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return getMany(options, { operation: 'getPlan', ...parameters });
}

/** Draws the plan that an item's field `planCode` names. */
export function draw(options: INodeParameters = {}, parameters: INodeParameters = {}): Step {
	return getMany(options, { operation: 'draw', ...parameters });
}

/** Looks up the resource that an item's field `code` names. */
export function lookup(parameters: INodeParameters = {}): Step {
	return {
		node: 'hierarchyLookup',
		parameters: {
			resource: 'floor',
			operation: 'get',
			code: { __rl: true, mode: 'code', value: '={{ $json.code }}' },
			...parameters,
		},
	};
}

export function embed(parameters: INodeParameters = {}): Step {
	return { node: 'embedUrl', parameters: { operation: 'create', ...parameters } };
}

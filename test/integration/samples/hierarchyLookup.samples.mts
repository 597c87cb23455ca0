import { demo } from '../../../tools/sandbox/server.mts';
import { lookup } from '../../support/engine/steps.mts';
import { firstItem } from './forms.mts';
import type { Samples } from './sample.mts';
import { only } from './shortening.mts';

const floor = { items: [{ code: demo.floorCode }], steps: [lookup({ resource: 'floor', operation: 'get' })] };

export const hierarchyLookup: Samples = {
	'hierarchyLookup.get': { run: floor, form: firstItem },
	'hierarchyLookup.getDescendants': {
		run: {
			items: [{ code: demo.buildingCode }],
			steps: [lookup({ resource: 'building', operation: 'getDescendants' })],
		},
		shorten: [only('resource', 'name', 'path', 'planCode')],
	},
};

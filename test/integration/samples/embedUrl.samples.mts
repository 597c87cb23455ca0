import { demo } from '../../../tools/sandbox/server.mts';
import { embed, lookup } from '../../support/engine/steps.mts';
import { firstItem } from './forms.mts';
import type { Samples } from './sample.mts';
import { only } from './shortening.mts';

export const embedUrl: Samples = {
	'embedUrl.create': {
		run: {
			items: [{ code: demo.floorCode }],
			steps: [
				lookup({ resource: 'floor', operation: 'get' }),
				embed({ tokenSource: 'item', access: 'allAreas', planCode: '={{ $json.planCode }}' }),
			],
		},
		shorten: [only('embed')],
		form: firstItem,
	},
};

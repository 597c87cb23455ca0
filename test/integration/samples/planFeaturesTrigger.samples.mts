import { zone } from '../../support/engine/features.mts';
import type { Samples } from './sample.mts';
import { blurred, only, within } from './shortening.mts';

const planCode = 'pln_newplan000000000000000000';
const inShort = only('type', 'name', 'zoneType');

export const planFeaturesTrigger: Samples = {
	'planFeaturesTrigger.changes': {
		before: (sandbox) =>
			sandbox.setFeatures(planCode, [
				zone('A', { id: 'a', zoneType: 'tenanted' }),
				zone('S', { id: 's', zoneType: 'tenanted' }),
			]),
		run: {
			trigger: {
				planCodes: { plans: [{ planCode }] },
				identifyBy: 'path',
				path: 'name',
				options: { includeBefore: true },
			},
			change: (sandbox) =>
				sandbox.setFeatures(planCode, [
					zone('A', { id: 'a', zoneType: 'common' }),
					{ type: 'leaderLineIcon', name: 'Printer 2', position: { x: 2, y: 1 }, icons: [{ iconType: 'printer' }] },
				]),
		},
		shorten: [blurred('eventId'), within('feature', inShort), within('before', inShort)],
	},
};

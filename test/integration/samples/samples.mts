import { embedUrl } from './embedUrl.samples.mts';
import { getFeatures } from './getFeatures.samples.mts';
import { hierarchyLookup } from './hierarchyLookup.samples.mts';
import { planFeaturesTrigger } from './planFeaturesTrigger.samples.mts';
import { pushFeatures } from './pushFeatures.samples.mts';
import type { Samples } from './sample.mts';

/** Every sample of the pages. */
export const samples: Samples = {
	...hierarchyLookup,
	...getFeatures,
	...pushFeatures,
	...embedUrl,
	...planFeaturesTrigger,
};
